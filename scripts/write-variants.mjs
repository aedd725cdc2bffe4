import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Writes a file with its compressed variants `.br` and `.gz`, so that the service compresses nothing at run
 * time. Returns the sizes in bytes.
 * @param isServed false: without variants, for what the service only writes into pages
 * @param withGzip false: without `.gz`, which few browsers need, to keep the package small
 */
export function writeVariants(file, text, { isServed = true, withGzip = true } = {}) {
  const bytes = Buffer.from(text);
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  writeFileSync(file, bytes);
  const sizes = { bytes, size: bytes.length, brotli: brotli.length };
  if (!isServed) return sizes;
  writeFileSync(`${file}.br`, brotli);
  if (!withGzip) return sizes;
  const gzip = gzipSync(bytes, { level: 9 });
  writeFileSync(`${file}.gz`, gzip);
  return { ...sizes, gzip: gzip.length };
}
