import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import { UsageError } from './usage-error';

// Why: docs/adr/0014-better-sqlite3-as-the-default.md

/** How long SQLite waits for another process's write lock, in milliseconds. */
const sqliteBusyMs = 5000;

export interface DatabaseUrlOptions {
  /** Whether a SQLite file that is not there yet may be made. */
  readonly mayCreate: boolean;
  /** Whether SQLite shall be in WAL mode, which stays with the file: for a service that runs on it. */
  readonly wal: boolean;
}

/**
 * What Knex needs to open a database that an operator names: a file of SQLite (`consent.sqlite`,
 * `sqlite:consent.sqlite`), or an address that begins with `mysql://`, `mariadb://`, `postgres://` or
 * `postgresql://`.
 * @throws UsageError
 */
export function knexConfigOf(url: string, options: DatabaseUrlOptions): Knex.Config {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return sqliteConfig(url.replace(/^sqlite:/, ''), options);
  if (scheme === 'mysql' || scheme === 'mariadb')
    return { client: installed('mysql2', 'mysql2'), connection: url.replace(/^mariadb:/i, 'mysql:') };
  if (scheme === 'postgres' || scheme === 'postgresql')
    return { client: installed('pg', 'pg'), connection: url };
  // The address itself may hold a password, so only its scheme is told.
  throw new UsageError(`--database takes a SQLite file, mysql://… or postgres://…, not ${scheme}://…`);
}

function sqliteConfig(filename: string, { mayCreate, wal }: DatabaseUrlOptions): Knex.Config {
  if (filename === '') throw new UsageError('--database is empty');
  if (!mayCreate && !existsSync(filename)) throw new UsageError(`There is no database file ${filename}`);
  const pragmas = [
    `busy_timeout = ${sqliteBusyMs}`,
    ...(wal ? ['journal_mode = WAL', 'synchronous = FULL'] : []),
  ];
  if (isInstalled('better-sqlite3')) {
    const afterCreate = (
      connection: { pragma(text: string): void },
      done: (error: null, connection: unknown) => void,
    ) => {
      for (const pragma of pragmas) connection.pragma(pragma);
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
  ) =>
    connection.exec(pragmas.map((pragma) => `pragma ${pragma};`).join(' '), (error) =>
      done(error, connection),
    );
  return {
    client: installed('sqlite3', 'better-sqlite3'),
    connection: { filename },
    useNullAsDefault: true,
    pool: { afterCreate },
  };
}

function installed(driver: string, advice: string): string {
  if (!isInstalled(driver)) throw new UsageError(`This database needs a driver: npm install ${advice}`);
  return driver;
}

function isInstalled(name: string): boolean {
  try {
    createRequire(__filename).resolve(name);
    return true;
  } catch {
    return false;
  }
}
