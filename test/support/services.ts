import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isCore } from './scope';

/** Programs and servers that tests need in addition to Node. */
export type Service =
  | 'better-sqlite3'
  | 'sqlite3'
  | 'mysql2'
  | 'pg'
  | 'redis'
  | 'chromium'
  | 'firefox'
  | 'poppler'
  | 'fonts'
  | 'nginx'
  | 'caddy'
  | 'galera'
  | 'own-mariadb'
  | 'pgbouncer'
  | 'own-postgres';

/** Why a service cannot be used, by service; those that can are absent. */
export type MissingServices = Partial<Record<Service, string>>;

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const headlessShell = process.env.CHROMIUM_SHELL_PATH ?? '/usr/bin/chromium-headless-shell';

export const serviceAddresses = {
  mysql: process.env.EXPRESS_CONSENT_TEST_MYSQL ?? 'mysql://root@127.0.0.1:3306',
  postgres: process.env.EXPRESS_CONSENT_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  redis: process.env.EXPRESS_CONSENT_TEST_REDIS ?? 'redis://127.0.0.1:6379',
  chromium,
  firefox: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  /** Chromium without windows of its own to draw, which takes a third of the processor time for a page. */
  headlessShell: existsSync(headlessShell) ? headlessShell : chromium,
  /** Where Debian's `fonts-noto-core` and `fonts-ipafont-gothic` put their fonts. */
  fonts: process.env.EXPRESS_CONSENT_TEST_FONTS ?? '/usr/share/fonts',
};

/** Programs with which tests start their own cluster: those of Debian's `mariadb-server`, `galera-4` and `rsync`. */
export const galeraFiles = {
  server: '/usr/sbin/mariadbd',
  install: '/usr/bin/mariadb-install-db',
  provider: '/usr/lib/galera/libgalera_smm.so',
  rsync: '/usr/bin/rsync',
};

/** Debian's `pgbouncer`. */
export const pgbouncerFile = '/usr/sbin/pgbouncer';

/** Debian's `nginx-light`. */
export const nginxFile = '/usr/sbin/nginx';

/** Debian's `caddy`. */
export const caddyFile = '/usr/bin/caddy';

/** Returns the directory of PostgreSQL's programs: Debian's `postgresql` has one for each version. */
export function findPostgresPrograms(): string {
  const root = '/usr/lib/postgresql';
  const version = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0];
  return join(root, String(version), 'bin');
}

/**
 * In CI a missing service fails its tests; on a developer's machine they are skipped with the reason in their
 * name.
 */
const requireAll = Boolean(process.env.CI || process.env.EXPRESS_CONSENT_REQUIRE_ALL);

/** Set by the global setup, because tests are declared synchronously. */
export const probeResultVariable = 'EXPRESS_CONSENT_TEST_MISSING';

/** The databases that tests run on: those that the caller names, else all, or in `npm test` the embedded one. */
const namedDatabases = process.env.EXPRESS_CONSENT_TEST_DATABASES?.split(',').map((name) => name.trim());
const databases =
  namedDatabases ?? (isCore ? ['better-sqlite3'] : ['better-sqlite3', 'sqlite3', 'mysql2', 'pg']);

/** Services that belong to tests of one database. */
const databaseOf: Partial<Record<Service, Service>> = {
  galera: 'mysql2',
  'own-mariadb': 'mysql2',
  pgbouncer: 'pg',
  'own-postgres': 'pg',
};

function reasonLeftOut(wanted: Service): string | undefined {
  const service = databaseOf[wanted] ?? wanted;
  const isDatabase = ['better-sqlite3', 'sqlite3', 'mysql2', 'pg'].includes(service);
  const isIn = isDatabase
    ? databases.includes(service)
    : !(isCore && ['redis', 'chromium', 'firefox', 'nginx', 'caddy'].includes(service));
  if (isIn) return undefined;
  return namedDatabases && isDatabase ? 'not in EXPRESS_CONSENT_TEST_DATABASES' : 'runs in npm run test:all';
}

function reasonMissing(service: Service): string | undefined {
  const probed: MissingServices = JSON.parse(process.env[probeResultVariable] ?? '{}');
  return probed[service];
}

/** `describe` for tests that need `service`. */
export function describeWith(service: Service, name: string, define: () => void): void {
  const reasonToSkip = reasonLeftOut(service);
  const reason = reasonToSkip ?? reasonMissing(service);
  if (reason === undefined) {
    describe(name, define);
  } else if (reasonToSkip !== undefined) {
    describe.skip(`${name} (skipped: ${reason})`, define);
  } else if (requireAll) {
    describe(name, () => {
      test(`needs ${service}`, () => {
        throw new Error(`${service}: ${reason}`);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${reason})`, define);
  }
}
