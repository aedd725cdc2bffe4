/** A piece of text that stays, is new or is gone. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Longer comparisons take too long and too much memory (words of one text times words of the other). */
const mostCells = 4_000_000;

/** Compares two texts word by word. */
export function compareWords(before: string, after: string): readonly Piece[] {
  const old = before.match(/\s+|\S+/g) ?? [];
  const now = after.match(/\s+|\S+/g) ?? [];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;

  return joined([
    ...old.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map((text) => ({ kind: 'same' as const, text })),
  ]);
}

/** Keeps the longest common sequence of words. */
function compareMiddle(old: readonly string[], now: readonly string[]): readonly Piece[] {
  const width = now.length + 1;
  if (old.length * width > mostCells)
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: now.join('') },
    ];
  // common[row * width + column]: length of the longest sequence that both ends have in common.
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));

  const pieces: Piece[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    if (row < old.length && old[row] === now[column]) {
      pieces.push({ kind: 'same', text: old[row] ?? '' });
      row += 1;
      column += 1;
    } else if (column === now.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: 'removed', text: old[row] ?? '' });
      row += 1;
    } else {
      pieces.push({ kind: 'added', text: now[column] ?? '' });
      column += 1;
    }
  }
  return pieces;
}

/** Puts neighbours of one kind together, so that a changed sentence reads as one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.kind === piece.kind) result[result.length - 1] = { ...piece, text: last.text + piece.text };
    else result.push(piece);
  }
  return result.filter(({ text }) => text !== '');
}
