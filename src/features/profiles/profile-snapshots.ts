import { LRUCache } from 'lru-cache';
import { toIso } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import type { StorageAdapter } from '../../storage/storage-adapter';
import { adminFileName, type SnapshotManifest, snapshotKey } from '../publishing';
import type { UiPresentation } from '../templates';
import { buildLocaleFile, type LocaleFile } from './locale-file';
import type { ProfileDraft } from './profile-draft';
import type { LocaleContent, ProfileJson } from './profile-schemas';

/**
 * What is kept of a version beside its locale files and never served: all that its locale files may not hold, and each
 * locale's own texts before missing ones were filled in. Written last, it marks the version as whole.
 */
export interface VersionRecord extends SnapshotManifest {
  readonly profileId: string;
  readonly version: number;
  readonly name: string;
  readonly createdAt: string;
  readonly profileJson: ProfileJson;
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  /** The UI template's presentation as of this version. */
  readonly ui: UiPresentation | null;
}

export interface VersionAddress {
  readonly tenantId: string;
  readonly profileId: string;
  readonly version: number;
}

export interface ProfileSnapshots {
  /** Writes every file of a version. Called under the lock of the profile's row: leftovers of a save that died are written over. */
  write(address: VersionAddress, name: string, draft: ProfileDraft, now: number): Promise<void>;
  record(address: VersionAddress): Promise<VersionRecord>;
  /** The same of a version that may not be there. */
  find(address: VersionAddress): Promise<VersionRecord | null>;
  /** One locale's file, `default` for the default locale; null when that version has none. */
  localeFile(address: VersionAddress, locale: string): Promise<LocaleFile | null>;
}

/** Parsed files kept for the public profile routes; snapshots never change, so nothing needs to be dropped. */
const maxKept = 500;

export function createProfileSnapshots(storage: StorageAdapter): ProfileSnapshots {
  const parsed = new LRUCache<string, LocaleFile>({ max: maxKept });
  const key = ({ tenantId, profileId, version }: VersionAddress, file: string) => snapshotKey({ tenantId, profileId, version }, file);

  async function readJson<T>(storageKey: string): Promise<T | null> {
    const stored = await storage.read(storageKey);
    return stored === null ? null : (JSON.parse(stored.body.toString('utf8')) as T);
  }

  const find = (address: VersionAddress) => readJson<VersionRecord>(key(address, adminFileName));

  return {
    async write(address, name, draft, now) {
      const { defaultLocale, profileJson, localeContent } = draft;
      const { ui } = draft.links;
      const input = { id: address.profileId, defaultLocale, locales: profileJson.locales ?? [defaultLocale], profileJson, ui };
      const defaultFile = buildLocaleFile(input, defaultLocale);
      const files = [
        ['default', defaultFile] as const,
        [defaultLocale, defaultFile] as const,
        ...Object.entries(localeContent).map(([locale, content]) => [locale, buildLocaleFile(input, locale, content)] as const),
      ];
      await Promise.all(files.map(([locale, file]) => storage.write(key(address, `${locale}.json`), toBuffer(file))));
      const record: VersionRecord = {
        profileId: address.profileId,
        version: address.version,
        name,
        createdAt: toIso(now),
        defaultLocale,
        locales: [defaultLocale, ...Object.keys(localeContent)],
        profileJson,
        localeContent,
        ui,
      };
      await storage.write(key(address, adminFileName), toBuffer(record));
    },

    find,

    async record(address) {
      const record = await find(address);
      if (record === null)
        throw new ServiceError('unavailable', { message: 'The files of this profile are missing from storage.', headers: { 'Retry-After': '5' } });
      return record;
    },

    async localeFile(address, locale) {
      const storageKey = key(address, `${locale}.json`);
      const known = parsed.get(storageKey);
      if (known !== undefined) return known;
      const file = await readJson<LocaleFile>(storageKey);
      if (file !== null) parsed.set(storageKey, file);
      return file;
    },
  };
}

function toBuffer(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
