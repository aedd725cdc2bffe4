import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { copyKnex } from './host-knex';

/** The part of a connection of better-sqlite3 that Knex runs queries with. */
interface PreparingConnection {
  prepare(sql: string): unknown;
}

/** The part of Knex's client for better-sqlite3 that runs a query. */
type ClientClass = new () => { _query(connection: unknown, query: unknown): Promise<unknown> };

/** Maximum length of the SQL that is kept for one connection, and of one statement (characters). */
const maxLength = { all: 500_000, one: 20_000 };

/** SQLite runs some pragmas while it prepares them, so those must be prepared each time. */
const isKept = (sql: string) => /^(?:select|insert|update|delete|with)\b/i.test(sql);

const connections = new WeakMap<PreparingConnection, PreparingConnection>();

/** Returns a connection that prepares each statement once. */
function keeping(connection: PreparingConnection): PreparingConnection {
  let kept = connections.get(connection);
  if (kept === undefined) {
    const statements = new LRUCache<string, object>({
      maxSize: maxLength.all,
      maxEntrySize: maxLength.one,
      sizeCalculation: (_statement, sql) => sql.length,
    });
    kept = {
      prepare(sql) {
        if (!isKept(sql)) return connection.prepare(sql);
        let statement = statements.get(sql);
        if (statement === undefined) {
          statement = connection.prepare(sql) as object;
          statements.set(sql, statement);
        }
        return statement;
      },
    };
    connections.set(connection, kept);
  }
  return kept;
}

/**
 * Returns a Knex on the same pool whose queries on better-sqlite3 are prepared once for each connection: preparing takes
 * as long as running them. Queries of the host are not affected. Other drivers prepare on their own, or cannot.
 */
export function withKeptStatements(knex: Knex): Knex {
  if (knex.client.driverName !== 'better-sqlite3') return knex;
  const own = copyKnex(knex);
  const Client = own.client.constructor as ClientClass;
  class KeepingClient extends Client {
    override _query(connection: unknown, query: unknown): Promise<unknown> {
      return super._query(keeping(connection as PreparingConnection), query);
    }
  }
  // Knex makes the clients of transactions from the prototype of this one.
  Object.setPrototypeOf(own.client, KeepingClient.prototype);
  return own;
}
