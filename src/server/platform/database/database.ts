import type { Knex } from 'knex';
import { createSemaphore, type Semaphore } from '../kernel/concurrency/semaphore';
import { unavailable } from '../kernel/errors';
import type { Telemetry } from '../kernel/telemetry/telemetry';
import { type Dialect, getDialect, isContention, isUnreachable } from './dialect';
import { type BuildFixedQuery, type BuiltQueries, runFixedQuery } from './fixed-query';
import { runTransaction, withOwnNames } from './host-knex';
import { insertRows, withKeptStatements } from './kept-statements';
import type { GlobalTable, TenantTable } from './tables';
import { withTimeLimits } from './time-limits';
import { withWholeTransactions } from './whole-transactions';

/** A row as drivers return it; each repository maps its own rows. */
// biome-ignore lint/suspicious/noExplicitAny: only the row's repository knows its columns and maps them
export type Row = Record<string, any>;
export type Query = Knex.QueryBuilder<Row, Row[]>;

/** Access to the rows of one tenant: every query is filtered by the tenant, and every insert contains it. */
export interface TenantScope {
  readonly tenantId: string;
  readonly dialect: Dialect;
  /** Returns a query on the tenant's rows only. `alias` is for joins. */
  from(table: TenantTable, alias?: string): Query;
  /**
   * Returns a query on the tenant's rows whose column has one of these values. A unique key must begin with this column,
   * not with the tenant; the query uses that key for any number of rows and values.
   */
  byKeys(table: TenantTable, column: string, values: readonly string[]): Query;
  /** Returns a query on the result of another query of this scope. */
  within(query: Query, alias: string): Query;
  /** Runs a query whose text is built only once. */
  run<Name extends string, Result>(
    query: FixedQuery<Name, Result>,
    values: Readonly<Record<Name, string>>,
  ): PromiseLike<Result>;
  insert(table: TenantTable, rows: Row | readonly Row[]): Query;
  /** Inserts any number of rows with the same columns. Call it in a transaction. */
  insertAll(table: TenantTable, rows: readonly Row[]): Promise<void>;
  /**
   * Joins another table of the same tenant: `scope.join(query, 'profiles', 'p', 'p.id', 'c.profile_id')`. `and`
   * is a second pair of columns that must be equal.
   */
  join(
    query: Query,
    table: TenantTable,
    alias: string,
    left: string,
    right: string,
    and?: readonly [left: string, right: string],
  ): Query;
  readonly raw: Knex['raw'];
  /** Returns the real name of a table, for raw expressions. */
  tableName(table: TenantTable): string;
}

/** A query on a tenant's rows whose text is built once. The text must not depend on the values. */
export type FixedQuery<Name extends string, Result> = BuildFixedQuery<TenantScope, Name, Result>;

/** The pool or one transaction, on which repositories run. */
export interface Connection {
  readonly dialect: Dialect;
  /** The pool or transaction itself, for a storage with its objects in the same database. */
  readonly runner: Knex;
  /** Returns a query on a table that belongs to no tenant. */
  global(table: GlobalTable, alias?: string): Query;
  tenant(tenantId: string): TenantScope;
  /**
   * Returns a query on a tenant table across all tenants. Only for requests whose tenant is not yet known (to
   * which tenant does this key or profile belong?) and for the service's own upkeep.
   * @param reason why the query needs all tenants
   */
  acrossTenants(table: TenantTable, reason: string, alias?: string): Query;
  readonly raw: Knex['raw'];
  /** Returns the real name of a table, for joins and raw SQL. */
  tableName(table: TenantTable | GlobalTable): string;
}

export interface Database extends Connection {
  readonly knex: Knex;
  readonly prefix: string;
  /** Longest wait for a connection or a result (ms). */
  readonly timeoutMs: number;
  /** Runs a read under the database deadline, or a shorter one (ms), after which it sends no further query. */
  read<T>(work: (connection: Connection) => PromiseLike<T>, withinMs?: number): Promise<T>;
  /**
   * Runs `work` in a transaction, and retries it after a conflict with another writer. `work` must only await
   * queries of the transaction.
   * @param onCommit called with the result once it is committed, even if the caller got its 503 meanwhile because the
   * commit took too long
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, onCommit?: (result: T) => void): Promise<T>;
  /**
   * Runs `work` in a transaction that is not tried again.
   * @throws ServiceError `unavailable`, whose cause is the driver's error after a conflict with another writer
   */
  transactionOnce<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Ends what runs, as its deadline would, and refuses what comes later. The pool stays the host's. */
  end(): void;
}

export interface DatabaseOptions {
  readonly tablePrefix: string;
  readonly timeoutMs: number;
  /** Whether to choose SQLite's journal, durability and cache. Default: they stay as the host set them. */
  readonly tuneSqlite?: boolean;
  /** Called before a transaction is repeated after a conflict. */
  readonly onRetry?: () => void;
  /** Measures and traces transactions, except those that only probe the database. */
  readonly telemetry?: Pick<Telemetry, 'isOn' | 'measure'>;
}

/** The time limit of work that runs. */
interface Deadline {
  readonly hasPassed: boolean;
}

/** Returns a function that throws when the caller has received a 503. */
const requireTimeOf = (deadline: Deadline) => () => {
  if (deadline.hasPassed) throw unavailable();
};

/** Names of databases by the semantic conventions of OpenTelemetry. MariaDB speaks the protocol of MySQL. */
const systemNames = { sqlite: 'sqlite', mysql: 'mysql', postgres: 'postgresql' } as const;

/** Maximum back-off before a conflicting transaction is retried (ms). Retries stop at the deadline. */
const maxPauseMs = 128;

const closedReason = 'The service has been closed';

/**
 * Number of rows in one statement, which keeps its length and parameters below the limits of every database.
 */
const rowsPerStatement = 500;

/** Splits rows or values into batches that fit into one statement each. */
export function inBatches<T>(items: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += rowsPerStatement)
    batches.push(items.slice(start, start + rowsPerStatement));
  return batches;
}

/**
 * Opens the tables with this prefix on a pool or a transaction, which must not rename identifiers (see
 * `withOwnNames`).
 * @param built queries that have been built for this database
 * @param requireTime called before each query on a table; throws when nobody waits for its result any more
 */
export function connectionOn(
  runner: Knex,
  prefix: string,
  built: BuiltQueries = new Map(),
  dialect = getDialect(runner),
  requireTime: () => void = () => {},
): Connection {
  const tableName = (table: string) => `${prefix}${table}`;
  function open(table: string, alias?: string): Query {
    requireTime();
    return runner(alias === undefined ? tableName(table) : { [alias]: tableName(table) }) as Query;
  }
  const raw = runner.raw.bind(runner) as Knex['raw'];
  const openScope = (tenantId: string): TenantScope => ({
    tenantId,
    dialect,
    raw,
    tableName,
    run(query, values) {
      requireTime();
      return runFixedQuery(query, values, tenantId, runner, openScope, built);
    },
    from: (table, alias) =>
      open(table, alias).where(
        alias === undefined ? `${tableName(table)}.tenant_id` : `${alias}.tenant_id`,
        tenantId,
      ),
    byKeys(table, column, values) {
      const query = open(table).whereIn(`${tableName(table)}.${column}`, values);
      const tenant = `${tableName(table)}.tenant_id`;
      if (dialect === 'mysql') return query.where(tenant, tenantId) as Query;
      // SQLite, and PostgreSQL before it has analysed the table, would use the tenant index and scan all
      // rows of the tenant. Concatenating '' hides the column from the planner.
      return query.whereRaw(`(?? || '') = ?`, [tenant, tenantId]) as Query;
    },
    within: (query, alias) => runner.from(query.as(alias)) as Query,
    insert: (table, rows) =>
      open(table).insert(
        Array.isArray(rows)
          ? rows.map((row) => ({ ...row, tenant_id: tenantId }))
          : { ...rows, tenant_id: tenantId },
      ) as Query,
    async insertAll(table, rows) {
      for (const batch of inBatches(rows)) await insertRows(open(table), batch, { tenant_id: tenantId });
    },
    join: (query, table, alias, left, right, and) =>
      query.leftJoin({ [alias]: tableName(table) }, (on) => {
        on.on(left, '=', right).andOnVal(`${alias}.tenant_id`, '=', tenantId);
        if (and !== undefined) on.andOn(and[0], '=', and[1]);
      }) as Query,
  });
  return {
    dialect,
    runner,
    raw,
    tableName,
    global: open,
    acrossTenants: (table, _reason, alias) => open(table, alias),
    tenant: openScope,
  };
}

export function createDatabase(
  hostKnex: Knex,
  { tablePrefix: prefix, timeoutMs, tuneSqlite = false, onRetry = () => {}, telemetry }: DatabaseOptions,
): Database {
  const knex = withKeptStatements(withOwnNames(hostKnex));
  const dialect = getDialect(knex);
  // Callers have received their 503 by then; a query that is only slow has as much time again.
  const limited = withTimeLimits(withWholeTransactions(knex), { waitMs: timeoutMs, queryMs: 2 * timeoutMs });
  const built: BuiltQueries = new Map();

  /** The ways to end what runs. */
  const running = new Set<(reason: string) => void>();
  let hasEnded = false;

  async function underDeadline<T>(
    work: (deadline: Deadline) => Promise<T>,
    withinMs = timeoutMs,
  ): Promise<T> {
    if (hasEnded) throw unavailable({ cause: new Error(closedReason) });
    const deadline = { hasPassed: false };
    let expire: (reason: string) => void = () => {};
    const expiry = new Promise<never>((_resolve, reject) => {
      expire = (reason) => {
        deadline.hasPassed = true;
        reject(unavailable({ cause: new Error(reason) }));
      };
    });
    const timer = setTimeout(expire, withinMs, `The database did not answer within ${withinMs} ms`);
    running.add(expire);
    try {
      return await Promise.race([work(deadline), expiry]);
    } catch (error) {
      throw isUnreachable(error) || isContention(error) ? unavailable({ cause: error }) : error;
    } finally {
      clearTimeout(timer);
      running.delete(expire);
    }
  }

  /**
   * SQLite has one writer. While a transaction is tried again, the others wait in line: they would meet the same
   * lock, and their attempts would keep the connection from reads.
   */
  const inTurn: Semaphore = dialect === 'sqlite' ? createSemaphore(1) : (work) => work();

  async function attempt<T>(work: (connection: Connection) => Promise<T>, deadline: Deadline): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      requireTimeOf(deadline)();
      try {
        return await runOnce(work, deadline);
      } catch (error) {
        if (!isContention(error) || deadline.hasPassed) throw error;
        onRetry();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, maxPauseMs)));
      }
    }
  }

  function runOnce<T>(work: (connection: Connection) => Promise<T>, deadline: Deadline): Promise<T> {
    const once = async (trx: Knex.Transaction) => {
      // The caller has already received a 503, so nothing must be written any more, and no lock kept.
      const requireTime = requireTimeOf(deadline);
      requireTime();
      const result = await work(connectionOn(trx, prefix, built, dialect, requireTime));
      requireTime();
      return result;
    };
    return runTransaction(limited, dialect, once, tuneSqlite);
  }

  const measured = {
    metric: 'database.transaction.duration',
    labels: {},
    span: {
      name: 'transaction',
      role: 'part',
      kind: 'client',
      attributes: { 'db.system.name': systemNames[dialect] },
    },
  } as const;

  return {
    ...connectionOn(knex, prefix, built, dialect),
    knex,
    prefix,
    timeoutMs,
    read: (work, withinMs) =>
      underDeadline(
        async (deadline) => work(connectionOn(limited, prefix, built, dialect, requireTimeOf(deadline))),
        withinMs,
      ),
    transaction(work, onCommit) {
      const run = () =>
        underDeadline(async (deadline) => {
          const result = await inTurn(() => attempt(work, deadline));
          onCommit?.(result);
          return result;
        });
      return telemetry?.isOn ? telemetry.measure(measured, run) : run();
    },
    transactionOnce: (work) => underDeadline((deadline) => runOnce(work, deadline)),
    end() {
      hasEnded = true;
      for (const expire of running) expire(closedReason);
    },
  };
}
