import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createSemaphore } from '#platform/kernel/concurrency/semaphore';

/** Compresses a JSON text. */
export type Compress = (body: Buffer, coding: 'gzip' | 'br') => Promise<Buffer>;

/**
 * Maximum number of parallel compressions: half of Node's thread pool, so that reading files and hashing
 * passwords can continue.
 */
const maxCompressions = 2;

/**
 * Size below which the best brotli quality is used (bytes). It takes a second per megabyte; larger files get
 * a quality whose output is a fifth larger and which is thirty times as fast.
 */
const bestQualityBelowBytes = 65_536;

const gzipBody = promisify(gzip);
const brotliBody = promisify(brotliCompress);

/** Creates a function that compresses a few texts at a time; further ones wait. */
export function createCompression(): Compress {
  const compressing = createSemaphore(maxCompressions);
  return (body, coding) =>
    compressing(() =>
      coding === 'gzip' ? gzipBody(body, { level: 9 }) : brotliBody(body, { params: brotliParams(body) }),
    );
}

function brotliParams(body: Buffer): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: body.length < bestQualityBelowBytes ? constants.BROTLI_MAX_QUALITY : 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
}
