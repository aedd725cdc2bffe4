import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import { unavailable } from '../kernel/errors';
import { getDialect } from './dialect';
import { withClient } from './host-knex';

// Why: docs/adr/0187-nothing-runs-for-callers-who-have-gone.md

/** The part of a connection of mysql2 or pg that leads to its socket. */
interface ServerConnection {
  readonly stream?: Socket;
  readonly connection?: { readonly stream?: Socket };
}

/** The part of Knex's client that runs queries. */
type ClientClass = new () => {
  acquireConnection(): Promise<ServerConnection>;
  releaseConnection(connection: ServerConnection): Promise<void>;
  _query(connection: ServerConnection, query: unknown): Promise<unknown>;
};

/** Its query fails, its transaction ends, and the pool replaces it. */
function cut(connection: ServerConnection): void {
  (connection.stream ?? connection.connection?.stream)?.destroy();
}

export interface TimeLimits {
  /** Time after which everyone who waited for a connection has got an error (ms). */
  readonly waitMs: number;
  /** Longest time that a query runs (ms). */
  readonly queryMs: number;
}

/**
 * Returns a Knex on the same pool that runs no query that got its connection too late: after a time in which all connections
 * were in use, the pool would otherwise first do what nobody waits for. It also ends a connection whose query has no answer:
 * drivers wait without a limit, so when a network drops packets silently, every connection that was in use would be lost to
 * the pool until the process restarts. Queries of the host are not affected.
 */
export function withTimeLimits(knex: Knex, { waitMs, queryMs }: TimeLimits): Knex {
  // SQLite has no connection that can be lost.
  const hasServer = getDialect(knex) !== 'sqlite';
  return withClient<ClientClass>(
    knex,
    (Client) =>
      class extends Client {
        override async acquireConnection(): Promise<ServerConnection> {
          const startedAt = performance.now();
          const connection = await super.acquireConnection();
          if (performance.now() - startedAt < waitMs) return connection;
          await this.releaseConnection(connection);
          throw unavailable({ cause: new Error(`No connection was free within ${waitMs} ms`) });
        }
        override async _query(connection: ServerConnection, query: unknown): Promise<unknown> {
          if (!hasServer) return super._query(connection, query);
          const timer = setTimeout(cut, queryMs, connection);
          try {
            return await super._query(connection, query);
          } finally {
            clearTimeout(timer);
          }
        }
      },
  );
}
