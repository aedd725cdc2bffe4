import type { Knex } from 'knex';
import { parseUrl } from '../kernel/parse-url';
import type { Dialect } from './dialect';

const productNames: Readonly<Record<Dialect, string>> = {
  sqlite: 'SQLite',
  mysql: 'MySQL',
  postgres: 'PostgreSQL',
};

/** Returns the name of the database product that a dialect is for. */
export const productName = (dialect: Dialect): string => productNames[dialect];

/**
 * Describes a database for operators: its kind, its file or name, and the prefix of the service's tables.
 * Never contains hosts, users or passwords.
 */
export function describeDatabase(knex: Knex, dialect: Dialect, prefix: string): string {
  const name = readName(knex.client?.config?.connection);
  return `${productName(dialect)} database${name === null ? '' : ` "${name}"`} with tables ${prefix}*`;
}

/** Returns the database name in a connection, which Knex accepts as a URL, an object or a function. */
function readName(connection: unknown): string | null {
  if (typeof connection === 'string') {
    if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(connection)) return connection;
    return parseUrl(connection)?.pathname.slice(1) || null;
  }
  if (typeof connection !== 'object' || connection === null) return null;
  const { filename, database, connectionString } = connection as Readonly<Record<string, unknown>>;
  if (typeof connectionString === 'string') return readName(connectionString);
  return typeof filename === 'string' ? filename : typeof database === 'string' ? database : null;
}
