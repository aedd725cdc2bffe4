import { useAddress } from '../app/use-address';
import type { Sort } from '../components';
import { useLanguage } from '../words';
import { type ListFilter, type Selection, selectRows } from './select-rows';

export const rowsPerPage = 25;

export interface ListOptions<Row> extends Pick<Selection<Row>, 'textOf' | 'orders'> {
  readonly rows: readonly Row[];
  readonly filters?: readonly ListFilter<Row>[];
  /** Column by which it is sorted at first, after `-` from the highest. Default: the order of the rows. */
  readonly first?: string;
  /** Distinguishes it in the address from another list of the screen. */
  readonly name?: string;
}

/** A part of a list, and what its fields, titles and buttons need. */
export interface ListState<Row> {
  /** The rows of the page. */
  readonly shown: readonly Row[];
  /** Number of rows that match. */
  readonly total: number;
  readonly page: number;
  readonly q: string;
  readonly filters: readonly (ListFilter<Row> & { readonly value: string })[];
  readonly sort: Sort | null;
  readonly isNarrowed: boolean;
  readonly search: (q: string) => void;
  readonly narrow: (filter: string, value: string) => void;
  readonly clear: () => void;
  readonly sortBy: (sort: Sort) => void;
  readonly goTo: (page: number) => void;
}

/** Searches, narrows, sorts and pages a list that is loaded as a whole. The address keeps the state. */
export function useList<Row>({
  rows,
  textOf,
  filters = [],
  orders,
  first = '',
  name = '',
}: ListOptions<Row>): ListState<Row> {
  const language = useLanguage();
  const inAddress = (id: string) => (name === '' ? id : `${name}-${id}`);
  const ids = ['q', 'sort', 'page', ...filters.map(({ id }) => id)];
  const address = useAddress(ids.map(inAddress), { replaces: true });
  const read = (id: string) => address.values[inAddress(id)] ?? '';
  const set = (changes: Readonly<Record<string, string>>) =>
    address.set(Object.fromEntries(Object.entries(changes).map(([id, value]) => [inAddress(id), value])));

  // The address can name a value that there is no longer.
  const known = filters.map((filter) => ({
    ...filter,
    value: filter.options.find(({ value }) => value === read(filter.id))?.value ?? '',
  }));
  const q = read('q');
  const sort = toSort(read('sort') || first);
  const found = selectRows(rows, {
    q,
    textOf,
    filters,
    chosen: Object.fromEntries(known.map(({ id, value }) => [id, value])),
    sort,
    orders,
    language,
  });
  const lastPage = Math.max(1, Math.ceil(found.length / rowsPerPage));
  const page = Math.min(lastPage, Math.max(1, Math.trunc(Number(read('page'))) || 1));
  return {
    shown: found.slice((page - 1) * rowsPerPage, page * rowsPerPage),
    total: found.length,
    page,
    q,
    filters: known,
    sort,
    isNarrowed: q !== '' || known.some(({ value }) => value !== ''),
    search: (next) => set({ q: next, page: '' }),
    narrow: (id, value) => set({ [id]: value, page: '' }),
    clear: () => set({ q: '', page: '', ...Object.fromEntries(filters.map(({ id }) => [id, ''])) }),
    sortBy: ({ by, isDown }) => set({ sort: isDown ? `-${by}` : by, page: '' }),
    goTo: (next) => set({ page: next === 1 ? '' : String(next) }),
  };
}

const toSort = (text: string): Sort | null =>
  text === '' ? null : { by: text.replace(/^-/, ''), isDown: text.startsWith('-') };
