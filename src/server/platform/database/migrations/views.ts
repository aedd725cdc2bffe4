import type { Knex } from 'knex';
import { SetupError } from '../../kernel/errors';
import type { Dialect } from '../dialect';

/** Error codes of MySQL when the user has no privilege CREATE VIEW. */
const refusedByServer = new Set(['ER_TABLEACCESS_DENIED_ERROR', 'ER_SPECIFIC_ACCESS_DENIED_ERROR']);

/** Creates a view, or replaces it, so that the step can be repeated after a crash. */
export async function createView(
  connection: Knex,
  dialect: Dialect,
  view: string,
  select: string,
): Promise<void> {
  if (dialect === 'sqlite') await dropView(connection, view);
  const create = dialect === 'sqlite' ? 'create view' : 'create or replace view';
  await connection.raw(`${create} ${view} as ${select}`).catch((error: { readonly code?: string }) => {
    if (!refusedByServer.has(error.code ?? '')) throw error;
    throw new SetupError(
      `The database user cannot create the view ${view}: grant it CREATE VIEW, and migrate again. See docs/guide/troubleshooting.md#view-privilege`,
      { cause: error },
    );
  });
}

export async function dropView(connection: Knex, view: string): Promise<void> {
  await connection.raw(`drop view if exists ${view}`);
}
