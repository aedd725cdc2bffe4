import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../kernel/crypto';
import { describeMaxAge } from '../../standards/cookie-age';
import { findLocale } from '../../standards/locale';
import type { NoticeCategory, NoticeFacts } from '../../standards/receipt';
import type { StorageAdapter } from '../../storage/storage-adapter';
import type { LocaleFile } from '../profiles';
import { snapshotKey } from '../publishing';
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
}

/** A snapshot's locale file as it was shown. */
export interface Notice extends NoticeFacts {
  /** Its name in storage and in paths: a locale, or `default`. */
  readonly file: string;
  readonly allowReceipt: boolean;
  readonly expiryDays: number;
  /** The controller that the profile itself names; takes precedence over the configuration. */
  readonly complianceConfig: Readonly<Record<string, string>>;
}

interface StoredNotice extends Notice {
  /** All languages of its version. */
  readonly locales: readonly string[];
}

export interface NoticeReader {
  /** Returns the notice; null when the snapshot is no longer in storage, or cannot be read as one. */
  find(address: NoticeAddress): Promise<Notice | null>;
  /** Returns the exact bytes that visitors were served. */
  bytes(address: Omit<NoticeAddress, 'locale'>, file: string): Promise<Buffer | null>;
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

export function createNoticeReader(storage: StorageAdapter): NoticeReader {
  const kept = new LRUCache<string, StoredNotice>({ maxSize: keptBytes });

  async function bytes(
    { tenantId, profileId, version }: Omit<NoticeAddress, 'locale'>,
    file: string,
  ): Promise<Buffer | null> {
    return (await storage.read(snapshotKey({ tenantId, profileId, version }, `${file}.json`)))?.body ?? null;
  }

  async function read(address: NoticeAddress, file: string): Promise<StoredNotice | null> {
    const key = snapshotKey(address, file);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const body = await bytes(address, file);
    const content = body === null ? null : parse(body);
    if (body === null || content === null) return null;
    const notice = toNotice(content, file, sha256Hex(body));
    kept.set(key, notice, { size: body.length });
    return notice;
  }

  return {
    bytes,
    async find(address) {
      const standard = await read(address, 'default');
      if (standard === null) return null;
      // As in `resolve-profile`: the best match among the version's languages, otherwise the default one.
      const locale = findLocale([address.locale], standard.locales);
      return locale === null || locale === standard.language
        ? standard
        : ((await read(address, locale)) ?? standard);
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

function toNotice(content: LocaleFile, file: string, sha256: string): StoredNotice {
  const { currentLocale, mainBanner, allowReceipt, expiryDays, complianceConfig } = content;
  return {
    file,
    sha256,
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

function listCategories({ preferenceModal, cookies }: LocaleFile): NoticeCategory[] {
  return Object.entries(preferenceModal.categories ?? {}).map(([id, category]) => ({
    id,
    heading: plainText(category.heading, maxLength.heading) ?? id,
    description: htmlToText(category.htmlText, maxLength.description),
    legalBasis: category.legalBasis ?? null,
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
