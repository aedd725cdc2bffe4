import { existsSync } from 'node:fs';
import type { Knex } from 'knex';
import { isInstalled } from '#platform/kernel/is-installed';
import { UsageError } from './usage-error';

// Why: docs/adr/0014-better-sqlite3-as-the-default.md

/** Time that SQLite waits for another process's write lock (ms). */
const sqliteBusyMs = 5000;

export interface DatabaseUrlOptions {
  /** Whether a missing SQLite file can be created. */
  readonly mayCreate: boolean;
}

/**
 * Returns the Knex configuration for a database that an operator names: a SQLite file (`consent.sqlite`,
 * `sqlite:consent.sqlite`), or a URL that begins with `mysql://`, `mariadb://`, `postgres://` or
 * `postgresql://`.
 * @throws UsageError
 */
export function toKnexConfig(url: string, options: DatabaseUrlOptions): Knex.Config {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return sqliteConfig(url.replace(/^sqlite:/, ''), options);
  if (scheme === 'mysql' || scheme === 'mariadb')
    return { client: requireDriver('mysql2', 'mysql2'), connection: url.replace(/^mariadb:/i, 'mysql:') };
  if (scheme === 'postgres' || scheme === 'postgresql')
    return { client: requireDriver('pg', 'pg'), connection: url };
  // The URL can contain a password, so the message names only its scheme.
  throw new UsageError(`--database accepts a SQLite file, mysql://… or postgres://…, not ${scheme}://…`);
}

function sqliteConfig(filename: string, { mayCreate }: DatabaseUrlOptions): Knex.Config {
  if (filename === '') throw new UsageError('--database is empty');
  if (!mayCreate && !existsSync(filename)) throw new UsageError(`There is no database file ${filename}`);
  const pragma = `busy_timeout = ${sqliteBusyMs}`;
  if (isInstalled('better-sqlite3')) {
    const afterCreate = (
      connection: { pragma(text: string): void },
      done: (error: null, connection: unknown) => void,
    ) => {
      connection.pragma(pragma);
      done(null, connection);
    };
    return {
      client: 'better-sqlite3',
      connection: { filename },
      useNullAsDefault: true,
      pool: { afterCreate },
    };
  }
  const afterCreate = (
    connection: { exec(sql: string, done: (error: Error | null) => void): void },
    done: (error: Error | null, connection: unknown) => void,
  ) => connection.exec(`pragma ${pragma}`, (error) => done(error, connection));
  return {
    client: requireDriver('sqlite3', 'better-sqlite3'),
    connection: { filename },
    useNullAsDefault: true,
    pool: { afterCreate },
  };
}

function requireDriver(driver: string, advice: string): string {
  if (!isInstalled(driver)) throw new UsageError(`This database needs a driver: npm install ${advice}`);
  return driver;
}
