import type { Knex } from 'knex';
import type {
  Batch,
  BatchRequest,
  CountedRows,
  ListPage,
  ListPosition,
  PageSelection,
} from '../kernel/lists';
import type { TimeRange } from '../kernel/time-range';
import type { Query, Row, TenantScope } from './database';
import { newestFirst, onlyAfter } from './keyset';
import { toNumber } from './rows';
import { findMatches, isSearch, type Search } from './search';
import type { TenantTable } from './tables';

// Why: docs/adr/0019-lists-find-places-first.md, docs/adr/0185-totals-are-counted-up-to-a-number.md

/** Number of rows that one statement counts: a page must cost the same for any number of rows. */
const maxCounted = 100_000;

/**
 * A selection of rows of a tenant table that has the columns `id` and `created_at` and an index over the
 * tenant and both.
 */
export interface Selection {
  readonly table: TenantTable;
  /** Exact values of columns; undefined accepts any value. */
  readonly equals: Readonly<Record<string, string | undefined>>;
  /** Range of `created_at`. */
  readonly range: TimeRange;
  /** Adds further conditions. */
  readonly narrow?: ((rows: Query) => void) | undefined;
}

/** The rows of a list and their columns. */
export interface Listing extends Selection {
  /** Columns to read. Default: all. */
  readonly columns?: () => readonly (string | Knex.Raw)[];
  /** The search, which applies when it has a text or values. */
  readonly search: Search;
  /**
   * Returns the number of rows where it is stored and need not be counted, otherwise null. Called only
   * without a range and a search.
   */
  readonly knownTotal: () => Promise<number | null>;
}

/** Returns a query on the rows of a listing, with its filters. */
export type Filtered = () => Query;

/**
 * Reads one page of a list, newest first. Reads the positions from an index alone and then the rows by their
 * ids: for whole rows, MariaDB would scan the tenant's whole index instead of starting in its middle.
 */
export async function readListPage(
  scope: TenantScope,
  request: PageSelection,
  listing: Listing,
): Promise<ListPage<Row>> {
  const { table, columns, search, knownTotal } = listing;
  const filtered: Filtered = () => selectRows(scope, listing);
  const readRows = (positions: readonly ListPosition[]) =>
    readByPosition(scope, table, positions, request.limit, columns?.());

  if (isSearch(search)) {
    const { matches, searchedFrom } = await findMatches(scope, table, filtered, search);
    const page = selectPage(matches, request);
    return { ...(await readRows(page)), total: matches.length, totalIsMinimum: false, searchedFrom };
  }
  const { total, totalIsMinimum } = await countSomeRows(scope, listing, knownTotal);
  const { after, page, limit } = request;
  const skipped = after === null ? (page - 1) * limit : 0;
  const isBeyond = skipped > 0 && skipped >= total && !totalIsMinimum;
  const positions = isBeyond ? [] : await readPositions(scope, listing, { after, skipped, limit });
  return { ...(await readRows(positions)), total, totalIsMinimum, searchedFrom: null };
}

/** Returns the next rows of a selection, newest first. */
export async function readBatch(
  scope: TenantScope,
  selection: Selection,
  { after, limit, columns = ['*'] }: BatchRequest & { readonly columns?: readonly (string | Knex.Raw)[] },
): Promise<Batch<Row>> {
  if (scope.dialect === 'mysql') {
    const positions = await readPositions(scope, selection, { after, skipped: 0, limit });
    return readByPosition(scope, selection.table, positions, limit, columns);
  }
  const rows: Row[] = await newestFirst(
    selectNext(scope, selection, after).select(...columns) as Query,
  ).limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextAfter: rows.length > limit && last !== undefined ? toPosition(last) : null };
}

/**
 * Returns the distinct values of columns in the next rows of a selection, newest first. Costs far less than the rows
 * themselves where few values differ. On MySQL both use positions, as a list does.
 */
export async function readDistinct(
  scope: TenantScope,
  selection: Selection,
  { after, limit, columns }: BatchRequest & { readonly columns: readonly string[] },
): Promise<Batch<Row>> {
  if (scope.dialect === 'mysql') {
    const positions = await readPositions(scope, selection, { after, skipped: 0, limit });
    const shown = positions.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    const items: Row[] =
      ids.length === 0 ? [] : await scope.byKeys(selection.table, 'id', ids).distinct(...columns);
    return { items, nextAfter: positions.length > limit ? (shown.at(-1) ?? null) : null };
  }
  const next = () => selectNext(scope, selection, after);
  const positions = await newestFirst(next().select('id', 'created_at') as Query)
    .limit(1)
    .offset(limit - 1);
  const last = positions[0] === undefined ? null : toPosition(positions[0]);
  const rows = next().distinct(...columns);
  if (last !== null) {
    const { createdAt, id } = last;
    rows
      .where('created_at', '>=', createdAt)
      .whereNot((same) => void same.where('created_at', createdAt).where('id', '<', id));
  }
  return { items: await rows, nextAfter: last };
}

/** Returns the stored number of rows, or that of the first rows. */
async function countSomeRows(
  scope: TenantScope,
  listing: Listing,
  knownTotal: Listing['knownTotal'],
): Promise<Pick<ListPage<Row>, 'total' | 'totalIsMinimum'>> {
  const { from, to } = listing.range;
  const storedTotal = from === null && to === null ? await knownTotal() : null;
  if (storedTotal !== null) return { total: storedTotal, totalIsMinimum: false };
  const some = selectRows(scope, listing)
    .select('id')
    .limit(maxCounted + 1) as Query;
  const counted = toNumber((await scope.within(some, 'counted').count({ rows: '*' }))[0]?.rows);
  return { total: Math.min(counted, maxCounted), totalIsMinimum: counted > maxCounted };
}

/** Counts the next rows of a selection. */
export async function countNextRows(
  scope: TenantScope,
  selection: Selection,
  after: ListPosition | null,
): Promise<CountedRows> {
  const next = () => selectNext(scope, selection, after);
  const positions = await newestFirst(next().select('id', 'created_at') as Query)
    .limit(1)
    .offset(maxCounted - 1);
  if (positions[0] !== undefined) return { rows: maxCounted, nextAfter: toPosition(positions[0]) };
  return { rows: toNumber((await next().count({ rows: '*' }))[0]?.rows), nextAfter: null };
}

function selectRows(scope: TenantScope, { table, equals, range, narrow }: Selection): Query {
  const set = Object.entries(equals).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = scope.from(table).where(Object.fromEntries(set));
  if (range.from !== null) query.where('created_at', '>=', range.from);
  if (range.to !== null) query.where('created_at', '<=', range.to);
  narrow?.(query as Query);
  return query as Query;
}

/**
 * Returns a query on the rows of a selection after a position. The position and the end of the range bound
 * the same column, and SQLite would always start at the end of the range; so the query contains only the
 * nearer bound.
 */
function selectRowsAfter(scope: TenantScope, selection: Selection, after: ListPosition): Query {
  const { from, to } = selection.range;
  if (to !== null && to < after.createdAt) return selectRows(scope, selection);
  return onlyAfter(selectRows(scope, { ...selection, range: { from, to: null } }), scope.dialect, after);
}

/** Returns a query on the rows of a selection after a position; null: on all of them. */
const selectNext = (scope: TenantScope, selection: Selection, after: ListPosition | null): Query =>
  after === null ? selectRows(scope, selection) : selectRowsAfter(scope, selection, after);

interface Place {
  readonly after: ListPosition | null;
  readonly skipped: number;
  readonly limit: number;
}

/** Reads the positions of a page, and one more when there are rows after it. */
async function readPositions(
  scope: TenantScope,
  selection: Selection,
  { after, skipped, limit }: Place,
): Promise<ListPosition[]> {
  const rows = selectNext(scope, selection, after).select('id', 'created_at');
  const positions = await newestFirst(rows as Query)
    .limit(limit + 1)
    .offset(skipped);
  return positions.map(toPosition);
}

/**
 * Reads the rows at these positions.
 * @param positions positions of the page, and one more when there are rows after it
 */
async function readByPosition(
  scope: TenantScope,
  table: TenantTable,
  positions: readonly ListPosition[],
  limit: number,
  columns: readonly (string | Knex.Raw)[] = ['*'],
): Promise<Batch<Row>> {
  const shown = positions.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const rows: Row[] = ids.length === 0 ? [] : await scope.byKeys(table, 'id', ids).select(...columns);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    // Rows that were erased between the two queries are left out.
    items: ids.flatMap((id) => byId.get(id) ?? []),
    nextAfter: positions.length > limit ? (shown.at(-1) ?? null) : null,
  };
}

function selectPage(
  matches: readonly ListPosition[],
  { after, page, limit }: PageSelection,
): readonly ListPosition[] {
  const start =
    after === null
      ? (page - 1) * limit
      : matches.findIndex(
          (match) =>
            match.createdAt < after.createdAt || (match.createdAt === after.createdAt && match.id < after.id),
        );
  return start === -1 ? [] : matches.slice(start, start + limit + 1);
}

const toPosition = (row: Row): ListPosition => ({ createdAt: toNumber(row.created_at), id: String(row.id) });
