import type { Knex } from 'knex';
import type { Batch, BatchRequest, ListPage, ListPosition, PageSelection } from '../kernel/lists';
import type { TimeRange } from '../kernel/time-range';
import type { Query, Row, TenantScope } from './database';
import { newestFirst, onlyAfter } from './keyset';
import { toNumber } from './rows';
import { findMatches, type Search } from './search';
import type { TenantTable } from './tables';

/**
 * Which rows of a tenant's table are meant; the table has `id` and `created_at`, and an index over the tenant
 * and both.
 */
export interface Selection {
  readonly table: TenantTable;
  /** Columns that must hold exactly this; undefined: any. */
  readonly equals: Readonly<Record<string, string | undefined>>;
  /** Of `created_at`. */
  readonly range: TimeRange;
}

/** Which rows a list holds, and how it shows them. */
export interface Listing extends Selection {
  /** What to read of the rows; unless given, all columns. */
  readonly columns?: () => readonly (string | Knex.Raw)[];
  /** Counts only with a text. */
  readonly search: Search;
  /**
   * Returns the number of rows where it is stored and need not be counted, otherwise null. Called only without
   * a range and a search.
   */
  readonly knownTotal: () => Promise<number | null>;
}

/** The rows of a listing, filters applied. */
export type Filtered = () => Query;

/**
 * One page of a list, newest first. Places are found by an index alone and rows fetched by their ids
 * afterwards: asked for whole rows, MariaDB walks a tenant's whole index rather than begin in its middle.
 */
export async function readListPage(
  scope: TenantScope,
  request: PageSelection,
  listing: Listing,
): Promise<ListPage<Row>> {
  const { table, columns, search, knownTotal } = listing;
  const filtered: Filtered = () => rowsOf(scope, listing);
  const toFound = (positions: readonly ListPosition[]) =>
    readFound(scope, table, positions, request.limit, columns?.());

  if (search.text) {
    const { matches, searchedFrom } = await findMatches(scope, table, filtered, {
      ...search,
      text: search.text,
    });
    const page = pageOfMatches(matches, request);
    return { ...(await toFound(page)), total: matches.length, searchedFrom };
  }
  const total = await countRows(scope, listing, knownTotal);
  const { after, page, limit } = request;
  const skipped = after === null ? (page - 1) * limit : 0;
  const positions =
    skipped > 0 && skipped >= total ? [] : await readPositions(scope, listing, { after, skipped, limit });
  return { ...(await toFound(positions)), total, searchedFrom: null };
}

/** Returns the next rows of a selection, newest first. */
export async function readBatch(
  scope: TenantScope,
  selection: Selection,
  { after, limit, columns }: BatchRequest & { readonly columns?: readonly (string | Knex.Raw)[] },
): Promise<Batch<Row>> {
  const positions = await readPositions(scope, selection, { after, skipped: 0, limit });
  return readFound(scope, selection.table, positions, limit, columns);
}

/** How many rows a selection has. @param knownTotal as in `Listing` */
export async function countRows(
  scope: TenantScope,
  selection: Selection,
  knownTotal: Listing['knownTotal'],
): Promise<number> {
  const { from, to } = selection.range;
  const known = from === null && to === null ? await knownTotal() : null;
  return known ?? toNumber((await rowsOf(scope, selection).count({ rows: '*' }))[0]?.rows);
}

function rowsOf(scope: TenantScope, { table, equals, range }: Selection): Query {
  const set = Object.entries(equals).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = scope.from(table).where(Object.fromEntries(set));
  if (range.from !== null) query.where('created_at', '>=', range.from);
  if (range.to !== null) query.where('created_at', '<=', range.to);
  return query as Query;
}

/**
 * Of a selection's rows those behind a position. The position and the range's end bound the same column, and
 * SQLite begins at the range's, however far behind it the position is; so it is given the nearer one alone.
 */
function rowsBehind(scope: TenantScope, selection: Selection, after: ListPosition): Query {
  const { from, to } = selection.range;
  if (to !== null && to < after.createdAt) return rowsOf(scope, selection);
  return onlyAfter(rowsOf(scope, { ...selection, range: { from, to: null } }), scope.dialect, after);
}

interface Place {
  readonly after: ListPosition | null;
  readonly skipped: number;
  readonly limit: number;
}

/** Positions of a page, and one more when there are rows behind it. */
async function readPositions(
  scope: TenantScope,
  selection: Selection,
  { after, skipped, limit }: Place,
): Promise<ListPosition[]> {
  const rows = after === null ? rowsOf(scope, selection) : rowsBehind(scope, selection, after);
  const found = await newestFirst(rows.select('id', 'created_at') as Query)
    .limit(limit + 1)
    .offset(skipped);
  return found.map(toPosition);
}

/** @param positions of the page, and one more when there are rows behind it */
async function readFound(
  scope: TenantScope,
  table: TenantTable,
  positions: readonly ListPosition[],
  limit: number,
  columns: readonly (string | Knex.Raw)[] = ['*'],
): Promise<Batch<Row>> {
  const shown = positions.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const rows: Row[] = ids.length === 0 ? [] : await scope.byIds(table, ids).select(...columns);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    // What was erased between the two looks is left out.
    items: ids.flatMap((id) => byId.get(id) ?? []),
    nextAfter: positions.length > limit ? (shown.at(-1) ?? null) : null,
  };
}

function pageOfMatches(
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
