import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createSemaphore } from '#platform/kernel/concurrency/semaphore';

/** Compresses a JSON text. Null when too many texts wait already: the text is then sent as it is. */
export type Compress = (body: Buffer, coding: 'gzip' | 'br') => Promise<Buffer | null>;

/**
 * `once`: a file that is kept and sent often. `many`: one of many texts that differ in little, as the answers of
 * bootstrap do. The best brotli quality takes a second per megabyte; the one for many texts is fifty times as fast.
 */
export type Effort = 'once' | 'many';

/**
 * Maximum number of parallel compressions with each effort. Both together use half of Node's thread pool, so that reading
 * files and hashing passwords can continue. Answers of bootstrap do not wait for files.
 */
const maxCompressions = 1;

/** Maximum number of texts that wait. Strangers choose which texts are needed, and each must be answered soon. */
const maxWaiting = 16;

/** Size from which a file gets a lower brotli quality (bytes): its output is a fifth larger and thirty times as fast. */
const bestQualityBelowBytes = 65_536;

const gzipBody = promisify(gzip);
const brotliBody = promisify(brotliCompress);

/** Creates a function that compresses a few texts at a time; further ones wait. */
export function createCompression(effort: Effort): Compress {
  const inTurn = createSemaphore(maxCompressions);
  let pending = 0;
  const compress = (body: Buffer, coding: 'gzip' | 'br') =>
    coding === 'gzip'
      ? gzipBody(body, { level: effort === 'once' ? 9 : 6 })
      : brotliBody(body, { params: brotliParams(body, effort) });
  return async (body, coding) => {
    if (pending === maxCompressions + maxWaiting) return null;
    pending += 1;
    try {
      return await inTurn(() => compress(body, coding));
    } finally {
      pending -= 1;
    }
  };
}

function brotliParams(body: Buffer, effort: Effort): Record<number, number> {
  const best = body.length < bestQualityBelowBytes ? constants.BROTLI_MAX_QUALITY : 9;
  return {
    [constants.BROTLI_PARAM_QUALITY]: effort === 'once' ? best : 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
}
