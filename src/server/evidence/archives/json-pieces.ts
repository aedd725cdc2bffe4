/** Size of a piece (characters): large enough for few writes, small enough to be made quickly. */
const pieceLength = 65_536;

/** Depth to which lists and objects are split; a deeper value is small and stays in one piece. */
const deepest = 3;

/**
 * Yields the JSON of a large value in pieces, equal to `JSON.stringify(value, null, space)`, so that a
 * response can be sent, or packed, without holding all of its text or creating it in one turn of the event
 * loop.
 */
export function* jsonPieces(value: object, space = ''): Generator<string, void, undefined> {
  let text = '';
  for (const part of toParts(value, space, 0)) {
    text += part;
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function* toParts(value: unknown, space: string, depth: number): Generator<string, void, undefined> {
  const line = (level: number) => (space === '' ? '' : `\n${space.repeat(level)}`);
  const isList = Array.isArray(value);
  const members = listMembers(value);
  if (members.length === 0 || depth === deepest) {
    // JSON contains line feeds only between its values.
    yield (JSON.stringify(value, null, space) ?? 'null').replaceAll('\n', line(depth));
    return;
  }
  yield isList ? '[' : '{';
  for (const [index, [key, member]] of members.entries()) {
    yield `${index === 0 ? '' : ','}${line(depth + 1)}${isList ? '' : `${JSON.stringify(key)}:${space === '' ? '' : ' '}`}`;
    yield* toParts(member, space, depth + 1);
  }
  yield line(depth) + (isList ? ']' : '}');
}

/** Returns the members as in JSON: undefined is left out of objects, and null in lists. */
function listMembers(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, member]) => member !== undefined || Array.isArray(value));
}
