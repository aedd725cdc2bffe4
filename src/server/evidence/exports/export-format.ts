import { byteOrderMark, type Cell, csvLines } from '#platform/csv/csv-writer';

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The conversion of items to text, a few at a time. */
export interface Encoder<Item> {
  /** Text before the first items. */
  readonly start: string;
  /** Separator between these items and the previous ones. */
  readonly between: string;
  readonly encode: (items: readonly Item[]) => string;
  readonly end: string;
}

/** Columns of a table, and the cells that an item fills. */
export interface Columns<Item> {
  readonly header: readonly string[];
  readonly cells: (item: Item) => readonly Cell[];
}

export function csvEncoder<Item>({ header, cells }: Columns<Item>): Encoder<Item> {
  return {
    start: byteOrderMark + csvLines([header]),
    between: '',
    encode: (items) => csvLines(items.map(cells)),
    end: '',
  };
}

/** One array, each item on its own line. */
export const jsonEncoder: Encoder<unknown> = {
  start: '[',
  between: ',',
  encode: (items) => items.map((item) => `\n${JSON.stringify(item)}`).join(','),
  end: '\n]\n',
};

/** Yields the text of all items in `pages`, a page at a time. */
export async function* encoded<Item>(
  pages: AsyncIterable<readonly Item[]>,
  { start, between, encode, end }: Encoder<Item>,
): AsyncGenerator<string, void, undefined> {
  let before = start;
  for await (const items of pages) {
    if (items.length === 0) continue;
    yield before + encode(items);
    before = between;
  }
  yield before === start ? start + end : end;
}
