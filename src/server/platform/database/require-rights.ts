import { ServiceError, SetupError } from '../kernel/errors';
import type { Database } from './database';
import type { Dialect } from './dialect';
import { globalTables, tenantTables } from './tables';

// Why: docs/adr/0148-health-that-writes.md

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Rights that the user of the database lacks on the service's tables. */
export interface MissingRights {
  /** A sentence that names the rights and tables. */
  readonly message: string;
  /** The statement that grants them. */
  readonly grant: string;
}

/** Number of tables that a message names for one right. */
const maxNamed = 3;

/** The audit log is append-only, so that a user without the right to change it can be used. */
const appendOnly = 'audit';

const allRights: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const neededRights = (table: string) =>
  table === appendOnly ? allRights.filter((right) => right === 'SELECT' || right === 'INSERT') : allRights;

interface TableRight {
  readonly table: string;
  readonly right: Right;
}

type RightsDatabase = Pick<Database, 'dialect' | 'prefix' | 'read'>;

const finders: Readonly<Record<Dialect, (database: RightsDatabase) => Promise<MissingRights | null>>> = {
  // A file has no users.
  sqlite: async () => null,
  postgres: findOnPostgres,
  mysql: findOnMysql,
};

/** Returns the rights that the database's user lacks on the service's tables, which must exist; null: none. */
export function findMissingRights(database: RightsDatabase): Promise<MissingRights | null> {
  return finders[database.dialect](database);
}

/** @throws SetupError naming the rights that are missing, and the statement that grants them */
export async function requireRights(database: RightsDatabase): Promise<void> {
  const missing = await findMissingRights(database);
  if (missing === null) return;
  throw new SetupError(
    `${missing.message} Run: ${missing.grant}. See docs/guide/troubleshooting.md#database-cannot-be-written`,
  );
}

const tablesWithRights = (prefix: string) =>
  [...tenantTables, ...globalTables].flatMap((table) =>
    neededRights(table).map((right) => ({ table: `${prefix}${table}`, right })),
  );

/** Source: https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-ACCESS */
async function findOnPostgres({ prefix, read }: RightsDatabase): Promise<MissingRights | null> {
  const needed = tablesWithRights(prefix);
  const { rows } = await read(({ raw }) =>
    raw(
      `select needed.name as "table", needed.wanted as "right", current_user as own_name, current_schema() as own_schema
         from unnest(cast(? as text[]), cast(? as text[])) with ordinality as needed (name, wanted, place)
        where not has_table_privilege(to_regclass(quote_ident(needed.name)), needed.wanted)
        order by needed.place`,
      [needed.map(({ table }) => table), needed.map(({ right }) => right)],
    ),
  );
  if (rows.length === 0) return null;
  const user = String(rows[0].own_name);
  return {
    message: describe(user, rows),
    grant: `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${quote(rows[0].own_schema)} TO ${quote(user)}`,
  };
}

const quote = (name: unknown) => `"${String(name).replaceAll('"', '""')}"`;

const accessDenied = 1142;

/**
 * Columns list the rights of the current user, those of its roles included, except DELETE, which a statement that matches
 * no row tries. Source: https://dev.mysql.com/doc/refman/8.4/en/information-schema-columns-table.html
 */
async function findOnMysql({ prefix, read }: RightsDatabase): Promise<MissingRights | null> {
  const needed = tablesWithRights(prefix);
  const names = [...new Set(needed.map(({ table }) => table))];
  const deletable = needed.filter(({ right }) => right === 'DELETE').map(({ table }) => table);
  const [columns] = await read(({ raw }) =>
    raw(
      `select lower(table_name) as name, lower(privileges) as rights, current_user() as own_name, database() as own_schema
         from information_schema.columns
        where table_schema = database() and table_name in (${names.map(() => '?').join(', ')})`,
      names,
    ),
  );
  const has = ({ table, right }: TableRight) => {
    const found = (columns as { name: string; rights: string }[]).filter(({ name }) => name === table);
    return found.length > 0 && found.every(({ rights }) => rights.split(',').includes(right.toLowerCase()));
  };
  const lacking = needed.filter((one) => one.right !== 'DELETE' && !has(one));
  const list = deletable.map(() => '??').join(', ');
  const isDeletable = await read(({ raw }) =>
    raw(`delete ${list} from ${list} where 1 = 0`, [...deletable, ...deletable]),
  ).then(
    () => true,
    (error) => {
      const { cause = error } = error as { readonly cause?: unknown };
      if ((cause as { readonly errno?: unknown }).errno === accessDenied) return false;
      // The session can refuse a statement without a key, which says nothing about rights.
      if (!(error instanceof ServiceError)) return true;
      throw error;
    },
  );
  const missing = isDeletable
    ? lacking
    : [...lacking, ...deletable.map((table) => ({ table, right: 'DELETE' as const }))];
  if (missing.length === 0) return null;
  const { own_name: user, own_schema: schema } = columns[0];
  return {
    message: describe(user, missing),
    grant: `GRANT SELECT, INSERT, UPDATE, DELETE ON \`${schema}\`.* TO '${String(user).replace('@', "'@'")}'`,
  };
}

/** Returns a sentence that names the tables of each right. */
function describe(user: string, missing: readonly TableRight[]): string {
  const lists = allRights.flatMap((right) => {
    const tables = missing.filter((one) => one.right === right).map(({ table }) => table);
    const others = tables.length - maxNamed;
    const names = [...tables.slice(0, maxNamed), ...(others > 0 ? [`${others} more`] : [])];
    return names.length === 0 ? [] : [`${right} on ${joinWords(names)}`];
  });
  return `The database's user ${user} lacks ${lists.join('; ')}.`;
}

const joinWords = (words: readonly string[]) =>
  words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
