import type { ListPosition } from '../kernel/lists';
import type { Query, Row, TenantScope } from './database';
import { newestFirst } from './keyset';
import { toNumber } from './rows';
import type { TenantTable } from './tables';

/** A text to be found in any case; nothing in it is a wildcard. */
export interface Search {
  readonly text?: string;
  readonly columns: readonly string[];
  /**
   * Of these an index begins with the tenant and the column: their beginning is found however old the row is.
   */
  readonly indexed: readonly string[];
  /** How many of the newest rows are looked through for the text anywhere in the columns. */
  readonly rows: number;
}

export interface Matches {
  /** Newest first. */
  readonly matches: readonly ListPosition[];
  /**
   * When not all rows were looked through: all that are later than this were, and a search up to it goes on.
   */
  readonly searchedFrom: number | null;
}

/**
 * Most rows that are taken from one index: a beginning that more share tells little, and the newest are found
 * anyway.
 */
const mostByIndex = 1000;

/**
 * Where the text stands. No index that every database has finds the middle of a text, so that is looked for
 * among the newest rows only, which takes the same time however many there are; the beginning of an indexed
 * column is found anywhere.
 * @param filtered the rows in question
 */
export async function findMatches(
  scope: TenantScope,
  table: TenantTable,
  filtered: () => Query,
  { text, columns, indexed, rows }: Search & { readonly text: string },
): Promise<Matches> {
  const lower = text.toLowerCase();
  const found = new Map<string, ListPosition>();
  const note = (row: Row) => found.set(row.id, { id: row.id, createdAt: toNumber(row.created_at) });
  const placeOf = (column: string) =>
    scope.dialect === 'postgres' ? `strpos(lower(${column}), ?)` : `instr(lower(${column}), ?)`;

  // The last of the newest rows, and whether there is one behind it.
  const [oldest, behind] = await newestFirst(filtered().select('created_at'))
    .offset(rows - 1)
    .limit(2);
  const moment = behind === undefined ? null : await onlyMoment(toNumber(oldest?.created_at));
  const bindings = columns.map(() => lower);
  const anywhere = (alias: string) =>
    `(${columns.map((column) => `${placeOf(`${alias}${column}`)} > 0`).join(' or ')})`;
  const inMiddle =
    moment === null
      ? newestRows().whereRaw(anywhere('r.'), bindings).select('r.id', 'r.created_at')
      : filtered().where({ created_at: moment }).whereRaw(anywhere(''), bindings).select('id', 'created_at');
  for (const row of await inMiddle) note(row);
  const searchedFrom =
    moment === null
      ? behind === undefined
        ? null
        : toNumber(oldest?.created_at)
      : await endOfRowsBefore(moment);
  if (searchedFrom === null) return { matches: sorted(found), searchedFrom };

  for (const column of indexed) {
    const matching = await beginningWith(column);
    if (matching.length <= mostByIndex) for (const row of matching) note(row);
  }
  return { matches: sorted(found), searchedFrom };

  /** Rows whose column begins with the text; more than `mostByIndex` tell that there are too many. */
  async function beginningWith(column: string): Promise<Row[]> {
    const matching: Row[] = [];
    // A query for each: of several ranges in one, SQLite makes a walk through all the rows of the tenant.
    for (const start of spellings(lower)) {
      const range = filtered().where(column, '>=', start).where(column, '<', `${start}\u{10ffff}`);
      const left = mostByIndex + 1 - matching.length;
      matching.push(
        ...(await range
          .whereRaw(`${placeOf(column)} = 1`, [lower])
          .select('id', 'created_at')
          .limit(left)),
      );
      if (matching.length > mostByIndex) break;
    }
    return matching;
  }

  /**
   * The time of all the newest rows, when they have but one: an import can give any number of records the
   * same. Then all of that time are looked through, since a search that ended among them could never go on
   * behind them.
   */
  async function onlyMoment(oldestOfNewest: number): Promise<number | null> {
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
   * The newest rows, as `r`. MariaDB reads no more than them only when it finds their ids first and joins the
   * rows; PostgreSQL for such a join may read the whole table.
   */
  function newestRows(): Query {
    if (scope.dialect !== 'mysql')
      return scope.within(newestFirst(filtered().select('id', 'created_at', ...columns)).limit(rows), 'r');
    const ids = newestFirst(filtered().select('id')).limit(rows);
    return scope.from(table, 'r').join(ids.as('newest'), 'newest.id', 'r.id') as Query;
  }
}

/** Most ranges of an index that one search reads. */
const mostSpellings = 16;

/**
 * The text in every mixture of upper and lower case, cut where there would be too many: an index knows only
 * one spelling.
 */
function spellings(lower: string): string[] {
  let known = [''];
  for (const letter of lower) {
    const forms = new Set([letter, letter.toUpperCase()]);
    if (known.length * forms.size > mostSpellings) break;
    known = known.flatMap((start) => [...forms].map((form) => start + form));
  }
  return known;
}

function sorted(found: ReadonlyMap<string, ListPosition>): ListPosition[] {
  return [...found.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}
