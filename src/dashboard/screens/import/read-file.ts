/** Reads a text file, also one that is compressed with gzip. */
export async function readFile(file: File): Promise<string> {
  if (!file.name.endsWith('.gz')) return file.text();
  const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).text();
}
