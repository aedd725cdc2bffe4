import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '../../kernel/concurrency/single-flight';
import { unavailable } from '../../kernel/errors';
import type { Compress, ContentCoding, PublishedFile } from '../publishing';
import type { BootstrapHead } from './bootstrap-schemas';

/** An answer in one content coding. */
export interface BootstrapAnswer {
  readonly body: Buffer;
  readonly etag: string;
}

export interface BootstrapAnswersOptions {
  /** Memory for answers (bytes). */
  readonly cacheBytes: number;
  readonly compress: Compress;
  /** Returns the built-in words of the widget in a locale. */
  readonly getWords: (locale: string) => object;
}

/** Builds answers around published files and keeps them in memory. */
export interface BootstrapAnswers {
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
    if (coding !== 'identity') {
      const { body, etag } = await get(head, file, 'identity');
      return { body: await compress(body, coding), etag: `${etag.slice(0, -1)}-${coding}"` };
    }
    const words = file !== null && hasWords(file.bytes) ? {} : { words: getWords(head.locale) };
    const start = JSON.stringify({ ...head, ...words }).slice(0, -1);
    const body = Buffer.concat([
      Buffer.from(`${start},"profile":`),
      file?.bytes ?? Buffer.from('null'),
      Buffer.from('}'),
    ]);
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
  }

  async function get(
    head: BootstrapHead,
    file: PublishedFile | null,
    coding: ContentCoding,
  ): Promise<BootstrapAnswer> {
    const key = `${coding} ${file?.hash} ${JSON.stringify(head)}`;
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    return building.run(
      key,
      () => build(head, file, coding),
      (answer) => answers.set(key, answer),
    );
  }

  return { get };
}

/** @throws ServiceError `unavailable` for a file that is damaged in storage */
function hasWords(bytes: Buffer): boolean {
  try {
    return Object.hasOwn(JSON.parse(bytes.toString('utf8')), 'words');
  } catch (cause) {
    throw unavailable({ cause });
  }
}
