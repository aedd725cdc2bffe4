/** Returns the name that was most likely meant by a misspelt one, or null when none is similar. */
export function closest(written: string, names: readonly string[]): string | null {
  const near = names
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near !== undefined && near.distance <= Math.max(1, Math.floor(near.name.length / 3))
    ? near.name
    : null;
}

/**
 * Returns the number of letters that must be inserted, removed or replaced to get from one text to the other
 * (Levenshtein).
 */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > b.length) return b.length;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === b[j] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
