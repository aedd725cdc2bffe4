import { setImmediate as breathe } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bytes that are packed without letting others have a turn. */
const step = 131_072;

/** Packs files into one archive, a piece at a time, so that the event loop is not held up. @param modifiedAt epoch milliseconds */
export async function zipFiles(entries: readonly ZipEntry[], modifiedAt: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const { name, bytes } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = modifiedAt;
    archive.add(file);
    for (let start = 0; start < bytes.length; start += step) {
      file.push(bytes.subarray(start, start + step), false);
      await breathe();
    }
    file.push(new Uint8Array(0), true);
  }
  archive.end();
  return Buffer.concat(chunks);
}
