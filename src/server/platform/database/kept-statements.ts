import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { withClient } from './host-knex';

/** The part of a connection of better-sqlite3 that runs queries. */
interface RunningConnection {
  prepare(sql: string): unknown;
  transaction<T extends unknown[], R>(work: (...args: T) => R): (...args: T) => R;
}

/** A connection that prepares each statement once. */
interface KeepingConnection {
  prepare(sql: string): unknown;
  /** Runs a statement for each of several lists of values: for all of them or, when one fails, for none. */
  runForEach(sql: string, rows: readonly unknown[]): { readonly changes: number };
}

/** A query as Knex passes it to its client. */
interface CompiledQuery {
  readonly options?: InsertOptions;
}

/** Options of an insert whose text contains only the first of its rows. */
interface InsertOptions {
  readonly everyRow?: readonly (readonly unknown[])[];
}

/** The part of what Knex builds the text of a query with. */
interface QueryCompiler {
  readonly single: { readonly limit?: unknown };
  limit(): string;
}

/** The part of Knex's client for better-sqlite3 that builds and runs a query. */
type ClientClass = new () => {
  queryCompiler(builder: unknown, bindings: unknown): QueryCompiler;
  _query(connection: unknown, query: unknown): Promise<unknown>;
  _formatBindings(bindings: readonly unknown[]): unknown;
};

/** Maximum length of the SQL that is kept for one connection, and of one statement (characters). */
const maxLength = { all: 500_000, one: 20_000 };

/** SQLite runs some pragmas while it prepares them, so those must be prepared each time. */
const keptKinds = /^(?:select|insert|update|delete|with)\b/i;

const connections = new WeakMap<RunningConnection, KeepingConnection>();

function keeping(connection: RunningConnection): KeepingConnection {
  let kept = connections.get(connection);
  if (kept === undefined) {
    const statements = new LRUCache<string, object>({
      maxSize: maxLength.all,
      maxEntrySize: maxLength.one,
      sizeCalculation: (_statement, sql) => sql.length,
    });
    const prepare = (sql: string) => {
      if (!keptKinds.test(sql)) return connection.prepare(sql);
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = connection.prepare(sql) as object;
        statements.set(sql, statement);
      }
      return statement;
    };
    const runForEach = connection.transaction((sql: string, rows: readonly unknown[]) => {
      const statement = prepare(sql) as { run(values: unknown): unknown };
      for (const row of rows) statement.run(row);
      return { changes: rows.length };
    });
    kept = { prepare, runForEach };
    connections.set(connection, kept);
  }
  return kept;
}

type ColumnValues = Readonly<Record<string, unknown>>;

/**
 * Inserts rows through a builder of a table, all or none of them. Where statements are kept, one of a single row is
 * repeated: Knex would write another text for each number of rows, which takes longer than the inserts.
 * @param shared columns that have the same value in every row, whatever the rows contain
 */
export async function insertRows(
  into: Knex.QueryBuilder,
  rows: readonly ColumnValues[],
  shared: ColumnValues,
): Promise<void> {
  const { keepsStatements = false } = into.client as { keepsStatements?: boolean };
  const [first = {}] = rows;
  const width = Object.keys(first).length;
  const isAlike = (row: ColumnValues) => {
    const names = Object.keys(row);
    return names.length === width && names.every((name) => name in first);
  };
  if (!keepsStatements || rows.length === 1 || !rows.every(isAlike)) {
    await into.insert(rows.map((row) => ({ ...row, ...shared })));
    return;
  }
  const complete = { ...first, ...shared };
  // As Knex orders them.
  const columns = Object.keys(complete).sort();
  const toValues = (row: ColumnValues) =>
    columns.map((column) => (column in shared ? shared : row)[column] ?? null);
  const options: InsertOptions = { everyRow: rows.map(toValues) };
  await into.insert(complete).options(options);
}

/**
 * Returns a Knex on the same pool whose queries on better-sqlite3 are prepared once for each connection: preparing takes
 * as long as running them. Queries of the host are not affected. Other drivers prepare on their own, or cannot.
 */
export function withKeptStatements(knex: Knex): Knex {
  if (knex.client.driverName !== 'better-sqlite3') return knex;
  return withClient<ClientClass>(
    knex,
    (Client) =>
      class extends Client {
        get keepsStatements() {
          return true;
        }
        override queryCompiler(builder: unknown, bindings: unknown): QueryCompiler {
          const compiler = super.queryCompiler(builder, bindings);
          const bindLimit = compiler.limit;
          // SQLite chooses a plan by the limit: it prepares a statement again each time that a value is bound to `LIMIT ?`.
          compiler.limit = function limit() {
            return Number.isSafeInteger(this.single.limit)
              ? `limit ${this.single.limit}`
              : bindLimit.call(this);
          };
          return compiler;
        }
        override _query(connection: unknown, query: CompiledQuery): Promise<unknown> {
          const kept = keeping(connection as RunningConnection);
          const rows = query.options?.everyRow;
          if (rows === undefined) return super._query(kept, query);
          const values = rows.map((row) => this._formatBindings(row));
          // What Knex prepares runs for every row.
          const repeat = {
            prepare: (sql: string) => ({ reader: false, run: () => kept.runForEach(sql, values) }),
          };
          return super._query(repeat, query);
        }
      },
  );
}
