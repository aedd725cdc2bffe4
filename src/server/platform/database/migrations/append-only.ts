import type { Knex } from 'knex';
import { SetupError } from '../../kernel/errors';
import type { Dialect } from '../dialect';

/**
 * Error codes of MySQL when the user cannot create triggers: the privilege TRIGGER is missing, or SUPER while
 * the binary log is enabled and function creators are not trusted.
 */
const refusedByServer = new Set([
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_BINLOG_CREATE_ROUTINE_NEED_SUPER',
]);

/**
 * Creates triggers that refuse all statements that change or remove rows of the table. TRUNCATE on MySQL and
 * DROP TABLE on all databases fire no trigger; they require privileges that an app does not need.
 */
export async function refuseChanges(connection: Knex, dialect: Dialect, table: string): Promise<void> {
  // MySQL commits each statement: a user who may drop triggers and not create them would lose those that are left.
  if (dialect !== 'mysql') await allowChanges(connection, dialect, table);
  for (const statement of createTriggers(dialect, table)) {
    await connection.raw(statement).catch((error: { readonly code?: string }) => {
      if (error.code === 'ER_TRG_ALREADY_EXISTS') return;
      if (!refusedByServer.has(error.code ?? '')) throw error;
      throw new SetupError(
        `The database user cannot create the triggers that keep ${table} append-only: grant it TRIGGER. If ` +
          'the binary log is enabled, also set log_bin_trust_function_creators = 1. Then migrate again. See docs/guide/troubleshooting.md#trigger-privilege',
        { cause: error },
      );
    });
  }
}

/**
 * Returns whether the database user could empty the table at once. PostgreSQL alone has triggers against it, and to try it
 * would lock the table against everybody; all its users can read what triggers there are.
 */
export async function acceptsTruncate(connection: Knex, dialect: Dialect, table: string): Promise<boolean> {
  if (dialect !== 'postgres') return false;
  const { rows } = await connection.raw(
    `select 1 from pg_class c where c.oid = to_regclass(quote_ident(?)) and has_table_privilege(c.oid, 'TRUNCATE')
    and not exists (
      select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and (t.tgtype & ?) = ? and t.tgenabled in ('O', 'A') and t.tgqual is null
      and p.prosrc like '%raise exception%'
    )`,
    [table, beforeTruncate, beforeTruncate],
  );
  return rows.length > 0;
}

/** Bits of `pg_trigger.tgtype`. */
const beforeTruncate = 2 + 32;

/** Removes the triggers. */
export async function allowChanges(connection: Knex, dialect: Dialect, table: string): Promise<void> {
  if (dialect === 'postgres' && !(await connection.schema.hasTable(table))) return;
  for (const event of events[dialect])
    await connection.raw(
      `drop trigger if exists ${table}_no_${event}${dialect === 'postgres' ? ` on "${table}"` : ''}`,
    );
  if (dialect === 'postgres') await connection.raw(`drop function if exists ${table}_refuse_change()`);
}

const events = {
  // INSERT OR REPLACE would remove a row without firing the other triggers, also one with the same rowid.
  sqlite: ['update', 'delete', 'insert'],
  mysql: ['update', 'delete'],
  postgres: ['update', 'delete', 'truncate'],
} as const satisfies Record<Dialect, readonly string[]>;

function createTriggers(dialect: Dialect, table: string): string[] {
  const message = `${table} is append-only`;
  switch (dialect) {
    case 'sqlite':
      return events.sqlite.map((event) => {
        const exists = `when exists (select 1 from ${table} where id = new.id or (tenant_id = new.tenant_id and sequence = new.sequence) or rowid = new.rowid)`;
        return `create trigger ${table}_no_${event} before ${event} on ${table} for each row ${event === 'insert' ? exists : ''} begin select raise(abort, '${message}'); end`;
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
