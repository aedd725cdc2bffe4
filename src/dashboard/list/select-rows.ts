import type { Sort } from '../components';
import { isMatch } from '../words';

type Orderable = string | number | null;

/** A field that narrows a list to the rows with one of several values. */
export interface ListFilter<Row> {
  /** Its name in the address. */
  readonly id: string;
  readonly label: string;
  /** Without the one for all. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly has: (row: Row, value: string) => boolean;
}

export interface Selection<Row> {
  readonly q: string;
  /** The text of a row in which the search looks. */
  readonly textOf: (row: Row) => string;
  readonly filters: readonly ListFilter<Row>[];
  /** The chosen value of each filter; empty: all. */
  readonly chosen: Readonly<Record<string, string>>;
  /** Null: as they are. */
  readonly sort: Sort | null;
  /** The values to sort by, by the id of the column. */
  readonly orders: Readonly<Record<string, (row: Row) => Orderable>>;
  readonly language: string;
}

/** Returns the rows that match a search and filters, sorted; rows of equal rank stay in their order. */
export function selectRows<Row>(rows: readonly Row[], selection: Selection<Row>): readonly Row[] {
  const { q, textOf, filters, chosen, sort, orders, language } = selection;
  const found = rows.filter(
    (row) =>
      isMatch(q.trim(), textOf(row)) &&
      filters.every(({ id, has }) => {
        const value = chosen[id] ?? '';
        return value === '' || has(row, value);
      }),
  );
  const order = sort && orders[sort.by];
  if (!sort || !order) return found;
  const collator = new Intl.Collator(language, { numeric: true });
  const direction = sort.isDown ? -1 : 1;
  return found.sort((a, b) => direction * compare(order(a), order(b), collator));
}

/** Rows without a value come before all others, as if it were the lowest one. */
function compare(a: Orderable, b: Orderable, collator: Intl.Collator): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}
