import type { Knex } from 'knex';
import type { Dialect } from '../dialect';
import type { GlobalTable, TenantTable } from '../tables';
import { allowChanges, refuseChanges } from './append-only';
import { createView, dropView } from './views';

type Table = GlobalTable | TenantTable;

/**
 * The operations of a migration, which add the table prefix and hide the differences between dialects. Each
 * step can be repeated after a crash.
 */
export interface SchemaTools {
  readonly create: (table: Table, build: (table: Knex.CreateTableBuilder) => void) => Promise<void>;
  readonly drop: (table: Table) => Promise<void>;
  /** Creates triggers that refuse to change or remove rows. */
  readonly refuseChanges: (table: Table) => Promise<void>;
  readonly allowChanges: (table: Table) => Promise<void>;
  /**
   * Creates a view, or replaces it. @param select the query; `table` returns the real name of a table
   */
  readonly createView: (name: string, select: (table: (name: Table) => string) => string) => Promise<void>;
  readonly dropView: (name: string) => Promise<void>;
  /** Column types that Knex does not have. */
  readonly types: ColumnTypes;
  /** Options of an index of some rows only. MySQL has none, and its indexes contain all rows. */
  readonly where: (condition: string) => { readonly predicate?: Knex.QueryBuilder };
}

interface ColumnTypes {
  /** Bytes: up to 4 GiB on MySQL, 1 GiB on other databases. */
  readonly bytes: string;
  /** ASCII text of at most 1024 characters, compared byte by byte; short enough for an index of InnoDB. */
  readonly storageKey: string;
}

const columnTypes: Readonly<Record<Dialect, ColumnTypes>> = {
  sqlite: { bytes: 'blob', storageKey: 'varchar(1024)' },
  mysql: { bytes: 'longblob', storageKey: 'varchar(1024) character set ascii collate ascii_bin' },
  postgres: { bytes: 'bytea', storageKey: 'varchar(1024)' },
};

/** One migration; never changed after its release. `names` prefixes the names of keys and indexes. */
export interface Migration {
  readonly name: string;
  up(schema: SchemaTools, names: (name: string) => string): Promise<void>;
  down(schema: SchemaTools, names: (name: string) => string): Promise<void>;
}

export function createSchemaTools(connection: Knex, dialect: Dialect, prefix: string): SchemaTools {
  const real = (table: Table) => `${prefix}${table}`;
  return {
    types: columnTypes[dialect],
    where: (condition) =>
      dialect === 'mysql' ? {} : { predicate: connection.queryBuilder().whereRaw(condition) },

    async create(table, build) {
      if (dialect === 'mysql') return createOnMysql(connection, real(table), build);
      await connection.schema.createTable(real(table), build);
      if (dialect === 'postgres') await compareByBytes(connection, real(table));
    },

    drop: async (table) => {
      await connection.schema.dropTableIfExists(real(table));
    },

    refuseChanges: (table) => refuseChanges(connection, dialect, real(table)),
    allowChanges: (table) => allowChanges(connection, dialect, real(table)),
    createView: (name, select) => createView(connection, dialect, `${prefix}${name}`, select(real)),
    dropView: (name) => dropView(connection, `${prefix}${name}`),
  };
}

/**
 * Creates a table and its indexes. MySQL commits each statement, so a killed migration can leave the table
 * and some of its indexes: existing ones are kept and missing ones are added.
 */
async function createOnMysql(
  connection: Knex,
  table: string,
  build: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  const collation = await byteCollation(connection);
  const [create, ...indexes] = connection.schema
    .createTable(table, (builder) => {
      builder.engine('InnoDB');
      builder.charset('utf8mb4');
      builder.collate(collation);
      build(builder);
    })
    .toSQL() as unknown as readonly { readonly sql: string }[]; // Knex declares one statement, and returns a list
  if (create !== undefined && !(await connection.schema.hasTable(table))) await connection.raw(create.sql);
  for (const { sql } of indexes) {
    await connection.raw(sql).catch((error: { readonly code?: string }) => {
      if (error.code !== 'ER_DUP_KEYNAME') throw error;
    });
  }
}

/**
 * Makes PostgreSQL compare texts byte by byte. By default it uses the rules of the database's language, with
 * which no index supports a search for the beginning of an id, and which differ between versions of the
 * system's libraries.
 */
async function compareByBytes(connection: Knex, table: string): Promise<void> {
  const columns = await connection('information_schema.columns')
    .where({
      table_schema: connection.raw('current_schema()'),
      table_name: table,
      data_type: 'character varying',
    })
    .select('column_name', 'character_maximum_length');
  if (columns.length === 0) return;
  const changes = columns.map(
    (column) =>
      `alter column "${column.column_name}" type varchar(${column.character_maximum_length}) collate "C"`,
  );
  await connection.raw(`alter table "${table}" ${changes.join(', ')}`);
}

/**
 * Returns the collation that compares byte by byte, including trailing spaces, which MySQL and MariaDB name
 * differently.
 */
async function byteCollation(connection: Knex): Promise<string> {
  const [rows] = await connection.raw('select version() as version');
  return /mariadb/i.test(String(rows[0]?.version)) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}
