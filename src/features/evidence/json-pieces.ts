/** Characters of a piece: large enough for few writes, small enough to be made in no time. */
const pieceLength = 65_536;

/** How deep lists and objects are taken apart; what lies deeper is one small value. */
const deepest = 3;

/**
 * JSON of a large value in pieces, equal to `JSON.stringify(value, null, space)`: an answer can be sent, or
 * packed, without holding all of its text or making all of it in one turn.
 */
export function* jsonPieces(value: object, space = ''): Generator<string, void, undefined> {
  let text = '';
  for (const part of partsOf(value, space, 0)) {
    text += part;
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function* partsOf(value: unknown, space: string, depth: number): Generator<string, void, undefined> {
  const line = (level: number) => (space === '' ? '' : `\n${space.repeat(level)}`);
  const isList = Array.isArray(value);
  const members = membersOf(value);
  if (members.length === 0 || depth === deepest) {
    // No text of JSON holds a line feed other than those between its values.
    yield (JSON.stringify(value, null, space) ?? 'null').replaceAll('\n', line(depth));
    return;
  }
  yield isList ? '[' : '{';
  for (const [index, [key, member]] of members.entries()) {
    yield `${index === 0 ? '' : ','}${line(depth + 1)}${isList ? '' : `${JSON.stringify(key)}:${space === '' ? '' : ' '}`}`;
    yield* partsOf(member, space, depth + 1);
  }
  yield line(depth) + (isList ? ']' : '}');
}

/** As JSON has them: what is undefined is left out of objects, and null in lists. */
function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, member]) => member !== undefined || Array.isArray(value));
}
