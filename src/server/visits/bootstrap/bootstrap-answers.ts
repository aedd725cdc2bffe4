import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PublishedProfile } from '#banners/profiles/index';
import { type Compress, type ContentCoding, codedEtag, type PublishedFile } from '#banners/publishing/index';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import { unavailable } from '#platform/kernel/errors';
import type { NoteLookup } from '#platform/kernel/telemetry/count-lookups';
import { fitsCookie, toUndecidedCategories } from '#standards/choice/index';
import type { BootstrapHead } from './bootstrap-schemas';

/** An answer in one content coding. */
export interface BootstrapAnswer {
  readonly coding: ContentCoding;
  readonly body: Buffer;
  readonly etag: string;
}

export interface BootstrapAnswersOptions {
  /** Memory for answers (bytes). */
  readonly cacheBytes: number;
  readonly compress: Compress;
  /** Returns the built-in words of the widget in a locale. */
  readonly getWords: (locale: string) => object;
  readonly noteLookup: NoteLookup;
}

/** Builds answers around published files and keeps them in memory. */
export interface BootstrapAnswers {
  /** Returns the answer; uncompressed while too many answers wait for that. */
  get(head: BootstrapHead, file: PublishedFile | null, coding: ContentCoding): Promise<BootstrapAnswer>;
}

/** Approximate memory of an answer in addition to its body and its key (bytes). */
const overheadBytes = 512;

/**
 * Creates the cache of answers. An answer is a few facts about the visitor's place, followed by the bytes of
 * the published file as they are, so each differs from others only by its head, its file and its coding.
 */
export function createBootstrapAnswers({
  cacheBytes,
  compress,
  getWords,
  noteLookup,
}: BootstrapAnswersOptions): BootstrapAnswers {
  const answers = new LRUCache<string, BootstrapAnswer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + overheadBytes,
  });
  const building = createSingleFlight<BootstrapAnswer>();

  async function build(
    head: BootstrapHead,
    file: PublishedFile | null,
    coding: ContentCoding,
  ): Promise<BootstrapAnswer> {
    const plain = buildPlain(head, file);
    const body = coding === 'identity' ? null : await compress(plain.body, coding);
    return body === null ? plain : { coding, body, etag: codedEtag(plain.etag, coding) };
  }

  function buildPlain(head: BootstrapHead, file: PublishedFile | null): BootstrapAnswer {
    const { categories, hasWords } = file ? readFile(file.bytes) : { categories: [], hasWords: false };
    const words = hasWords ? {} : { words: getWords(head.locale) };
    const choice = fitsCookie(categories) ? head.cookies.choice : null;
    const cookies = { ...head.cookies, choice };
    const start = JSON.stringify({ ...head, cookies, categories, ...words }).slice(0, -1);
    const body = Buffer.concat([
      Buffer.from(`${start},"profile":`),
      file?.bytes ?? Buffer.from('null'),
      Buffer.from('}'),
    ]);
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    return { coding: 'identity', body, etag: `"${hash}"` };
  }

  return {
    async get(head, file, coding) {
      const key = `${coding} ${file?.hash} ${JSON.stringify(head)}`;
      const kept = answers.get(key);
      noteLookup(kept !== undefined);
      if (kept !== undefined) return kept;
      return building.run(
        key,
        () => build(head, file, coding),
        (answer) => {
          if (answer.coding === coding) answers.set(key, answer);
        },
      );
    },
  };
}

/**
 * Reads the categories, as a choice has them before anything was decided.
 * @throws ServiceError `unavailable` for a file that is damaged in storage
 */
function readFile(bytes: Buffer) {
  try {
    const profile: PublishedProfile = JSON.parse(bytes.toString('utf8'));
    const { categories } = profile.preferenceModal;
    return {
      categories: toUndecidedCategories({ ...profile, categories }),
      hasWords: Object.hasOwn(profile, 'words'),
    };
  } catch (cause) {
    throw unavailable({ cause });
  }
}
