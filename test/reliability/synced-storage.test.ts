import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import createKnex, { type Knex } from 'knex';
import { databaseStorage } from '#platform/storage/database/database-storage';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { s3Storage } from '#platform/storage/s3/s3-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { syncedStorage } from '#platform/storage/synced/synced-storage';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { bind, quickly, readAll, untilEqual } from '../support/mirrors';
import { createActiveProfile } from '../support/profiles';
import { toRun } from '../support/programs';
import { type S3Server, startS3Server } from '../support/s3-server';
import { testInDeep } from '../support/scope';
import { until } from '../support/webhook-receiver';

let directory: string;
const cleanUps: (() => unknown)[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'express-consent-synced-'));
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await rm(directory, { recursive: true, force: true });
});

async function connect<S extends StorageAdapter>(storage: S): Promise<S> {
  await storage.connect();
  cleanUps.push(() => storage.disconnect());
  return storage;
}

testInDeep(
  'the mirror catches up after processes that change the same files are killed at any moment',
  async () => {
    const [first, second] = [join(directory, 'primary'), join(directory, 'mirror')];
    const primary = await connect(diskStorage({ directory: first }));
    const mirror = await connect(diskStorage({ directory: second }));
    await bind(diskStorage({ directory: first }));
    for (let kill = 0; kill < 4; kill += 1) {
      const children: ChildProcess[] = ['a', 'b'].map((name) =>
        spawn(process.execPath, [...toRun('synced'), first, second, name], {
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
      await Promise.all(
        children.map(async ({ stdout }, index) => {
          if (stdout === null) return;
          for await (const line of createInterface({ input: stdout }))
            if (Number(line) >= 10 + kill * 13 + index * 5) return;
        }),
      );
      for (const child of children) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
    }
    expect((await primary.list('_mirror')).length).toBeGreaterThan(0);
    await connect(
      syncedStorage(diskStorage({ directory: first }), diskStorage({ directory: second }), quickly),
    );
    await untilEqual(primary, mirror);
    expect(Object.keys(await readAll(mirror)).length).toBeGreaterThan(5);
  },
  60_000,
);

eachDialect((database) => {
  describe('a service whose files are in the database with a mirror in S3', () => {
    let server: S3Server;
    let knex: Knex;
    let app: TestApp;
    let bucket: StorageAdapter;
    const published = (service = app) =>
      service.request.get(`${service.publicBase}/profiles/default/opt-in/en`);

    beforeEach(async () => {
      const opened = await database.open();
      knex = createKnex(opened.config);
      server = await startS3Server();
      server.buckets.set('files', new Map());
      bucket = s3Storage({ bucket: 'files', timeoutMs: 1000, ...server, client: undefined });
      const storage = syncedStorage(databaseStorage(knex, { timeoutMs: 20_000 }), bucket, quickly);
      app = await createTestApp({ knex, config: { storage } });
      cleanUps.push(
        () => opened.close(),
        () => knex.destroy(),
        () => server.close(),
        () => app.close(),
      );
    });

    test('publishes while the mirror is down, and the mirror alone can serve what it then gets', async () => {
      server.fault = () => ({ status: 503, code: 'SlowDown' });
      const { id } = await createActiveProfile(app);
      expect((await published().expect(200)).text).toContain(id);
      await app.request.get(`${app.adminBase}/health`).expect(200);
      server.fault = () => null;
      const primary = databaseStorage(knex, { timeoutMs: 20_000 });
      await until(() => server.buckets.get('files')?.has('default/opt-in/published.json'), 'a copy', 60_000);
      const { endpoint, region, credentials } = server;
      const mirror = await connect(s3Storage({ bucket: 'files', endpoint, region, credentials }));
      await untilEqual(primary, mirror);

      const next = s3Storage({ bucket: 'files', endpoint, region, credentials });
      const other = await createTestApp({ knex, config: { storage: next } });
      expect((await published(other).expect(200)).text).toContain(id);
      expect(other.logger.lines.filter((line) => line.includes('"level":"warn"'))).toEqual([]);
      await other.close();
    }, 90_000);
  });
});

test('a synced storage in another database is refused, as that database itself is', async () => {
  const [own, other] = [1, 2].map(() =>
    createKnex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true }),
  ) as [Knex, Knex];
  cleanUps.push(
    () => own.destroy(),
    () => other.destroy(),
  );
  const storage = syncedStorage(databaseStorage(other), diskStorage({ directory }));
  await expect(createTestApp({ knex: own, config: { storage } })).rejects.toThrow(
    'databaseStorage must use the same Knex',
  );
});
