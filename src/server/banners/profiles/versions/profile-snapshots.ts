import { LRUCache } from 'lru-cache';
import type { Connection, Database } from '#platform/database/database';
import { toIso } from '#platform/kernel/clock';
import { sha256Hex } from '#platform/kernel/crypto';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import type { Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { isTransactional, storageWithin } from '#platform/storage/storage-within';
import { parseManifest, type SnapshotManifest, snapshotKey, snapshotManifestName } from '../../publishing';
import { pickKnownFields } from '../drafts/known-fields';
import type { ProfileDraft } from '../drafts/profile-draft';
import { publishVariants } from '../experiments/published-variants';
import { applyVariant, type StoredVariant } from '../experiments/variant';
import { buildLocaleFile, type LocaleFile, type LocaleFileInput } from '../locale-file';
import type { StoredProfile } from '../profile-repository';
import {
  type FileHashes,
  profileVersionRepository,
  type StoredVersion,
  type VersionAddress,
  type VersionOrigin,
  type VersionRecord,
} from './profile-version-repository';
import { summariseVersion } from './version-summary';

// Why: docs/adr/0008-raw-locale-texts.md

/**
 * Stores versions: a row, and the locale files created from it in storage. The manifest marks the files as
 * complete and is written last: together with the row if storage is in the database, else after the commit,
 * so that visitors never see a save that failed midway.
 */
export interface ProfileSnapshots {
  /**
   * Writes a version, with unsealed files unless they are committed with the row. Called under the lock of
   * the profile's row: files of an interrupted save are removed first. Returns the SHA-256 of each locale's file.
   * @throws ServiceError as `requireRoom`
   */
  write(
    connection: Connection,
    address: VersionAddress,
    saved: SavedVersion,
    draft: WrittenDraft,
  ): Promise<FileHashes>;
  /** @throws ServiceError `payload_too_large` when the locale files of the version are too large in total */
  requireRoom(draft: ProfileDraft): void;
  /** Marks the files of a version as complete. Idempotent. */
  seal(connection: Connection, address: VersionAddress): Promise<void>;
  /** Returns whether the files of a version have been sealed. */
  isSealed(address: VersionAddress): Promise<boolean>;
  /**
   * Returns the number of the version after that of a profile. A number whose files visitors may have seen is never reused:
   * storage outside the database can contain versions that a restored or failed database lacks, and `express-consent
   * restored` reserves numbers.
   */
  nextNumber(before: StoredProfile): Promise<number>;
  /** Recreates missing and damaged files of a version from its row and seals them. @throws VersionLost */
  restore(connection: Connection, address: VersionAddress): Promise<void>;
  /**
   * Returns the SHA-256 of each file of a version, including `default`, as it was saved; null when the row of the version is
   * missing.
   */
  savedHashes(address: VersionAddress): Promise<ReadonlyMap<string, string> | null>;
  /**
   * Returns the possible SHA-256 hashes of each file of a version, including `default`: as it was saved, and
   * as it would be created now.
   */
  hashes(address: VersionAddress): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** @throws VersionLost */
  record(address: VersionAddress): Promise<VersionRecord>;
  find(address: VersionAddress): Promise<VersionRecord | null>;
  /** Returns one locale's file, `default` for the default locale; null when that version has none. */
  localeFile(address: VersionAddress, locale: string): Promise<LocaleFile | null>;
}

/** Facts that a save records about a version in addition to its content. */
export interface SavedVersion
  extends Omit<VersionOrigin, 'summary'>,
    Pick<VersionRecord, 'outdatedTexts' | 'uncheckedTexts'> {
  readonly name: string;
  /** Unix time (ms). */
  readonly createdAt: number;
  /** Number of warnings that the save returned. */
  readonly warnings: number;
  /** The other variants of an experiment. */
  readonly variants?: readonly StoredVariant[] | undefined;
}

/** The part of a draft that a version stores. */
type WrittenDraft = Pick<ProfileDraft, 'defaultLocale' | 'profileJson' | 'localeContent'> & {
  readonly links: Pick<ProfileDraft['links'], 'ui'>;
};

/** The row of a version is missing, so its files cannot be created again. */
export class VersionLost extends ServiceError {
  constructor({ tenantId, profileId, version }: VersionAddress) {
    super('unavailable', {
      message:
        `Version ${version} of profile ${profileId} (tenant ${tenantId}) is missing from the database, so its files cannot be created again. ` +
        'Restore a backup, save the profile again and activate it, or deactivate it.',
      headers: { 'Retry-After': '60' },
    });
  }
}

/** Maximum total size of the locale files of one version (bytes). */
const maxVersionBytes = 67_108_864;

/** Number of files that are read and written in parallel: each file repeats the shared fields. */
const maxParallelFiles = 8;

/**
 * Maximum number of parsed files cached for the public profile routes. Snapshots never change, so entries
 * never become stale.
 */
const maxCachedFiles = 500;

export interface ProfileSnapshotsOptions {
  readonly database: Database;
  readonly storage: StorageAdapter;
  readonly logger: Logger;
}

export function createProfileSnapshots({
  database,
  storage,
  logger,
}: ProfileSnapshotsOptions): ProfileSnapshots {
  const parsed = new LRUCache<string, LocaleFile>({ max: maxCachedFiles });

  async function stored(
    connection: Connection,
    { tenantId, profileId, version }: VersionAddress,
  ): Promise<StoredVersion | null> {
    return profileVersionRepository(connection.tenant(tenantId)).find(profileId, version);
  }

  async function removeLeftovers(files: StorageAdapter, address: VersionAddress): Promise<void> {
    for (const leftover of await files.list(snapshotKey(address, '').slice(0, -1)))
      await files.remove(leftover.key);
  }

  async function writeManifest(
    files: StorageAdapter,
    address: VersionAddress,
    record: VersionRecord,
  ): Promise<void> {
    const manifest: SnapshotManifest = { defaultLocale: record.defaultLocale, locales: listLocales(record) };
    await files.write(snapshotKey(address, snapshotManifestName), toBuffer(manifest));
  }

  /** A manifest that was cut off does not seal. */
  async function isSealedIn(files: StorageAdapter, address: VersionAddress): Promise<boolean> {
    const manifest = await files.read(snapshotKey(address, snapshotManifestName));
    return manifest !== null && parseManifest(manifest.body) !== null;
  }

  async function find(address: VersionAddress): Promise<VersionRecord | null> {
    return (await database.read((connection) => stored(connection, address)))?.record ?? null;
  }

  return {
    // All ids have the same length.
    requireRoom: (draft) =>
      void createDefaultFile(toInput(newId(), { ...draft, ui: draft.links.ui }), {
        ...draft,
        ui: draft.links.ui,
      }),

    async write(connection, address, saved, draft) {
      const { name, createdAt, warnings, outdatedTexts, uncheckedTexts, variants, ...origin } = saved;
      const { defaultLocale, profileJson, localeContent, links } = draft;
      const { profileId, version } = address;
      const record: VersionRecord = {
        profileId,
        version,
        name,
        createdAt: toIso(createdAt),
        defaultLocale,
        profileJson,
        localeContent,
        outdatedTexts,
        uncheckedTexts,
        ui: links.ui,
        variants,
      };
      const input = toInput(profileId, record);
      const defaultFile = createDefaultFile(input, record);
      const files = storageWithin(storage, connection);
      await removeLeftovers(files, address);
      await files.write(snapshotKey(address, 'default.json'), defaultFile);
      const hashes: Record<string, string> = {};
      const writeLocale = async (locale: string) => {
        const body = locale === defaultLocale ? defaultFile : serialiseLocaleFile(input, record, locale);
        hashes[locale] = sha256Hex(body);
        await files.write(snapshotKey(address, `${locale}.json`), body);
      };
      await aFewAtATime(listLocales(record), writeLocale);
      await profileVersionRepository(connection.tenant(address.tenantId)).insert(record, hashes, {
        ...origin,
        summary: summariseVersion(record, warnings),
      });
      if (isTransactional(storage)) await writeManifest(files, address, record);
      return hashes;
    },

    async seal(connection, address) {
      const files = storageWithin(storage, connection);
      if (await isSealedIn(files, address)) return;
      const version = await stored(connection, address);
      if (version === null) throw new VersionLost(address);
      await writeManifest(files, address, version.record);
    },

    isSealed: (address) => isSealedIn(storage, address),

    async nextNumber(before) {
      const { tenantId, id: profileId } = before;
      for (let version = Math.max(before.version, before.reservedVersion) + 1; ; version += 1) {
        if (isTransactional(storage) || !(await isSealedIn(storage, { tenantId, profileId, version })))
          return version;
      }
    },

    async restore(connection, address) {
      const version = await stored(connection, address);
      if (version === null) throw new VersionLost(address);
      const { record, files: hashes } = version;
      const files = storageWithin(storage, connection);
      const input = toInput(address.profileId, record);
      const restoreFile = async (name: string) => {
        const key = snapshotKey(address, `${name}.json`);
        const locale = name === 'default' ? record.defaultLocale : name;
        const existing = await files.read(key);
        if (existing !== null && sha256Hex(existing.body) === hashes[locale]) return;
        const body = serialiseLocaleFile(input, record, locale);
        if (existing?.body.equals(body)) return;
        if (existing !== null)
          logger.warn(
            { key },
            'A locale file in storage was damaged and has been recreated from the database',
          );
        await files.write(key, body);
        if (sha256Hex(body) !== hashes[locale]) {
          logger.warn(
            { key },
            'A locale file was created again by another version of express-consent and differs from the file that visitors received',
          );
        }
      };
      await aFewAtATime(['default', ...listLocales(record)], restoreFile);
      if (!(await isSealedIn(files, address))) await writeManifest(files, address, record);
    },

    async savedHashes({ tenantId, profileId, version }) {
      const saved = await database.read((connection) =>
        profileVersionRepository(connection.tenant(tenantId)).findHashes(profileId, version),
      );
      if (saved === null) return null;
      const { files, defaultLocale } = saved;
      return new Map([...Object.entries(files), ['default', files[defaultLocale] ?? '']]);
    },

    async hashes(address) {
      const version = await database.read((connection) => stored(connection, address));
      if (version === null) throw new VersionLost(address);
      const { record, files } = version;
      const input = toInput(address.profileId, record);
      const possible = (locale: string) =>
        new Set([files[locale] ?? '', sha256Hex(serialiseLocaleFile(input, record, locale))]);
      return new Map([
        ['default', possible(record.defaultLocale)],
        ...listLocales(record).map((locale) => [locale, possible(locale)] as const),
      ]);
    },

    find,

    async record(address) {
      const record = await find(address);
      if (record === null) throw new VersionLost(address);
      return record;
    },

    async localeFile(address, locale) {
      const key = snapshotKey(address, `${locale}.json`);
      const cached = parsed.get(key);
      if (cached !== undefined) return cached;
      const file = parsedFile((await storage.read(key))?.body) ?? (await rebuildFile(address, locale));
      if (file !== null) parsed.set(key, file);
      return file;
    },
  };

  async function rebuildFile(address: VersionAddress, name: string): Promise<LocaleFile | null> {
    const record = await find(address);
    const locale = name === 'default' ? record?.defaultLocale : name;
    if (record === null || locale === undefined || !listLocales(record).includes(locale)) return null;
    return toLocaleFile(toInput(address.profileId, record), record, locale);
  }
}

async function aFewAtATime(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < names.length; start += maxParallelFiles)
    await Promise.all(names.slice(start, start + maxParallelFiles).map(work));
}

/** Returns null for a file that is missing or cut off. */
function parsedFile(body: Buffer | undefined): LocaleFile | null {
  try {
    return body === undefined ? null : (JSON.parse(body.toString('utf8')) as LocaleFile);
  } catch {
    return null;
  }
}

/** Returns what visitors would get in a locale; the default locale where the content has no other. */
export function previewLocaleFile(id: string, content: VersionContent, locale: string): LocaleFile {
  const shown = listLocales(content).includes(locale) ? locale : content.defaultLocale;
  return toLocaleFile(toInput(id, content), content, shown);
}

type VersionContent = Pick<
  VersionRecord,
  'defaultLocale' | 'profileJson' | 'localeContent' | 'ui' | 'variants'
>;

const listLocales = ({
  defaultLocale,
  localeContent,
}: Pick<VersionContent, 'defaultLocale' | 'localeContent'>) => [defaultLocale, ...Object.keys(localeContent)];

function toInput(
  id: string,
  { defaultLocale, profileJson, localeContent, ui }: VersionContent,
): LocaleFileInput {
  const locales = profileJson.locales ?? listLocales({ defaultLocale, localeContent });
  return { id, defaultLocale, locales, profileJson: pickKnownFields(profileJson), ui };
}

function toLocaleFile(input: LocaleFileInput, content: VersionContent, locale: string): LocaleFile {
  const build = ({ profileJson, ui }: LocaleFileInput, { defaultLocale, localeContent }: VersionContent) =>
    buildLocaleFile(
      { ...input, profileJson, ui },
      locale,
      locale === defaultLocale ? undefined : localeContent[locale],
    );
  const file = build(input, content);
  if (content.variants === undefined) return file;
  const varied = content.variants.map((variant) => {
    const own = applyVariant(content, variant);
    return [variant.id, build(toInput(input.id, own), own)] as const;
  });
  return { ...file, variants: publishVariants(file, varied) };
}

function serialiseLocaleFile(input: LocaleFileInput, content: VersionContent, locale: string): Buffer {
  return toBuffer(toLocaleFile(input, content, locale));
}

/** Returns the default locale's file after checking that the files of all locales fit. */
function createDefaultFile(input: LocaleFileInput, content: VersionContent): Buffer {
  const file = toBuffer(toLocaleFile(input, content, input.defaultLocale));
  // A locale's own texts replace those of the default locale, so this is an upper bound.
  if (file.length * input.locales.length + toBuffer(content.localeContent).length > maxVersionBytes) {
    throw new ServiceError('payload_too_large', {
      message:
        'The locale files of this profile would be too large in total. Use fewer locales or shorter parameter facts.',
    });
  }
  return file;
}

function toBuffer(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
