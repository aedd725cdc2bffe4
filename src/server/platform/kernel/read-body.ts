/**
 * Reads the body of a response. Returns null, without reading the rest, when it is longer than `maxBytes`.
 */
export async function readAtMost(maxBytes: number, { body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the response.
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
