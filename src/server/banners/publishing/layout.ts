import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * Storage layout of published files, all below the tenant's id:
 *
 * <tenant>/<profile>/<version>/<locale>.json                          a snapshot: written once, never changed
 * <tenant>/<profile>/<version>/default.json                           the default locale's file again
 * <tenant>/<profile>/<version>/_manifest.json                         never served; written last, so a
 * snapshot without it is incomplete <tenant>/<group>/<profile>.<version>.<revision>/<locale>.json       the
 * files served for the group <tenant>/<group>/published.json                                     the pointer
 * to the directory being served
 *
 * Groups are lower-kebab-case names, profile ids are UUIDs: the two cannot collide.
 */

export const snapshotManifestName = '_manifest.json';

/** Name of the default locale's file, in storage and in paths. */
export const defaultFile = 'default';

export interface SnapshotAddress {
  readonly tenantId: string;
  readonly profileId: string;
  /** Version number, from 1. */
  readonly version: number;
}

export interface GroupAddress {
  readonly tenantId: string;
  readonly group: string;
}

/**
 * The publication that a group serves: a snapshot and a publication number, which gives each publication its
 * own directory.
 */
export interface Publication extends SnapshotAddress, GroupAddress {
  readonly revision: number;
}

/** @param file `<locale>.json`, `default.json` or `_manifest.json`. */
export function snapshotKey({ tenantId, profileId, version }: SnapshotAddress, file: string): string {
  return `${tenantId}/${profileId}/${version}/${file}`;
}

export function groupPrefix({ tenantId, group }: GroupAddress): string {
  return `${tenantId}/${group}`;
}

export function pointerKey(address: GroupAddress): string {
  return `${groupPrefix(address)}/published.json`;
}

/**
 * Returns the version and the file (`default` or a locale) that a key names: in a snapshot or in the files
 * that a group serves. Null for all other keys.
 */
export function parseFileKey(key: string): (SnapshotAddress & { readonly file: string }) | null {
  const [, tenantId, profileId, version, file] =
    /^([^/]+)\/([^/.]+)\/(\d+)\/([^/.]+)\.json$/.exec(key) ??
    /^([^/]+)\/[^/]+\/([^/.]+)\.(\d+)\.\d+\/([^/.]+)\.json$/.exec(key) ??
    [];
  if (tenantId === undefined || profileId === undefined || file === undefined) return null;
  const isManifest = `${file}.json` === snapshotManifestName;
  return isManifest ? null : { tenantId, profileId, version: Number(version), file };
}

/** A directory with files of a version, or of a publication of a group. */
export type StoredPlace = SnapshotAddress | (GroupAddress & { readonly directory: string });

/**
 * Returns the version or the publication of a group whose directory contains a key, also that of a manifest; null for all
 * other keys.
 */
export function parseStoredPlace(key: string): StoredPlace | null {
  const [tenantId, owner, directory, file, ...rest] = key.split('/');
  if (!tenantId || !owner || !directory || !file || rest.length > 0) return null;
  if (/^[1-9][0-9]{0,8}$/.test(directory)) return { tenantId, profileId: owner, version: Number(directory) };
  return /^[^.]+\.\d+\.\d+$/.test(directory) ? { tenantId, group: owner, directory } : null;
}

/** Name of the directory with a publication's files. */
export function revisionName({
  profileId,
  version,
  revision,
}: Pick<Publication, 'profileId' | 'version' | 'revision'>): string {
  return `${profileId}.${version}.${revision}`;
}

const Id = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' });
const Locale = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const Locales = Type.Array(Locale, { minItems: 1 });

const PublishedPointer = Type.Object({
  profileId: Id,
  version: Type.Integer({ minimum: 1 }),
  revision: Type.Integer({ minimum: 0 }),
  defaultLocale: Locale,
  locales: Locales,
  publishedAt: Type.String(),
});

/** Content of `published.json`. `publishedAt` is ISO 8601. */
export type PublishedPointer = Static<typeof PublishedPointer>;

const SnapshotManifest = Type.Object({ defaultLocale: Locale, locales: Locales });

/** Content of `_manifest.json`: only the locales listed here are part of the snapshot. */
export type SnapshotManifest = Static<typeof SnapshotManifest>;

/** Parses `published.json`; null when it is not a complete pointer. */
export function parsePointer(body: Buffer): PublishedPointer | null {
  return parse(PublishedPointer, body);
}

/** Parses `_manifest.json`; null when it is not a valid manifest. */
export function parseManifest(body: Buffer): SnapshotManifest | null {
  return parse(SnapshotManifest, body);
}

function parse<S extends TSchema>(schema: S, body: Buffer): Static<S> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return Value.Check(schema, value) ? value : null;
  } catch {
    return null;
  }
}
