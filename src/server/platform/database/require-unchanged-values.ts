import { ServiceError, SetupError } from '../kernel/errors';
import { newId } from '../kernel/ids';
import type { Connection, Database, Row } from './database';
import type { Dialect } from './dialect';
import { toNumber } from './rows';
import { describeChange, longSample, type Sample, type SampleKind, samples } from './value-samples';

// Why: docs/adr/0078-a-round-trip-at-start.md

type Suspect = SampleKind | 'rows' | 'count';

const mysqlTypes = '`typeCast` in the connection of your Knex';
const postgresTypes =
  'custom type parsers (`types` in the connection of your Knex, `pg.types.setTypeParser`) and `binary`';
const sqliteIntegers = '`safeIntegers` in the connection of your Knex and `defaultSafeIntegers`';
const sqlitePool = 'what `afterCreate` of the pool does with the connection';

/** The settings that are known to cause each difference. */
const suspects: Readonly<Record<Dialect, Readonly<Record<Suspect, string>>>> = {
  mysql: {
    rows: '`nestTables` and `rowsAsArray` in the connection of your Knex',
    text: '`typeCast` and `queryFormat` in the connection of your Knex, and the sql_mode and character sets of the session',
    integer: mysqlTypes,
    bigint: mysqlTypes,
    boolean: mysqlTypes,
    bytes: mysqlTypes,
    count: "`flags` in the connection of your Knex, which must not contain '-FOUND_ROWS'",
  },
  postgres: {
    rows: "`rowMode: 'array'` in queries, and code that wraps `query` of the connection",
    text: `${postgresTypes}, and client_encoding and the encoding of the database, which must be UTF8`,
    integer: postgresTypes,
    bigint: postgresTypes,
    boolean: postgresTypes,
    bytes: postgresTypes,
    count: 'triggers and rules on the tables of the service',
  },
  sqlite: {
    rows: 'code that wraps the connection of your Knex',
    text: sqlitePool,
    integer: sqliteIntegers,
    bigint: sqliteIntegers,
    boolean: sqliteIntegers,
    bytes: sqlitePool,
    count: 'triggers on the tables of the service',
  },
};

function refuse(dialect: Dialect, difference: string, suspect: Suspect): never {
  throw new SetupError(
    `The database changes values: ${difference}. Check ${suspects[dialect][suspect]}. ` +
      'See docs/guide/troubleshooting.md#database-changes-values',
  );
}

/** A value as a column of a result. Drivers of SQLite bind numbers as floating-point ones, PostgreSQL asks for every type. */
const expressions: Readonly<Record<Dialect, Readonly<Partial<Record<SampleKind, string>>>>> = {
  sqlite: { integer: 'cast(? as integer)', bigint: 'cast(? as integer)', boolean: 'cast(? as integer)' },
  mysql: { text: 'cast(? as char)', bytes: 'cast(? as binary)' },
  postgres: {
    text: 'cast(? as text)',
    integer: 'cast(? as integer)',
    bigint: 'cast(? as bigint)',
    boolean: 'cast(? as boolean)',
    bytes: 'cast(? as bytea)',
  },
};

/** Without a table MySQL returns every whole number as a BIGINT. */
const isSelectable = (dialect: Dialect) => (sample: Sample) =>
  dialect !== 'mysql' || sample.kind !== 'integer';

/**
 * Sends values through the driver and back, without a table, before anything is written and on replicas.
 * @throws SetupError naming the difference, and the settings that cause it
 */
export async function requireUnchangedValues({
  dialect,
  read,
}: Pick<Database, 'dialect' | 'read'>): Promise<void> {
  const selected = samples.filter(isSelectable(dialect));
  const write = ({ kind }: Sample) => expressions[dialect][kind] ?? '?';
  const length = { sqlite: 'length', mysql: 'char_length', postgres: 'char_length' }[dialect];
  const values = selected.map((sample, index) => `${write(sample)} as v${index}`);
  const lengths = selected.map((sample, index) =>
    sample.kind === 'text' ? `${length}(${write(sample)}) as n${index}` : `0 as n${index}`,
  );
  const bindings = [...selected, ...selected.filter(({ kind }) => kind === 'text')].map(({ value }) => value);
  const rows = await read(async (connection) =>
    toRows(
      dialect,
      await connection.raw(`select 'it''s' as v, ${[...values, ...lengths].join(', ')}`, bindings),
    ),
  ).catch((error) => {
    if (error instanceof ServiceError) throw error;
    const { code } = error as { readonly code?: string };
    return refuse(dialect, `it does not accept quoted texts (${code ?? (error as Error).name})`, 'text');
  });
  const [row] = rows;
  if (rows.length !== 1 || row === undefined || !('v' in row))
    refuse(dialect, 'the driver returns rows in another form', 'rows');
  for (const [index, sample] of selected.entries()) {
    requireUnchanged(dialect, sample, row[`v${index}`]);
    if (typeof sample.value === 'string' && toNumber(row[`n${index}`]) !== [...sample.value].length)
      refuse(dialect, `it counts other characters in ${sample.name}`, 'text');
  }
  requireUnchanged(dialect, { kind: 'text', name: 'a quoted text', value: "it's" }, row.v);
}

/** Returns the rows in the result of a raw query; none when it has another form. */
function toRows(dialect: Dialect, result: unknown): Row[] {
  const rows: unknown =
    dialect === 'postgres'
      ? (result as { readonly rows?: unknown } | undefined)?.rows
      : dialect === 'mysql'
        ? (result as readonly unknown[] | undefined)?.[0]
        : result;
  return Array.isArray(rows) ? rows : [];
}

function requireUnchanged(dialect: Dialect, sample: Sample, returned: unknown): void {
  const change = describeChange(sample, returned);
  if (change !== null) refuse(dialect, change, sample.kind);
}

const ofKind = (kind: SampleKind) => samples.filter((sample) => sample.kind === kind);

/** Columns of the table `value_checks`, and what is written to each: the first values into one row, and so on. */
const columns: readonly (readonly [name: string, values: readonly Sample[]])[] = [
  ['short_text', ofKind('text')],
  ['long_text', [longSample, ...ofKind('text')]],
  ['whole', ofKind('integer')],
  ['large', ofKind('bigint')],
  ['flag', ofKind('boolean')],
  ['body', ofKind('bytes')],
];

/**
 * Writes values into a table with the service's types of columns, reads them back, and rolls back. Any number of
 * processes can do so at once.
 * @throws SetupError naming the difference, and the settings that cause it
 */
export async function requireUnchangedRows({
  dialect,
  transaction,
}: Pick<Database, 'dialect' | 'transaction'>): Promise<void> {
  const isUndone = new Error('The values have been checked');
  await transaction(async (connection) => {
    await checkRows(connection, dialect);
    throw isUndone;
  }).catch((error) => {
    if (error !== isUndone) throw error;
  });
}

async function checkRows({ global }: Connection, dialect: Dialect): Promise<void> {
  const start = newId();
  const height = Math.max(...columns.map(([, values]) => values.length));
  const rows = Array.from({ length: height }, (_none, index) => ({
    id: `${start}-${index}`,
    ...Object.fromEntries(columns.map(([name, values]) => [name, values[index]?.value ?? null])),
  }));
  const ids = rows.map(({ id }) => id);
  await global('value_checks').insert(rows);

  const found: Row[] = await global('value_checks').whereIn('id', ids);
  if (found.length !== height) refuse(dialect, `${found.length} of ${height} rows come back`, 'rows');
  const byId = new Map(found.map((row) => [row.id, row]));
  for (const [index, id] of ids.entries()) {
    const row = byId.get(id) ?? refuse(dialect, 'the driver returns rows in another form', 'rows');
    for (const [name, values] of columns) {
      const sample = values[index];
      if (sample !== undefined) requireUnchanged(dialect, sample, row[name]);
    }
  }

  const changed: unknown = await global('value_checks').where({ id: ids[0] }).update({ id: ids[0] });
  if (toNumber(changed) !== 1)
    refuse(dialect, 'an update does not count a row that has the new values already', 'count');
}
