import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import { createSemaphore } from '../kernel/concurrency/semaphore';
import { unavailable } from '../kernel/errors';
import { getDialect } from './dialect';
import { withClient } from './host-knex';

// Why: docs/adr/0187-nothing-runs-for-callers-who-have-gone.md

/** The part of a connection of mysql2 or pg that leads to its socket. */
interface ServerConnection {
  readonly stream?: Socket;
  readonly connection?: { readonly stream?: Socket };
}

/** A query as Knex passes it to its client. Those that begin and end a transaction have no method. */
interface RunningQuery {
  readonly method?: string;
}

/** The part of Knex's client that runs queries. */
type ClientClass = new () => {
  acquireConnection(): Promise<ServerConnection>;
  releaseConnection(connection: ServerConnection): Promise<void>;
  _query(connection: ServerConnection, query: RunningQuery): Promise<unknown>;
  /** Ends the query of another connection, through a connection that does not belong to the pool. */
  cancelQuery(connection: ServerConnection): Promise<unknown>;
};

/** Its query fails, its transaction ends, and the pool replaces it. */
function cut(connection: ServerConnection): void {
  (connection.stream ?? connection.connection?.stream)?.destroy();
}

/** Maximum number of queries that wait to be cancelled; one is cancelled at a time, as each needs a connection. */
const maxWaiting = 10;

export interface TimeLimits {
  /** Time after which everyone who waited for a connection has got an error (ms). */
  readonly waitMs: number;
  /** Longest time that a query runs (ms). */
  readonly queryMs: number;
}

/**
 * Returns a Knex on the same pool whose queries end, also those for which nobody waits any more. Queries of the host are not
 * affected.
 *
 * A query that got its connection too late does not run: after a time in which all connections were in use, the pool would
 * otherwise first do what nobody waits for. A connection whose query takes too long is ended, and with it the query on the
 * server, which would not notice: drivers wait without a limit, so when a network drops packets silently, every connection
 * that was in use would be lost to the pool until the process restarts.
 */
export function withTimeLimits(knex: Knex, { waitMs, queryMs }: TimeLimits): Knex {
  // SQLite has no connection that can be lost.
  const hasServer = getDialect(knex) !== 'sqlite';
  const inTurn = createSemaphore(1, maxWaiting);
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
        override async _query(connection: ServerConnection, query: RunningQuery): Promise<unknown> {
          if (!hasServer) return super._query(connection, query);
          const timer = setTimeout(() => {
            // First, so that the pool cannot give the connection to another query, which would be cancelled.
            cut(connection);
            // A COMMIT is left to its end.
            if (query.method !== undefined) inTurn(() => this.cancelQuery(connection)).catch(() => {});
          }, queryMs);
          try {
            return await super._query(connection, query);
          } finally {
            clearTimeout(timer);
          }
        }
      },
  );
}
