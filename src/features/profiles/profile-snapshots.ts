import { LRUCache } from 'lru-cache';
import { toIso } from '../../kernel/clock';
import { ServiceError, unavailable } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { StorageAdapter } from '../../storage/storage-adapter';
import { adminFileName, type SnapshotManifest, snapshotKey } from '../publishing';
import type { UiPresentation } from '../templates';
import { knownFieldsOf } from './known-fields';
import { buildLocaleFile, type LocaleFile, type LocaleFileInput } from './locale-file';
import type { ProfileDraft } from './profile-draft';
import type { LocaleContent, ProfileJson } from './profile-schemas';

/**
 * What is kept of a version beside its locale files and never served: all that its locale files may not hold, and each
 * locale's own texts before missing ones were filled in. It is written as `_draft.json` inside the save's transaction and
 * becomes `_admin.json`, the mark of a whole version, once that has committed: of a save that died nothing is ever shown.
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
  /**
   * Writes every file of a version, unsealed. Called under the lock of the profile's row: leftovers of a save that died
   * are removed first.
   * @throws ServiceError as `requireRoom`
   */
  write(address: VersionAddress, name: string, draft: ProfileDraft, now: number): Promise<void>;
  /** @throws ServiceError `payload_too_large` when all locale files of the version together would be */
  requireRoom(draft: ProfileDraft): void;
  /** Marks a committed version as whole. Doing it again does nothing. */
  seal(address: VersionAddress): Promise<void>;
  /** Of a committed version. */
  record(address: VersionAddress): Promise<VersionRecord>;
  /** Of a version that may not be there, or not be whole. */
  find(address: VersionAddress): Promise<VersionRecord | null>;
  /** One locale's file, `default` for the default locale; null when that version has none. */
  localeFile(address: VersionAddress, locale: string): Promise<LocaleFile | null>;
}

/** What becomes `_admin.json` once the save has committed. */
const draftFileName = '_draft.json';

/** Most bytes that the locale files of one version may have together. */
const maxVersionBytes = 67_108_864;

const writtenAtOnce = 8;

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

  async function seal(address: VersionAddress): Promise<void> {
    const draft = await storage.read(key(address, draftFileName));
    if (draft === null) return;
    await storage.write(key(address, adminFileName), draft.body);
    await storage.remove(key(address, draftFileName));
  }

  async function removeLeftovers(address: VersionAddress): Promise<void> {
    const prefix = key(address, '').slice(0, -1);
    for (const leftover of await storage.list(prefix)) {
      await storage.remove(leftover.key);
      parsed.delete(leftover.key);
    }
  }

  /** The default locale's file, once it is sure that there is room for every locale's. */
  function defaultFileOf(input: LocaleFileInput): Buffer {
    const file = toBuffer(buildLocaleFile(input, input.defaultLocale));
    if (file.length * input.locales.length > maxVersionBytes) {
      throw new ServiceError('payload_too_large', {
        message: 'The locale files of this profile would be too large in all: use fewer locales or shorter parameter facts.',
      });
    }
    return file;
  }

  return {
    // Every id is as long as any other.
    requireRoom: (draft) => void defaultFileOf(inputOf(newId(), draft)),

    async write(address, name, draft, now) {
      const { defaultLocale, profileJson, localeContent } = draft;
      const { ui } = draft.links;
      const input = inputOf(address.profileId, draft);
      const defaultFile = defaultFileOf(input);
      const others = Object.entries(localeContent);
      await removeLeftovers(address);
      await Promise.all(['default', defaultLocale].map((locale) => storage.write(key(address, `${locale}.json`), defaultFile)));
      // A few at a time: each holds the shared fields again.
      for (let start = 0; start < others.length; start += writtenAtOnce) {
        const batch = others.slice(start, start + writtenAtOnce);
        await Promise.all(batch.map(([locale, content]) => storage.write(key(address, `${locale}.json`), toBuffer(buildLocaleFile(input, locale, content)))));
      }
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
      await storage.write(key(address, draftFileName), toBuffer(record));
    },

    seal,
    find,

    async record(address) {
      const whole = await find(address);
      if (whole !== null) return whole;
      // Committed, but its process died before it was sealed.
      await seal(address);
      const sealed = await find(address);
      if (sealed === null) throw unavailable({ message: 'The files of this profile are missing from storage.' });
      return sealed;
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

function inputOf(id: string, { defaultLocale, profileJson, localeContent, links: { ui } }: ProfileDraft): LocaleFileInput {
  const locales = profileJson.locales ?? [defaultLocale, ...Object.keys(localeContent)];
  return { id, defaultLocale, locales, profileJson: knownFieldsOf(profileJson), ui };
}

function toBuffer(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
