import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dropLeftovers, newName } from './databases';
import { fontFiles } from './fonts';
import {
  findPostgresPrograms,
  galeraFiles,
  type MissingServices,
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
  mysql2: () => reach(serviceAddresses.mysql),
  pg: () => reach(serviceAddresses.postgres),
  redis: () => reach(serviceAddresses.redis),
  chromium: () => access(serviceAddresses.chromium, constants.X_OK),
  poppler: () => promisify(execFile)('pdftotext', ['-v']),
  fonts: () => Promise.all(Object.values(fontFiles).map((file) => access(file, constants.R_OK))),
  galera: () => Promise.all(Object.values(galeraFiles).map((file) => access(file))),
  'own-mariadb': () => Promise.all([galeraFiles.server, galeraFiles.install].map((file) => access(file))),
  pgbouncer: () => access(pgbouncerFile, constants.X_OK),
  'own-postgres': () => access(join(findPostgresPrograms(), 'pg_basebackup'), constants.X_OK),
};

/** Finds out once what the machine has, for `describeWith`, and builds widget and dashboard where they have changed. */
export default async function globalSetup(): Promise<void> {
  for (const script of ['build-widget.mjs', 'build-dashboard.mjs'])
    await promisify(execFile)(process.execPath, [join(__dirname, '../../scripts', script)]);
  const missing: MissingServices = {};
  for (const [service, probe] of Object.entries(probes) as [Service, () => unknown][]) {
    try {
      await probe();
    } catch (error) {
      missing[service] = (error instanceof Error && error.message.split('\n')[0]) || 'not available';
    }
  }
  process.env[probeResultVariable] = JSON.stringify(missing);
  const times = join(await mkdtemp(join(tmpdir(), newName())), 'times');
  await writeFile(times, '');
  process.env.EXPRESS_CONSENT_TEST_TIMES = times;
  await dropLeftovers((service) => missing[service] === undefined);
}
