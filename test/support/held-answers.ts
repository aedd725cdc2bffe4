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

/**
 * Lets the next statement that matches run and holds its answer back until it is released, so that something
 * else can come in between. Of every pool of this driver, as transactions have clients of their own.
 * `answered` resolves when the answer is being held.
 */
export function holdAnswer(
  knex: Knex,
  pattern: RegExp,
): { readonly answered: Promise<void>; release(): void } {
  const driver = knex.client.constructor.prototype as Client;
  const inherited = !Object.hasOwn(driver, '_query');
  const query = driver._query;
  const [answered, released] = [deferred(), deferred()];
  driver._query = async function (connection, statement) {
    if (!pattern.test(statement.sql)) return query.call(this, connection, statement);
    if (inherited) Reflect.deleteProperty(driver, '_query');
    else driver._query = query;
    const result = await query.call(this, connection, statement);
    answered.resolve();
    await released.promise;
    return result;
  };
  return { answered: answered.promise, release: released.resolve };
}
