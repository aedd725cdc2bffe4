import type { Socket } from 'node:net';
import type { Knex } from 'knex';

interface Client {
  _query(connection: unknown, statement: { readonly sql: string }): Promise<unknown>;
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export interface HeldAnswer {
  readonly answered: Promise<void>;
  release(): void;
  /** Cuts the connection of the statement, of a driver for a server. */
  cut(): void;
}

/** The sockets of mysql2 and pg. */
interface ServerConnection {
  readonly stream?: Socket;
  readonly connection?: { readonly stream: Socket };
}

/**
 * Lets the next statement that matches run and holds its answer back until it is released, so that something
 * else can come in between. Of every pool of this driver, as transactions have clients of their own.
 * `answered` resolves when the answer is being held. With `after`, only a statement counts whose connection has run one
 * that matches `after`: other work commits, too.
 */
export function holdAnswer(knex: Knex, pattern: RegExp, after?: RegExp): HeldAnswer {
  const driver = knex.client.constructor.prototype as Client;
  const inherited = !Object.hasOwn(driver, '_query');
  const query = driver._query;
  let used: ServerConnection = {};
  const ready = new Set<unknown>();
  const [answered, released] = [deferred(), deferred()];
  driver._query = async function (connection, statement) {
    if (after?.test(statement.sql)) ready.add(connection);
    const matches = pattern.test(statement.sql) && (after === undefined || ready.has(connection));
    if (!matches) return query.call(this, connection, statement);
    if (inherited) Reflect.deleteProperty(driver, '_query');
    else driver._query = query;
    used = connection as ServerConnection;
    const result = await query.call(this, connection, statement);
    answered.resolve();
    await released.promise;
    return result;
  };
  return {
    answered: answered.promise,
    release: released.resolve,
    cut: () => void (used.stream ?? used.connection?.stream)?.destroy(),
  };
}
