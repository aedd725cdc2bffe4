import { Zip, ZipDeflate } from 'fflate';
import { yieldToEventLoop } from '../../kernel/concurrency/yield-to-event-loop';

export interface ZipEntry {
  readonly name: string;
  /** Read once, when the entry's turn comes. */
  readonly pieces: Iterable<Uint8Array>;
}

/** Maximum number of bytes that are packed before others have a turn. */
const step = 131_072;

/**
 * Packs files into one archive and hands it out while it is made, so that neither memory nor the event loop
 * has to take all of it at once. An entry may follow from what the entries before it held. @param modifiedAt
 * epoch milliseconds
 */
export async function* zipPieces(
  entries: Iterable<ZipEntry>,
  modifiedAt: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const packed: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const take = () => packed.splice(0);
  for (const { name, pieces } of entries) {
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
