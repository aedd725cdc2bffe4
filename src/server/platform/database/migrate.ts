import type { Knex } from 'knex';
import { SetupError } from '../kernel/errors';
import { isGaleraNode, underClusterLock } from './cluster-lock';
import type { Connection, Database } from './database';
import { isContention } from './dialect';
import { onOneConnection, runTransaction } from './host-knex';
import { migrations } from './migrations';
import { refuseChanges } from './migrations/append-only';
import { createSchemaTools, type Migration } from './migrations/migration';
import { globalTables, tenantTables } from './tables';

// Why: docs/adr/0007-migrations-under-a-lock.md

/** Maximum time that a process waits for another one to migrate (s). */
const lockWaitSeconds = 120;

/**
 * Runs the pending migrations, with the service's own migration table, so that they never collide with those
 * of the host. Safe when several processes start at once: one migrates under a database lock while the others
 * wait, and a process that dies releases the lock with its connection. Returns the names of the migrations
 * that this call ran.
 * @throws SetupError when a newer version of the package has migrated the database
 */
export async function migrateUp(database: Database): Promise<readonly string[]> {
  // Nothing to do needs no right on the tables and sequences of Knex. Under the lock an error is thrown, if there is one.
  if (await isMigrated(database).catch(() => false)) return [];
  let ran: readonly string[] = [];
  await underLock(database, async (connection) => {
    refuseUnknown(unknownAmong(await ranMigrations(connection, database.prefix)));
    await connection.migrate.forceFreeMigrationsLock(migratorConfig(database, connection));
    [, ran] = await connection.migrate.latest(migratorConfig(database, connection));
  });
  return ran;
}

/** Returns whether exactly the migrations of this version have run. */
async function isMigrated(database: Database): Promise<boolean> {
  const list = await listMigrations(database);
  return list.every(({ state }) => state === 'done');
}

/** @throws SetupError naming the migrations that this version does not have */
function refuseUnknown(unknown: readonly string[]): void {
  if (unknown.length > 0) throw new SetupError(describeNewerSchema(unknown));
}

const unknownAmong = (ran: readonly string[]) =>
  ran.filter((name) => migrations.every((migration) => migration.name !== name));

/** Returns the message about migrations that this version does not have. */
export function describeNewerSchema(unknown: readonly string[]): string {
  return (
    `A newer version of express-consent has migrated this database (${unknown.join(', ')}). ` +
    'Install that version, or restore the backup from before it. See docs/guide/troubleshooting.md#database-is-newer'
  );
}

/** Creates the triggers that keep the audit log append-only. @throws SetupError when the user lacks the right */
export function restoreAuditTriggers(database: Database): Promise<void> {
  const { dialect, prefix } = database;
  return underLock(database, (connection) => refuseChanges(connection, dialect, `${prefix}audit`));
}

/** Removes all tables of the service, including those of the migrations. */
export async function migrateDown(database: Database): Promise<void> {
  const table = migrationTable(database.prefix);
  await underLock(database, async (connection) => {
    await connection.migrate.rollback(migratorConfig(database, connection), true);
    await connection.schema.dropTableIfExists(table);
    await connection.schema.dropTableIfExists(`${table}_lock`);
  });
  await database.knex.schema.dropTableIfExists(lockTable(database.prefix));
}

export interface MigrationState {
  readonly name: string;
  /** `unknown`: a newer version has run it. */
  readonly state: 'done' | 'pending' | 'unknown';
}

/** Lists all migrations of this version, oldest first, and then those that only a newer version has. */
export async function listMigrations(database: Database): Promise<MigrationState[]> {
  const ran = await database.read(({ runner }) => ranMigrations(runner, database.prefix));
  return [
    ...migrations.map(({ name }) => ({ name, state: ran.includes(name) ? 'done' : 'pending' }) as const),
    ...unknownAmong(ran).map((name) => ({ name, state: 'unknown' }) as const),
  ];
}

/** Returns the names of all migrations that have run, including those that this version does not have. */
async function ranMigrations(connection: Knex, prefix: string): Promise<string[]> {
  const table = migrationTable(prefix);
  return (await connection.schema.hasTable(table)) ? connection(table).orderBy('id').pluck('name') : [];
}

const namesOf = (list: readonly MigrationState[], wanted: MigrationState['state']) =>
  list.filter(({ state }) => state === wanted).map(({ name }) => name);

/** Returns the names of migrations that have not run yet. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  return namesOf(await listMigrations(database), 'pending');
}

/** Checks that all migrations have run, for a service that does not run them itself. @throws SetupError */
export async function requireMigrated(database: Database): Promise<void> {
  const list = await listMigrations(database);
  refuseUnknown(namesOf(list, 'unknown'));
  const pending = namesOf(list, 'pending');
  if (pending.length > 0)
    throw new SetupError(
      `The database lacks ${pending.join(', ')}. ` +
        'Run `express-consent migrate` first, or set database.migrate to true. See docs/guide/troubleshooting.md#database-not-migrated',
    );
}

/** Checks that all tables exist. @throws the driver's error when one is missing */
export async function requireTables(connection: Connection): Promise<void> {
  const probes = [...tenantTables, ...globalTables].map((table) =>
    connection.runner(connection.tableName(table)).select(connection.raw('1 as found')).whereRaw('1 = 0'),
  );
  const [first, ...others] = probes;
  await first?.unionAll(others);
}

const migrationTable = (prefix: string) => `${prefix}migrations`;

function migratorConfig({ prefix, dialect }: Database, connection: Knex): Knex.MigratorConfig {
  return {
    tableName: migrationTable(prefix),
    // The migrations already run inside the transaction of the lock; MySQL has no transactional schema
    // changes.
    disableTransactions: true,
    migrationSource: {
      getMigrations: async () => [...migrations],
      getMigrationName: ({ name }: Migration) => name,
      getMigration: async (migration: Migration) => {
        const tools = createSchemaTools(connection, dialect, prefix);
        const names = (name: string) => `${prefix}${name}`;
        return { up: () => migration.up(tools, names), down: () => migration.down(tools, names) };
      },
    } satisfies Knex.MigrationSource<Migration>,
  };
}

/** Runs `work` on the one connection that has the lock, so that a pool with one connection is enough. */
async function underLock(database: Database, work: (connection: Knex) => Promise<void>): Promise<void> {
  const giveUpAt = Date.now() + lockWaitSeconds * 1000;
  for (;;) {
    try {
      await (database.dialect === 'mysql' ? underServerLock(database, work) : inTransaction(database, work));
      return;
    } catch (error) {
      if (!isContention(error) || Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
    }
  }
}

/** Runs `work` in a transaction: SQLite and PostgreSQL roll back a failed migration as a whole. */
function inTransaction(
  { knex, dialect, prefix }: Database,
  work: (connection: Knex) => Promise<void>,
): Promise<void> {
  return runTransaction(knex, dialect, async (trx) => {
    if (dialect === 'postgres')
      await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [toLockName(prefix)]);
    // The first statement of a SQLite transaction must be a write, to get the file's write lock before any
    // read.
    if (dialect === 'sqlite') await trx.raw(`create table if not exists ${lockTable(prefix)} (id integer)`);
    await work(trx);
    if (dialect === 'sqlite') await trx.raw(`drop table if exists ${lockTable(prefix)}`);
  });
}

/**
 * Runs `work` under a lock that needs no transaction: MySQL commits each schema change at once, also inside one.
 */
async function underServerLock(database: Database, work: (connection: Knex) => Promise<void>): Promise<void> {
  const { knex, prefix } = database;
  if (!(await isGaleraNode(knex))) return underNamedLock(database, work);
  await underClusterLock(knex, { table: lockTable(prefix), waitMs: lockWaitSeconds * 1000 }, () =>
    onOneConnection(knex, (bound) => work(withTableCharset(bound))),
  );
}

/** Runs `work` under a named lock of the server. */
function underNamedLock(
  { knex, prefix }: Database,
  work: (connection: Knex) => Promise<void>,
): Promise<void> {
  return onOneConnection(knex, async (bound) => {
    // Named locks are per server, not per database.
    const [rows] = await bound.raw("select get_lock(concat(database(), '.', ?), ?) as taken", [
      toLockName(prefix),
      lockWaitSeconds,
    ]);
    if (Number(rows[0]?.taken) !== 1) throw new Error('Another process is still migrating the database');
    try {
      await work(withTableCharset(bound));
    } finally {
      await bound.raw("select release_lock(concat(database(), '.', ?))", [toLockName(prefix)]);
    }
  });
}

/**
 * Lets Knex create its own tables in `utf8mb4`. By default it writes the `charset` of the connection, where mysql2 also
 * accepts a collation, which is an error there.
 */
function withTableCharset(bound: Knex): Knex {
  bound.client.connectionSettings = { ...bound.client.connectionSettings, charset: 'utf8mb4' };
  return bound;
}

const lockTable = (prefix: string) => `${prefix}migrating`;

const toLockName = (prefix: string) => `${prefix}migrate`;
