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
  /** The system call that failed. */
  readonly syscall?: string;
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

const contentionCodes =
  /^(?:40001|40P01|55P03|ER_LOCK_DEADLOCK|ER_LOCK_WAIT_TIMEOUT|ER_CHECKREAD|ER_TRANSACTION_ROLLBACK_DURING_COMMIT|SQLITE_(?:BUSY|LOCKED|PROTOCOL).*)$/;

/**
 * Returns whether a transaction conflicted with another writer: a retry of the same transaction can succeed.
 */
export function isContention(error: unknown): boolean {
  return contentionCodes.test(((error ?? {}) as DriverError).code ?? '');
}

/** Codes of Node and of mysql2 when a server cannot be reached or the connection ends. */
const networkCodes =
  'EADDRNOTAVAIL|EAI_AGAIN|ECONNABORTED|ECONNREFUSED|ECONNRESET|EHOSTDOWN|EHOSTUNREACH|EMFILE|ENETDOWN|ENETUNREACH|ENFILE|ENOTFOUND|EPIPE|ETIMEDOUT|PROTOCOL_CONNECTION_LOST|PROTOCOL_SEQUENCE_TIMEOUT';

/**
 * Codes of PostgreSQL: connection, out of resources, shutdown, failures of its disk; read-only transaction, refused
 * sign-in or privilege, missing database, cancelled statement, ended session. Source:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes = '08\\d{3}|53\\d{3}|57P0[1-5]|58\\d{3}|25006|25P0[34]|28000|28P01|3D000|42501|57014';

const sqliteCodes = 'SQLITE_(?:AUTH|CANTOPEN|FULL|INTERRUPT|IOERR|NOMEM|PERM|READONLY).*';

const unreachableCodes = new RegExp(`^(?:${networkCodes}|${postgresCodes}|${sqliteCodes})$`);

/**
 * Errors of MySQL and MariaDB by number, as drivers know the names of only one of them. Sources:
 * https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html,
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const mysqlNumbers = new Set([
  // The disk or a table is full, or the disk fails.
  ...[1021, 1023, 1026, 1030, 1114, 1180],
  // Too many connections or users, out of memory or threads, too many locks.
  ...[1037, 1038, 1040, 1041, 1135, 1203, 1206, 1226],
  // Refused sign-in, host or privilege; missing database.
  ...[1043, 1044, 1045, 1049, 1129, 1130, 1142, 1143],
  // A node of a cluster that is not ready, shutdown, connections that the server ends or loses.
  ...[1047, 1053, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 3100, 3169, 4031],
  // Read-only: an option such as read_only, a transaction, a mode.
  ...[1290, 1792, 1836],
  // Cancelled statements: by an operator, and by the time limits of MariaDB and MySQL.
  ...[1317, 1969, 3024],
]);

const unreachableMessages =
  /Unable to acquire a connection|Connection terminated|encountered a connection error|aborted|Can't add new command when connection is in closed state|Client was closed|Query read timeout|timeout expired/i;

/** Returns whether the database cannot be reached, is read-only or is full: the cause is not this request. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', errno = 0, syscall = '', message = '' } = (error ?? {}) as DriverError;
  const name = error instanceof Error ? error.name : '';
  return (
    unreachableCodes.test(code) ||
    mysqlNumbers.has(errno) ||
    // The Unix socket of a server that is down.
    (code === 'ENOENT' && syscall === 'connect') ||
    name === 'KnexTimeoutError' ||
    unreachableMessages.test(message)
  );
}
