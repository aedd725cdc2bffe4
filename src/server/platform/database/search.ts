import type { ListPosition } from '../kernel/lists';
import type { Query, Row, TenantScope } from './database';
import { newestFirst } from './keyset';
import { toNumber } from './rows';
import type { TenantTable } from './tables';

// Why: docs/adr/0020-bounded-search.md

/** A search for a text, ignoring case, and for values. The text has no wildcards. */
export interface Search {
  readonly text?: string;
  /** Exact values of columns without an index; undefined accepts any value. */
  readonly values?: Readonly<Record<string, string | boolean | undefined>>;
  readonly columns: readonly string[];
  /**
   * Columns with an index that begins with the tenant and the column: a text at their beginning is found in
   * rows of any age.
   */
  readonly indexed: readonly string[];
  /** Number of newest rows in which the values and the text, at any position of the columns, are searched. */
  readonly rows: number;
}

export interface Matches {
  /** Newest first. */
  readonly matches: readonly ListPosition[];
  /**
   * Time after which all rows were searched (epoch ms); a search up to this time continues. Null when all
   * rows were searched.
   */
  readonly searchedFrom: number | null;
}

/**
 * Maximum number of matches from one index. A beginning that more rows have in common is not specific, and
 * the newest rows are searched anyway.
 */
const maxByIndex = 1000;

/** Returns whether there is anything to search for. */
export const isSearch = ({ text, values = {} }: Search) =>
  Boolean(text) || Object.values(values).some((value) => value !== undefined);

/**
 * Finds the rows that contain the text and have the values. No index that all databases have can find the
 * middle of a text, so only the newest rows are searched for it, which takes the same time for any number of
 * rows; the beginning of an indexed column is found in all rows.
 * @param filtered returns a query on the rows to search
 */
export async function findMatches(
  scope: TenantScope,
  table: TenantTable,
  filtered: () => Query,
  { text = '', values = {}, columns, indexed, rows }: Search,
): Promise<Matches> {
  const lower = text.toLowerCase();
  const wanted = Object.entries(values).filter(
    (entry): entry is [string, string | boolean] => entry[1] !== undefined,
  );
  const matches = new Map<string, ListPosition>();
  const add = (row: Row) => matches.set(row.id, { id: row.id, createdAt: toNumber(row.created_at) });
  const findPosition = (column: string) =>
    scope.dialect === 'postgres' ? `strpos(lower(${column}), ?)` : `instr(lower(${column}), ?)`;

  // The last of the newest rows, and the next one, if any.
  const [oldest, behind] = await newestFirst(filtered().select('created_at'))
    .offset(rows - 1)
    .limit(2);
  const moment = behind === undefined ? null : await findSingleTime(toNumber(oldest?.created_at));
  const bindings = columns.map(() => lower);
  const matching = (query: Query, alias: string) => {
    for (const [column, value] of wanted) query.where(`${alias}${column}`, value);
    const anywhere = columns.map((column) => `${findPosition(`${alias}${column}`)} > 0`).join(' or ');
    if (text !== '') query.whereRaw(`(${anywhere})`, bindings);
    return query;
  };
  const inMiddle =
    moment === null
      ? matching(newestRows(), 'r.').select('r.id', 'r.created_at')
      : matching(filtered().where({ created_at: moment }), '').select('id', 'created_at');
  for (const row of await inMiddle) add(row);
  const searchedFrom =
    moment === null
      ? behind === undefined
        ? null
        : toNumber(oldest?.created_at)
      : await endOfRowsBefore(moment);
  if (searchedFrom === null) return { matches: sorted(matches), searchedFrom };

  for (const column of text === '' ? [] : indexed) {
    const found = await beginningWith(column);
    if (found.length <= maxByIndex) for (const row of found) add(row);
  }
  return { matches: sorted(matches), searchedFrom };

  /** Returns rows whose column begins with the text; more than `maxByIndex` when there are too many. */
  async function beginningWith(column: string): Promise<Row[]> {
    const found: Row[] = [];
    // One query for each spelling: for several ranges in one query SQLite scans all rows of the tenant.
    for (const start of spellings(lower)) {
      const range = filtered().where(column, '>=', start).where(column, '<', `${start}\u{10ffff}`);
      for (const [name, value] of wanted) range.where(name, value);
      const remaining = maxByIndex + 1 - found.length;
      found.push(
        ...(await range
          .whereRaw(`${findPosition(column)} = 1`, [lower])
          .select('id', 'created_at')
          .limit(remaining)),
      );
      if (found.length > maxByIndex) break;
    }
    return found;
  }

  /**
   * Returns the time of the newest rows when all have the same one, else null: an import can create any
   * number of records at the same time. In that case all rows of that time are searched, because a search
   * that stopped among them could never continue after them.
   */
  async function findSingleTime(oldestOfNewest: number): Promise<number | null> {
    const newest = await newestFirst(filtered().select('created_at')).first();
    return toNumber(newest?.created_at) === oldestOfNewest ? oldestOfNewest : null;
  }

  async function endOfRowsBefore(time: number): Promise<number | null> {
    return (await newestFirst(filtered().where('created_at', '<', time).select('created_at')).first()) ===
      undefined
      ? null
      : time - 1;
  }

  /**
   * Returns a query on the newest rows, as `r`. MariaDB reads only these rows when it selects their ids first
   * and joins the rows; PostgreSQL can read the whole table for such a join.
   */
  function newestRows(): Query {
    const read = new Set(['id', 'created_at', ...columns, ...wanted.map(([column]) => column)]);
    if (scope.dialect !== 'mysql')
      return scope.within(newestFirst(filtered().select([...read])).limit(rows), 'r');
    const ids = newestFirst(filtered().select('id')).limit(rows);
    return scope.from(table, 'r').join(ids.as('newest'), 'newest.id', 'r.id') as Query;
  }
}

/** Maximum number of index ranges that one search reads. */
const maxSpellings = 16;

/**
 * Returns the text in all combinations of upper and lower case, because an index is case-sensitive. Shortens
 * the text when there would be too many.
 */
function spellings(lower: string): string[] {
  let starts = [''];
  for (const letter of lower) {
    const forms = new Set([letter, letter.toUpperCase()]);
    if (starts.length * forms.size > maxSpellings) break;
    starts = starts.flatMap((start) => [...forms].map((form) => start + form));
  }
  return starts;
}

function sorted(positions: ReadonlyMap<string, ListPosition>): ListPosition[] {
  return [...positions.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}
