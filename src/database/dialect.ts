import type { Knex } from 'knex';

export type Dialect = 'sqlite' | 'mysql' | 'postgres';

/** Which of the three families a Knex instance talks to. @throws Error for any other. */
export function dialectOf(knex: Knex): Dialect {
  const client = String(knex.client?.dialect ?? knex.client?.config?.client);
  if (/sqlite/.test(client)) return 'sqlite';
  if (/mysql|maria/.test(client)) return 'mysql';
  if (/postgres|^pg/.test(client)) return 'postgres';
  throw new Error(`express-consent works on SQLite, MySQL/MariaDB and PostgreSQL, not on "${client}"`);
}

interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
}

/** A value that must be unique is taken. */
export function isUniqueViolation(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as DriverError;
  return (
    code === '23505' ||
    code === 'ER_DUP_ENTRY' ||
    code.startsWith('SQLITE_CONSTRAINT_UNIQUE') ||
    code.startsWith('SQLITE_CONSTRAINT_PRIMARYKEY') ||
    (code === 'SQLITE_CONSTRAINT' && /UNIQUE/.test(message))
  );
}

const contentionCodes = new Set([
  '40001',
  '40P01',
  '55P03',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
]);

/** Two writers met and this one lost: the same transaction run again can succeed. */
export function isContention(error: unknown): boolean {
  return contentionCodes.has(((error ?? {}) as DriverError).code ?? '');
}

const networkCodes =
  'EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT|PROTOCOL_CONNECTION_LOST';

/**
 * Connection, shutdown, out of resources; read-only transaction, refused sign-in, missing database, cancelled
 * statement. Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes = '08\\d{3}|53\\d{3}|57P0[123]|25006|28000|28P01|3D000|57014';

/** The same of MySQL and MariaDB: numbers 1021, 1040, 1044, 1045, 1049, 1053, 1114, 1290, 1792, 1836. */
const mysqlCodes =
  'ER_DISK_FULL|ER_CON_COUNT_ERROR|ER_DBACCESS_DENIED_ERROR|ER_ACCESS_DENIED_ERROR|ER_BAD_DB_ERROR|ER_SERVER_SHUTDOWN|ER_RECORD_FILE_FULL|ER_OPTION_PREVENTS_STATEMENT|ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION|ER_READ_ONLY_MODE';

const sqliteCodes = 'SQLITE_(?:IOERR|CANTOPEN|FULL|READONLY).*';

const unreachableCodes = new RegExp(`^(?:${networkCodes}|${postgresCodes}|${mysqlCodes}|${sqliteCodes})$`);

/**
 * The database cannot be reached, refuses to write, or has no room: a matter of time, not of this request.
 */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as DriverError;
  const name = error instanceof Error ? error.name : '';
  return (
    unreachableCodes.test(code) ||
    name === 'KnexTimeoutError' ||
    /Unable to acquire a connection|Connection terminated|aborted|Can't add new command when connection is in closed state/i.test(
      message,
    )
  );
}
