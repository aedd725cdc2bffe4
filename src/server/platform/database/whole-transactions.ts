import type { Knex } from 'knex';
import { isContention, isUnreachable } from './dialect';
import { withClient } from './host-knex';

// Why: docs/adr/0133-nothing-after-a-lost-transaction.md

/** A query as Knex passes it to its client. */
interface CompiledQuery {
  readonly sql: string;
}

/** The part of Knex's client that runs a query. */
type ClientClass = new () => { _query(connection: object, query: CompiledQuery): Promise<unknown> };

/** The transaction that is open on a connection. */
interface OpenTransaction {
  /** With what the database has ended it. */
  failure?: unknown;
  /** The query that runs, or waits to run. */
  last?: Promise<unknown> | undefined;
}

const begins = /^begin\b/i;
const commits = /^commit;?$/i;
const rollsBack = /^rollback;?$/i;

/**
 * Returns a Knex on the same pool whose transactions take effect as a whole or not at all, even when their code goes on
 * after an error. MySQL and MariaDB roll back everything at a deadlock, and commit what follows by itself, statement by
 * statement. So a query waits until the one before it has been answered, and after an error that ends the transaction,
 * all others fail with it, the commit too. Queries of the host are not affected.
 */
export function withWholeTransactions(knex: Knex): Knex {
  const open = new WeakMap<object, OpenTransaction>();
  return withClient<ClientClass>(
    knex,
    (Client) =>
      class extends Client {
        override async _query(connection: object, query: CompiledQuery): Promise<unknown> {
          if (begins.test(query.sql)) open.set(connection, {});
          const transaction = open.get(connection);
          if (transaction === undefined) return super._query(connection, query);
          const run = async () => {
            const isCommit = commits.test(query.sql);
            const isRollback = rollsBack.test(query.sql);
            if (isCommit || isRollback) open.delete(connection);
            if (transaction.failure !== undefined && !isRollback) {
              if (isCommit) await super._query(connection, { ...query, sql: 'ROLLBACK' });
              throw repeated(transaction.failure);
            }
            try {
              return await super._query(connection, query);
            } catch (error) {
              if (isContention(error) || isUnreachable(error)) transaction.failure = error;
              throw error;
            }
          };
          const result = transaction.last === undefined ? run() : transaction.last.then(run, run);
          transaction.last = result;
          return result;
        }
      },
  );
}

/** Returns an error like this one. Knex writes the text of each query into the error that it throws. */
function repeated(failure: unknown): Error {
  const { message, code, errno } = failure as NodeJS.ErrnoException;
  return Object.assign(new Error(message, { cause: failure }), { code, errno });
}
