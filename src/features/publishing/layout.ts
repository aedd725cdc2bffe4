import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * Where publishing keeps what, all of it below the tenant's id:
 *
 *     <tenant>/<profile>/<version>/<locale>.json                          a snapshot: written once, never changed
 *     <tenant>/<profile>/<version>/default.json                           the default locale's file again
 *     <tenant>/<profile>/<version>/_manifest.json                         never served; written last, so without it there is no snapshot
 *     <tenant>/<group>/<profile>.<version>.<revision>/<locale>.json       what is served for the group
 *     <tenant>/<group>/published.json                                     the pointer: which of those directories counts
 *
 * Groups are lower-kebab-case names, profile ids are UUIDs: the two cannot meet.
 */

export const snapshotManifestName = '_manifest.json';

/** Names the file of the default locale, in storage and in paths. */
export const defaultFile = 'default';

export interface SnapshotAddress {
  readonly tenantId: string;
  readonly profileId: string;
  /** From 1. */
  readonly version: number;
}

export interface GroupAddress {
  readonly tenantId: string;
  readonly group: string;
}

/**
 * What a group serves: a snapshot, and the number of its publication, so that each has a directory of its
 * own.
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
 * Returns which version and which file of it, `default` or a locale, a key names: in a snapshot or in what a
 * group serves. Null for all other keys.
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

/** @returns null when `body` is no whole pointer. */
export function parsePointer(body: Buffer): PublishedPointer | null {
  return parse(PublishedPointer, body);
}

/** @returns null when `body` does not say what a manifest must. */
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
