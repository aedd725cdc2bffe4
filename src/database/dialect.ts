import type { Knex } from 'knex';

export type Dialect = 'sqlite' | 'mysql' | 'postgres';

/** Returns the dialect of a Knex instance. @throws Error for any other database */
export function getDialect(knex: Knex): Dialect {
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

/** Returns whether a value that must be unique is already in use. */
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
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
]);

/**
 * Returns whether a transaction conflicted with another writer: a retry of the same transaction can succeed.
 */
export function isContention(error: unknown): boolean {
  return contentionCodes.has(((error ?? {}) as DriverError).code ?? '');
}

const networkCodes =
  'EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT|PROTOCOL_CONNECTION_LOST';

/**
 * Codes of PostgreSQL: connection, shutdown, out of resources; read-only transaction, refused sign-in,
 * missing database, cancelled statement. Source:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes = '08\\d{3}|53\\d{3}|57P0[123]|25006|28000|28P01|3D000|57014';

/**
 * The same codes of MySQL and MariaDB: numbers 1021, 1040, 1044, 1045, 1049, 1053, 1114, 1290, 1792, 1836.
 */
const mysqlCodes =
  'ER_DISK_FULL|ER_CON_COUNT_ERROR|ER_DBACCESS_DENIED_ERROR|ER_ACCESS_DENIED_ERROR|ER_BAD_DB_ERROR|ER_SERVER_SHUTDOWN|ER_RECORD_FILE_FULL|ER_OPTION_PREVENTS_STATEMENT|ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION|ER_READ_ONLY_MODE';

const sqliteCodes = 'SQLITE_(?:IOERR|CANTOPEN|FULL|READONLY).*';

const unreachableCodes = new RegExp(`^(?:${networkCodes}|${postgresCodes}|${mysqlCodes}|${sqliteCodes})$`);

/** Returns whether the database cannot be reached, is read-only or is full: the cause is not this request. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as DriverError;
  const name = error instanceof Error ? error.name : '';
  return (
    unreachableCodes.test(code) ||
    name === 'KnexTimeoutError' ||
    /Unable to acquire a connection|Connection terminated|encountered a connection error|aborted|Can't add new command when connection is in closed state/i.test(
      message,
    )
  );
}
