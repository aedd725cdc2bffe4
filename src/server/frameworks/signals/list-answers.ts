import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type ContentCoding, codedEtag, createCompression } from '#banners/publishing/index';
import { jsonDocument, type TextDocument } from '#platform/http/conditional-reply';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import type { NoteLookup } from '#platform/kernel/telemetry/count-lookups';

/** A list in the coding in which it is sent. */
export interface ListAnswer {
  readonly coding: ContentCoding;
  readonly etag: string;
  /** Returns the bytes, which a client that has them already does not need. */
  readonly body: () => Promise<Buffer>;
}

/** Keeps lists in memory, each as long as there is room. */
export interface ListAnswers {
  /** @param make returns the list; called when it is not in memory */
  get(key: string, make: () => object, coding: ContentCoding): Promise<ListAnswer>;
}

/**
 * Memory for lists (bytes). A list of all vendors has a megabyte, and a seventh of it compressed: there is room for some
 * two hundred, those of the last four vendor lists in every language.
 */
const maxCachedBytes = 33_554_432;

const decompress = promisify(gunzip);

/**
 * Creates the cache of lists. Anybody can ask for each list in every language, and building one takes far longer than
 * sending it, so they are kept compressed: all that a service has fit.
 */
export function createListAnswers(noteLookup: NoteLookup): ListAnswers {
  const compress = createCompression('many');
  /** `payload` is compressed; the ETag is that of the list itself. */
  const documents = new LRUCache<string, TextDocument>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ payload }, key) => payload.length + key.length,
  });
  const building = createSingleFlight<{ readonly plain: TextDocument; readonly kept: TextDocument | null }>();

  async function build(make: () => object) {
    const plain = jsonDocument(make());
    const payload = await compress(plain.payload, 'gzip');
    return { plain, kept: payload && { payload, etag: plain.etag } };
  }

  return {
    async get(key, make, coding) {
      const known = documents.get(key);
      noteLookup(known !== undefined);
      const { plain, kept } =
        known === undefined
          ? await building.run(
              key,
              () => build(make),
              (built) => {
                if (built.kept !== null) documents.set(key, built.kept);
              },
            )
          : { plain: null, kept: known };
      if (kept !== null && coding === 'gzip')
        return { coding, etag: codedEtag(kept.etag, coding), body: async () => kept.payload };
      // Too many lists wait to be compressed, or the client does not accept it.
      if (plain !== null) return { coding: 'identity', etag: plain.etag, body: async () => plain.payload };
      return { coding: 'identity', etag: kept.etag, body: () => decompress(kept.payload) };
    },
  };
}
