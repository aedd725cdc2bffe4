import type { Knex } from 'knex';
import { SetupError } from '../../kernel/errors';
import type { Dialect } from '../dialect';

/**
 * What has no right to make triggers on MySQL: TRIGGER itself, or SUPER while the binary log is on and nobody
 * is trusted.
 */
const refusedByServer = new Set([
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_BINLOG_CREATE_ROUTINE_NEED_SUPER',
]);

/**
 * Makes triggers that refuse every statement that changes or removes rows of the table. MySQL's TRUNCATE and
 * everyone's DROP TABLE fire no trigger: those take rights that an app needs not have.
 */
export async function refuseChanges(connection: Knex, dialect: Dialect, table: string): Promise<void> {
  await allowChanges(connection, dialect, table);
  for (const statement of triggersOf(dialect, table)) {
    await connection.raw(statement).catch((error: { readonly code?: string }) => {
      if (!refusedByServer.has(error.code ?? '')) throw error;
      throw new SetupError(
        `The database user may not make triggers, which keep ${table} append-only: grant it TRIGGER, and where the binary log is on set log_bin_trust_function_creators = 1; then migrate again`,
        { cause: error },
      );
    });
  }
}

/** Takes the triggers away. */
export async function allowChanges(connection: Knex, dialect: Dialect, table: string): Promise<void> {
  if (dialect === 'postgres' && !(await connection.schema.hasTable(table))) return;
  for (const event of events[dialect])
    await connection.raw(
      `drop trigger if exists ${table}_no_${event}${dialect === 'postgres' ? ` on "${table}"` : ''}`,
    );
  if (dialect === 'postgres') await connection.raw(`drop function if exists ${table}_refuse_change()`);
}

const events = {
  // Without a trigger of its own, INSERT OR REPLACE would remove the row in its way unseen.
  sqlite: ['update', 'delete', 'insert'],
  mysql: ['update', 'delete'],
  postgres: ['update', 'delete', 'truncate'],
} as const satisfies Record<Dialect, readonly string[]>;

function triggersOf(dialect: Dialect, table: string): string[] {
  const message = `${table} is append-only`;
  switch (dialect) {
    case 'sqlite':
      return events.sqlite.map((event) => {
        const taken = `when exists (select 1 from ${table} where id = new.id or (tenant_id = new.tenant_id and sequence = new.sequence))`;
        return `create trigger ${table}_no_${event} before ${event} on ${table} for each row ${event === 'insert' ? taken : ''} begin select raise(abort, '${message}'); end`;
      });
    case 'mysql':
      return events.mysql.map(
        (event) =>
          `create trigger ${table}_no_${event} before ${event} on ${table} for each row signal sqlstate '45000' set message_text = '${message}'`,
      );
    case 'postgres':
      return [
        `create function ${table}_refuse_change() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
        ...events.postgres.map(
          (event) =>
            `create trigger ${table}_no_${event} before ${event} on "${table}" for each ${event === 'truncate' ? 'statement' : 'row'} execute function ${table}_refuse_change()`,
        ),
      ];
  }
}
