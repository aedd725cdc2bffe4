import type { Knex } from 'knex';
import { withDeadline } from '../kernel/concurrency/deadline';
import { unavailable } from '../kernel/errors';
import { type Dialect, dialectOf, isContention, isUnreachable } from './dialect';
import { runTransaction, withOwnNames } from './host-knex';
import type { GlobalTable, TenantTable } from './tables';

/** Rows as drivers give them; each repository maps its own at its boundary. */
// biome-ignore lint/suspicious/noExplicitAny: a row's columns are known only to its repository, which maps it at once
export type Row = Record<string, any>;
export type Query = Knex.QueryBuilder<Row, Row[]>;

/** Access to one tenant's rows: every query is filtered by the tenant, every insert filled with it. */
export interface TenantScope {
  readonly tenantId: string;
  readonly dialect: Dialect;
  /** A query on the tenant's rows only. With `alias`, for joins. */
  from(table: TenantTable, alias?: string): Query;
  /** The tenant's rows with these ids, found by their ids however many there are. */
  byIds(table: TenantTable, ids: readonly string[]): Query;
  /** A query on what another query of this scope gives. */
  within(query: Query, alias: string): Query;
  insert(table: TenantTable, rows: Row | readonly Row[]): Query;
  /**
   * Joins a further table of the same tenant: `scope.join(query, 'profiles', 'p', 'p.id', 'c.profile_id')`.
   */
  join(query: Query, table: TenantTable, alias: string, left: string, right: string): Query;
  readonly raw: Knex['raw'];
  /** The real name of a table, for raw expressions. */
  tableName(table: TenantTable): string;
}

/** What repositories run on: the pool, or one transaction. */
export interface Connection {
  readonly dialect: Dialect;
  /** The pool or transaction itself, for a storage that keeps its objects in the same database. */
  readonly runner: Knex;
  /** Tables that belong to no tenant. */
  global(table: GlobalTable, alias?: string): Query;
  tenant(tenantId: string): TenantScope;
  /**
   * A tenant table read across tenants. Only for what has no tenant yet (which tenant is this key, this
   * profile of?) and for the service's own upkeep: `reason` says why.
   */
  acrossTenants(table: TenantTable, reason: string, alias?: string): Query;
  readonly raw: Knex['raw'];
  /** The real name of a table, for joins and raw SQL. */
  tableName(table: TenantTable | GlobalTable): string;
}

export interface Database extends Connection {
  readonly knex: Knex;
  readonly prefix: string;
  /** Runs a read (or one single statement) under the database deadline. */
  read<T>(work: (connection: Connection) => PromiseLike<T>): Promise<T>;
  /**
   * Runs `work` in a transaction, again when it lost against another writer. Nothing else may be awaited
   * inside.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

export interface DatabaseOptions {
  readonly tablePrefix: string;
  readonly timeoutMs: number;
}

/**
 * Longest pause before a transaction that lost a race is tried again, in milliseconds. Until its deadline it
 * may.
 */
const maxPauseMs = 128;

/**
 * Opens the tables with this prefix on a pool or a transaction, which must not rename identifiers (see
 * `withOwnNames`).
 */
export function connectionOn(runner: Knex, prefix: string): Connection {
  const dialect = dialectOf(runner);
  const tableName = (table: string) => `${prefix}${table}`;
  const open = (table: string, alias?: string) =>
    runner(alias === undefined ? tableName(table) : { [alias]: tableName(table) }) as Query;
  const raw = runner.raw.bind(runner) as Knex['raw'];
  return {
    dialect,
    runner,
    raw,
    tableName,
    global: open,
    acrossTenants: (table, _reason, alias) => open(table, alias),
    tenant: (tenantId) => ({
      tenantId,
      dialect,
      raw,
      tableName,
      from: (table, alias) =>
        open(table, alias).where(
          alias === undefined ? `${tableName(table)}.tenant_id` : `${alias}.tenant_id`,
          tenantId,
        ),
      byIds(table, ids) {
        const query = open(table).whereIn(`${tableName(table)}.id`, ids);
        const tenant = `${tableName(table)}.tenant_id`;
        if (dialect === 'mysql') return query.where(tenant, tenantId) as Query;
        // SQLite, and PostgreSQL until it has counted the table, take a tenant for a good key beside ids and
        // walk through all that it has; no index holds what is put together.
        return query.whereRaw(`(?? || '') = ?`, [tenant, tenantId]) as Query;
      },
      within: (query, alias) => runner.from(query.as(alias)) as Query,
      insert: (table, rows) =>
        open(table).insert(
          Array.isArray(rows)
            ? rows.map((row) => ({ ...row, tenant_id: tenantId }))
            : { ...rows, tenant_id: tenantId },
        ) as Query,
      join: (query, table, alias, left, right) =>
        query.leftJoin({ [alias]: tableName(table) }, (on) => {
          on.on(left, '=', right).andOnVal(`${alias}.tenant_id`, '=', tenantId);
        }) as Query,
    }),
  };
}

export function createDatabase(
  hostKnex: Knex,
  { tablePrefix: prefix, timeoutMs }: DatabaseOptions,
): Database {
  const knex = withOwnNames(hostKnex);
  const dialect = dialectOf(knex);

  async function inTime<T>(work: (expired: () => boolean) => Promise<T>): Promise<T> {
    let hasExpired = false;
    const expire = () => {
      hasExpired = true;
      throw unavailable({ cause: new Error(`The database did not answer within ${timeoutMs} ms`) });
    };
    try {
      return await withDeadline(
        timeoutMs,
        work(() => hasExpired),
        expire,
      );
    } catch (error) {
      throw isUnreachable(error) || isContention(error) ? unavailable({ cause: error }) : error;
    }
  }

  async function attempt<T>(
    work: (connection: Connection) => Promise<T>,
    expired: () => boolean,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await runOnce(work, expired);
      } catch (error) {
        if (!isContention(error) || expired()) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, maxPauseMs)));
      }
    }
  }

  function runOnce<T>(work: (connection: Connection) => Promise<T>, expired: () => boolean): Promise<T> {
    return runTransaction(knex, dialect, async (trx) => {
      // The caller has been told 503 already: a write that it does not know of must not happen.
      if (expired()) throw unavailable();
      const result = await work(connectionOn(trx, prefix));
      if (expired()) throw unavailable();
      return result;
    });
  }

  const pool = connectionOn(knex, prefix);
  return {
    ...pool,
    knex,
    prefix,
    read: (work) => inTime(async () => work(pool)),
    transaction: (work) => inTime((expired) => attempt(work, expired)),
  };
}
