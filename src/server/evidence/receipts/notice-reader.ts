import { LRUCache } from 'lru-cache';
import { type LocaleFile, type ProfileCatalogue, showVariant } from '#banners/profiles/index';
import { snapshotKey } from '#banners/publishing/index';
import { sha256Hex } from '#platform/kernel/crypto';
import type { NoteLookup } from '#platform/kernel/telemetry/count-lookups';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { orderCategories } from '#standards/category-order';
import { findException } from '#standards/compliance/index';
import { describeMaxAge } from '#standards/cookie-age';
import { findLocale } from '#standards/locale/index';
import type { NoticeCategory, NoticeFacts } from '#standards/receipt/index';
import { htmlToText, plainText } from './plain-text';

/**
 * Reference to a notice: the version of a profile that a visitor saw, in the language that they asked for.
 */
export interface NoticeAddress {
  readonly tenantId: string;
  readonly profileId: string;
  readonly version: number;
  /** BCP 47 tag. */
  readonly locale: string;
  /** The variant that the visitor saw; null or undefined: none. */
  readonly variant?: string | null;
}

/** A snapshot's locale file as it was shown. */
export interface Notice extends NoticeFacts {
  /** Its name in storage and in paths: a locale, or `default`. */
  readonly file: string;
  /** Whether the file in storage has the hash that was recorded when the version was saved. */
  readonly isAsSaved: boolean;
  readonly allowReceipt: boolean;
  readonly expiryDays: number;
  /** The controller that the profile itself names; takes precedence over the configuration. */
  readonly complianceConfig: Readonly<Record<string, string>>;
}

interface StoredNotice extends Notice {
  /** All languages of its version. */
  readonly locales: readonly string[];
}

/** A notice as its save recorded it. */
export interface SavedNotice {
  /** BCP 47 tag; also the name of the file. */
  readonly language: string;
  /** SHA-256 of the file's bytes, in hex. */
  readonly sha256: string;
}

export interface NoticeReader {
  /** Returns the notice as it is stored; null when the snapshot is no longer in storage, or cannot be read as one. */
  find(address: NoticeAddress): Promise<Notice | null>;
  /** Returns what the save recorded; null when the version is not in the database. */
  saved(address: NoticeAddress): Promise<SavedNotice | null>;
  /** Returns the bytes in storage. They are what visitors were served if they have the hash of the save. */
  bytes(address: Omit<NoticeAddress, 'locale' | 'variant'>, file: string): Promise<Buffer | null>;
}

/**
 * Longest texts in a receipt (UTF-16 units); the notice itself, identified by its hash, contains the whole
 * texts.
 */
const maxLength = { heading: 300, text: 4000, description: 1500, name: 200, parameterText: 500 } as const;

/**
 * Cache for recently read notices, by the size of their files. They never change, so they need no
 * invalidation.
 */
const keptBytes = 33_554_432;

export function createNoticeReader(
  storage: Pick<StorageAdapter, 'read'>,
  catalogue: Pick<ProfileCatalogue, 'version'>,
  noteLookup: NoteLookup,
): NoticeReader {
  const kept = new LRUCache<string, StoredNotice>({ maxSize: keptBytes });

  async function bytes(
    { tenantId, profileId, version }: Omit<NoticeAddress, 'locale' | 'variant'>,
    file: string,
  ): Promise<Buffer | null> {
    return (await storage.read(snapshotKey({ tenantId, profileId, version }, `${file}.json`)))?.body ?? null;
  }

  /** @param savedSha256 hash of the file as of the save; undefined: not known */
  async function read(
    address: NoticeAddress,
    file: string,
    savedSha256: string | undefined,
  ): Promise<StoredNotice | null> {
    const key = snapshotKey(address, `${file}${address.variant ?? ''}`);
    const known = kept.get(key);
    noteLookup(known !== undefined);
    if (known !== undefined) return known;
    const body = await bytes(address, file);
    const content = body === null ? null : parse(body);
    if (body === null || content === null) return null;
    const isAsSaved = sha256Hex(body) === savedSha256;
    const notice = toNotice(content, file, { isAsSaved, variant: address.variant });
    // Another file can be replaced by the right one from a backup.
    if (isAsSaved) kept.set(key, notice, { size: body.length });
    return notice;
  }

  return {
    bytes,
    async find(address) {
      const version = await catalogue.version(address);
      const standard = await read(address, 'default', version?.files[version.defaultLocale]);
      if (standard === null) return null;
      // As in `resolve-profile`: the best match among the version's languages, otherwise the default one.
      const locale = findLocale([address.locale], standard.locales);
      if (locale === null || locale === standard.language) return standard;
      const savedSha256 = version?.files[locale];
      const notice = await read(address, locale, savedSha256);
      // A language that the version had, and whose file is gone, was not shown in the default language.
      return notice ?? (savedSha256 === undefined ? standard : null);
    },
    async saved(address) {
      const version = await catalogue.version(address);
      if (version === null) return null;
      const { files, defaultLocale } = version;
      const language = findLocale([address.locale], Object.keys(files)) ?? defaultLocale;
      const sha256 = files[language];
      return sha256 === undefined ? null : { language, sha256 };
    },
  };
}

/**
 * Reads the content of a notice; null when this service did not write it: a foreign file, or a damaged one.
 */
function parse(body: Buffer): LocaleFile | null {
  try {
    const file: Partial<LocaleFile> = JSON.parse(body.toString('utf8'));
    const isWhole =
      file.mainBanner &&
      file.preferenceModal &&
      file.cookies &&
      file.locales &&
      typeof file.currentLocale === 'string';
    return isWhole ? (file as LocaleFile) : null;
  } catch {
    return null;
  }
}

function toNotice(
  content: LocaleFile,
  file: string,
  { isAsSaved, variant }: { readonly isAsSaved: boolean; readonly variant: string | null | undefined },
): StoredNotice {
  const { currentLocale, allowReceipt, expiryDays, complianceConfig } = content;
  const { mainBanner } = showVariant(content, variant);
  return {
    file,
    isAsSaved,
    language: currentLocale,
    locales: content.locales,
    allowReceipt,
    expiryDays,
    complianceConfig,
    heading: plainText(mainBanner.heading, maxLength.heading),
    text: htmlToText(mainBanner.htmlText, maxLength.text),
    categories: listCategories(content),
  };
}

function listServices(
  { granularity, services = {} }: LocaleFile,
  id: string,
): Pick<NoticeCategory, 'services'> {
  const own = Object.entries(services).filter(([, { category }]) => category === id);
  if (granularity !== 'service' || own.length === 0) return {};
  return {
    services: own.map(([key, { name, provider }]) => ({
      key,
      name: plainText(name, maxLength.name) ?? key,
      provider: plainText(provider, maxLength.name),
    })),
  };
}

/** Returns the exception of a category whose cookies are used before the visitor decides, and that can be refused. */
function exceptionOf(
  { complianceGroup, cookies }: LocaleFile,
  { cookies: ids = [], legalBasis = 'consent' }: Category,
): string | null {
  if (legalBasis === 'mandatory') return null;
  const held = ids.flatMap((id) => (Object.hasOwn(cookies, id) ? (cookies[id] ?? []) : []));
  const waits = held.some(({ purpose, preGranted }) => purpose !== 'necessary' && preGranted !== true);
  return legalBasis === 'consent' && waits ? null : findException(complianceGroup, held);
}

type Category = NonNullable<LocaleFile['preferenceModal']['categories']>[string];

function listCategories(content: LocaleFile): NoticeCategory[] {
  const { preferenceModal, cookies } = content;
  return orderCategories(preferenceModal.categories ?? {}).map(([id, category]) => ({
    id,
    heading: plainText(category.heading, maxLength.heading) ?? id,
    description: htmlToText(category.htmlText, maxLength.description),
    legalBasis: category.legalBasis ?? null,
    exception: exceptionOf(content, category) ?? undefined,
    ...listServices(content, id),
    parameters: (category.cookies ?? []).flatMap((parameterId) => {
      const parameter = Object.hasOwn(cookies, parameterId) ? cookies[parameterId] : undefined;
      if (parameter === undefined) return [];
      return {
        id: parameterId,
        name: plainText(parameter.name, maxLength.name) ?? parameterId,
        purpose: parameter.purpose,
        provider: plainText(parameter.provider, maxLength.name),
        duration: describeMaxAge(parameter.maxAgeSeconds) ?? plainText(parameter.duration, maxLength.name),
        description: plainText(parameter.description, maxLength.parameterText),
        domains: parameter.domains ?? [],
        firstParty: parameter.firstParty ?? false,
        dataTypes: parameter.dataTypes ?? [],
      };
    }),
  }));
}
