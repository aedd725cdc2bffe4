import type { ListPosition } from '../kernel/paging';
import type { Query, Row, TenantScope } from './database';
import { newestFirst } from './keyset';
import { toNumber } from './rows';
import type { TenantTable } from './tables';

/** A text to be found in any case; nothing in it is a wildcard. */
export interface Search {
  readonly text?: string;
  readonly columns: readonly string[];
  /** Of these an index begins with the tenant and the column: their beginning is found however old the row is. */
  readonly indexed: readonly string[];
  /** How many of the newest rows are looked through for the text anywhere in the columns. */
  readonly rows: number;
}

export interface Matches {
  /** Newest first. */
  readonly matches: readonly ListPosition[];
  /** Time of the oldest row that was looked through, when that were not all. */
  readonly searchedFrom: number | null;
}

/** Most rows that are taken from one index: a beginning that more share tells little, and the newest are found anyway. */
const mostByIndex = 1000;

/**
 * Where the text stands. No index that every database has finds the middle of a text, so that is looked for among the
 * newest rows only, which takes the same time however many there are; the beginning of an indexed column is found anywhere.
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
  const placeOf = (column: string) => (scope.dialect === 'postgres' ? `strpos(lower(${column}), ?)` : `instr(lower(${column}), ?)`);

  // The last of the newest rows, and whether there is one behind it.
  const [oldest, behind] = await newestFirst(filtered().select('created_at'))
    .offset(rows - 1)
    .limit(2);
  const anywhere = columns.map((column) => `${placeOf(`r.${column}`)} > 0`).join(' or ');
  const bindings = columns.map(() => lower);
  for (const row of await newestRows().whereRaw(`(${anywhere})`, bindings).select('r.id', 'r.created_at')) note(row);
  if (oldest === undefined || behind === undefined) return { matches: sorted(found), searchedFrom: null };

  for (const column of indexed) {
    const beginning = filtered().where((any) => {
      for (const start of spellings(lower)) any.orWhere((range) => range.where(column, '>=', start).where(column, '<', `${start}\u{10ffff}`));
    });
    const matching = await beginning
      .whereRaw(`${placeOf(column)} = 1`, [lower])
      .select('id', 'created_at')
      .limit(mostByIndex + 1);
    if (matching.length <= mostByIndex) for (const row of matching) note(row);
  }
  return { matches: sorted(found), searchedFrom: toNumber(oldest.created_at) };

  /**
   * The newest rows, as `r`. MariaDB reads no more than them only when it finds their ids first and joins the rows;
   * PostgreSQL for such a join may read the whole table.
   */
  function newestRows(): Query {
    if (scope.dialect !== 'mysql') return scope.within(newestFirst(filtered().select('id', 'created_at', ...columns)).limit(rows), 'r');
    const ids = newestFirst(filtered().select('id')).limit(rows);
    return scope.from(table, 'r').join(ids.as('newest'), 'newest.id', 'r.id') as Query;
  }
}

/** Most ranges of an index that one search reads. */
const mostSpellings = 16;

/** The text in every mixture of upper and lower case, cut where there would be too many: an index knows only one spelling. */
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
