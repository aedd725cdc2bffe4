import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import { getDialect } from './dialect';
import { withClient } from './host-knex';

/** The part of a connection of mysql2 or pg that leads to its socket. */
interface ServerConnection {
  readonly stream?: Socket;
  readonly connection?: { readonly stream?: Socket };
}

/** The part of Knex's client that runs a query. */
type ClientClass = new () => { _query(connection: unknown, query: unknown): Promise<unknown> };

/** Its query fails, its transaction ends, and the pool replaces it. */
function cut(connection: ServerConnection): void {
  (connection.stream ?? connection.connection?.stream)?.destroy();
}

/**
 * Returns a Knex on the same pool that ends a connection whose query has no answer after `limitMs`. Drivers wait
 * without a limit, so when a network drops packets silently, every connection that was in use would be lost to the pool
 * until the process restarts. Queries of the host are not affected. SQLite has no connection that can be lost.
 */
export function withStallLimit(knex: Knex, limitMs: number): Knex {
  if (getDialect(knex) === 'sqlite') return knex;
  return withClient<ClientClass>(
    knex,
    (Client) =>
      class extends Client {
        override async _query(connection: ServerConnection, query: unknown): Promise<unknown> {
          const timer = setTimeout(cut, limitMs, connection);
          try {
            return await super._query(connection, query);
          } finally {
            clearTimeout(timer);
          }
        }
      },
  );
}
