import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemplates, dropLeftovers, newName, tryServer } from './databases';
import { fontFiles } from './fonts';
import { bundlePrograms } from './programs';
import { runDirectoryVariable } from './run-directory';
import type { Scope } from './scope';
import {
  caddyFile,
  findPostgresPrograms,
  galeraFiles,
  type MissingServices,
  nginxFile,
  pgbouncerFile,
  probeResultVariable,
  type Service,
  serviceAddresses,
} from './services';

function reach(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port), timeout: 2000 });
    socket.once('connect', () => resolve(socket.end() && undefined));
    socket.once('timeout', () => socket.destroy(new Error(`no answer from ${hostname}:${port}`)));
    socket.once('error', reject);
  });
}

const probes: Record<Service, () => unknown> = {
  'better-sqlite3': () => new (require('better-sqlite3'))(':memory:').close(),
  sqlite3: () => require('sqlite3'),
  // One of somebody else can be there, with a password.
  mysql2: () => tryServer('mysql2'),
  pg: () => tryServer('pg'),
  redis: () => reach(serviceAddresses.redis),
  chromium: () => access(serviceAddresses.chromium, constants.X_OK),
  firefox: () => access(serviceAddresses.firefox, constants.X_OK),
  poppler: () => promisify(execFile)('pdftotext', ['-v']),
  fonts: () => Promise.all(Object.values(fontFiles).map((file) => access(file, constants.R_OK))),
  galera: () => Promise.all(Object.values(galeraFiles).map((file) => access(file))),
  'own-mariadb': () => Promise.all([galeraFiles.server, galeraFiles.install].map((file) => access(file))),
  pgbouncer: () => access(pgbouncerFile, constants.X_OK),
  nginx: () => access(nginxFile, constants.X_OK),
  caddy: () => access(caddyFile, constants.X_OK),
  'own-postgres': () => access(join(findPostgresPrograms(), 'pg_basebackup'), constants.X_OK),
};

const run = (script: string, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(__dirname, '../../scripts', script), ...args]);

/** The dashboard's bundle contains generated modules. */
async function buildForTests(): Promise<void> {
  await run('generate.cjs', 'src');
  await Promise.all([run('build-widget.mjs'), run('build-dashboard.mjs')]);
}

async function findMissing(): Promise<MissingServices> {
  const missing: MissingServices = {};
  const find = async ([service, probe]: [Service, () => unknown]) => {
    try {
      await probe();
    } catch (error) {
      missing[service] = (error instanceof Error && error.message.split('\n')[0]) || 'not available';
    }
  };
  await Promise.all((Object.entries(probes) as [Service, () => unknown][]).map(find));
  return missing;
}

/**
 * Finds out once what the machine has, for `describeWith`, writes the generated modules, builds widget and dashboard
 * where they have changed, and prepares programs and databases for the tests that use them.
 */
export default async function globalSetup(
  { testPathPatterns }: { readonly testPathPatterns: { readonly patterns: readonly string[] } },
  { globals }: { readonly globals: { readonly testScope?: Scope } },
): Promise<void> {
  const [missing] = await Promise.all([findMissing(), buildForTests()]);
  process.env[probeResultVariable] = JSON.stringify(missing);
  const directory = await mkdtemp(join(tmpdir(), newName()));
  await writeFile(join(directory, 'times'), '');
  process.env[runDirectoryVariable] = directory;
  const isAvailable = (service: Service) => missing[service] === undefined;
  if (testPathPatterns.patterns.length === 0) await bundlePrograms(directory);
  await dropLeftovers(isAvailable);
  // Few tests of `npm test` need a database of their own.
  if (globals.testScope !== 'core') await createTemplates(isAvailable);
}
