import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { Knex } from 'knex';
import type { ConsentServiceConfig } from '#platform/config/config-schema';
import type { Logger } from '#platform/kernel/logger';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import type { Internals } from '#service/consent-service';
import { createService } from '#service/create-consent-service';
import { openDatabaseInMemory } from './database-in-memory';
import { openRequests } from './kept-connections';

export const adminEmail = 'admin@shop.example';
export const testSigningHash = 'test data signing hash, long enough too';
export const adminPassword = 'correct horse battery staple';

/**
 * A clock that stands still until it is moved. Starts at the true time, because drivers and tokens know that
 * one too.
 */
export function createTestClock(start = Date.now()) {
  let now = start;
  return {
    now: () => now,
    elapsed: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** A clock that runs. */
export const runningClock: ReturnType<typeof createTestClock> = {
  now: Date.now,
  elapsed: () => performance.now(),
  advance() {
    throw new Error('This clock runs by itself');
  },
};

/** Collects what would be logged, so that tests can see that a secret is not in it. */
function createTestLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (facts: object, message?: string) =>
    void lines.push(JSON.stringify({ level, message, ...facts }));
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

export interface TestAppOptions {
  /** Default: SQLite in memory, with the tables of the service unless `config.database` is set. */
  readonly knex?: Knex;
  readonly config?: Partial<Omit<ConsentServiceConfig, 'knex'>>;
  /** Mounted below this path of the host's. */
  readonly prefix?: string;
  /** Another version's `express()`; default: the one that `express` names. */
  readonly host?: () => ReturnType<typeof express>;
  /** Keeps published files in a directory of its own. Default: in the database. */
  readonly onDisk?: boolean;
  /** Two services on one place: the other's `directory`, which is empty when it has none. */
  readonly directory?: string;
  /** Two services at one time: the other's clock. */
  readonly clock?: ReturnType<typeof createTestClock>;
  /** Default: hashes that take no time. */
  readonly passwordHashing?: Internals['passwordHashing'];
  /** Scripts that threads of the service load before anything else. */
  readonly preload?: readonly string[];
  /** How long an answer of a registry may take, in milliseconds. */
  readonly registryTimeoutMs?: number;
  /** How long one call of the storage may take, in milliseconds. */
  readonly storageTimeoutMs?: number;
  /** How long one call of `translate` may take, in milliseconds. */
  readonly translationTimeoutMs?: number;
  /** How long `hotServe.purge` waits and can take. */
  readonly purgeTimes?: Internals['purgeTimes'];
  readonly webhookTimes?: Internals['webhookTimes'];
  /** Where the built files of the widget are. */
  readonly widgetDirectory?: string;
  /** Where the built files of the dashboard are. */
  readonly dashboardDirectory?: string;
}

/** A host app with the service mounted, as a user would have it, and ways to look into it. */
export async function createTestApp({
  knex: given,
  config = {},
  prefix = '/',
  host = express,
  onDisk = false,
  directory: givenDirectory = '',
  clock = createTestClock(),
  passwordHashing = { log2N: 4 },
  preload = [],
  registryTimeoutMs = 10_000,
  storageTimeoutMs = 30_000,
  translationTimeoutMs = 30_000,
  purgeTimes = {},
  webhookTimes = {},
  widgetDirectory,
  dashboardDirectory,
}: TestAppOptions = {}) {
  const knex = given ?? (await openDatabaseInMemory({ isMigrated: config.database === undefined }));
  const directory = onDisk
    ? await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_storage_`))
    : givenDirectory;
  const logger = createTestLogger();
  const service = createService(
    {
      knex,
      ...(directory === '' ? {} : { storage: diskStorage({ directory }) }),
      logger,
      auth: {
        mode: 'local',
        adminEmail,
        adminPassword,
        masterSecret: 'test master secret, long enough to count',
      },
      compliance: { dataSigningHash: testSigningHash },
      // The first request starts the service, and a busy machine needs its time to make the tables of a new
      // database.
      database: { timeoutMs: 20_000 },
      ...config,
    },
    {
      clock,
      passwordHashing,
      registryTimeoutMs,
      storageTimeoutMs,
      translationTimeoutMs,
      purgeTimes,
      webhookTimes,
      ...(widgetDirectory === undefined ? {} : { widgetDirectory }),
      ...(dashboardDirectory === undefined ? {} : { dashboardDirectory }),
      workerOptions: {
        execArgv: [join(__dirname, 'typescript.js'), ...preload].flatMap((file) => ['--require', file]),
      },
    },
  );
  const app = host();
  app.use(prefix, service.publicRouter);
  app.use(prefix, service.adminRouter);
  const root = prefix === '/' ? '' : prefix;
  const basePath = config.basePath ?? '/svc';
  const { request, close: closeConnections } = await openRequests(app);
  const adminBase = `${root}${basePath}/admin/v1`;
  let signedIn: { token: string; expiresAt: string } | undefined;

  return {
    app,
    service,
    knex,
    /** Of its storage; empty when published files are in the database. */
    directory,
    clock,
    logger,
    request,
    publicBase: `${root}${basePath}/api/v1`,
    adminBase,
    /**
     * The header of the first superadmin, signed in once, and again when the clock has passed the end of the
     * token.
     */
    async asAdmin(): Promise<{ Authorization: string }> {
      if (signedIn === undefined || Date.parse(signedIn.expiresAt) <= clock.now()) {
        signedIn = (
          await request
            .post(`${adminBase}/auth/login`)
            .send({ email: adminEmail, password: adminPassword })
            .expect(200)
        ).body;
      }
      return { Authorization: `Bearer ${signedIn?.token}` };
    },
    async close() {
      await service.close();
      closeConnections();
      if (given === undefined) await knex.destroy();
      if (onDisk) await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
