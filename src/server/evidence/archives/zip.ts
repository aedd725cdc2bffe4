import { Zip, ZipDeflate } from 'fflate';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';

export interface ZipEntry {
  readonly name: string;
  /** The content; read once, when the entry is packed. */
  readonly pieces: Iterable<Uint8Array>;
}

/** Greatest number of bytes that are packed before other work runs. */
const step = 131_072;

/**
 * Packs files into one archive and yields it while it is made, so that neither memory nor the event loop is
 * loaded with all of it at once. An entry can depend on the content of earlier entries.
 * @param modifiedAt epoch milliseconds
 */
export async function* zipPieces(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  modifiedAt: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const packed: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const take = () => packed.splice(0);
  for await (const { name, pieces } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = modifiedAt;
    archive.add(file);
    for (const piece of pieces) {
      for (let start = 0; start < piece.length; start += step) {
        file.push(piece.subarray(start, start + step), false);
        yield* take();
        await yieldToEventLoop();
      }
    }
    file.push(new Uint8Array(0), true);
  }
  archive.end();
  yield* take();
}
