import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { migrateUp } from '#platform/database/migrate';
import { databaseStorage } from '#platform/storage/database/database-storage';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { s3Storage } from '#platform/storage/s3/s3-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { bindStorage } from '#platform/storage/storage-binding';
import { storageContract } from '#platform/storage/storage-contract';
import { type SyncedStorage, syncedStorage } from '#platform/storage/synced/synced-storage';
import { eachDatabaseInDeep, type OpenDatabase } from '../support/databases';
import { bind, owner, quickly, readAll, untilEqual } from '../support/mirrors';
import { type S3Server, startS3Server } from '../support/s3-server';
import { describeInDeep, isDeep } from '../support/scope';
import { until } from '../support/webhook-receiver';

let server: S3Server;
let directory: string;
let opened: StorageAdapter[];

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

beforeEach(async () => {
  opened = [];
  directory = await mkdtemp(join(tmpdir(), 'express-consent-synced-'));
});
afterEach(async () => {
  server.fault = () => null;
  server.pageSize = 1000;
  for (const storage of opened.reverse()) await storage.disconnect();
  server.buckets.clear();
  await rm(directory, { recursive: true });
});

async function connect<S extends StorageAdapter>(storage: S): Promise<S> {
  await storage.connect();
  opened.push(storage);
  return storage;
}

function bucket(name = 'files', timeoutMs = 1000): StorageAdapter {
  if (!server.buckets.has(name)) server.buckets.set(name, new Map());
  const { endpoint, region, credentials } = server;
  return s3Storage({ bucket: name, endpoint, region, credentials, timeoutMs });
}

/** Long enough for a busy machine (ms), where no test waits for an end of patience. */
const patience = 20_000;
const disk = (name: string) => diskStorage({ directory: join(directory, name) });

/** Writes a thousand objects. Each kind of storage meets it in its own contract. */
const longCase = 'lists every key below a prefix of whole segments, at any depth and in any number';

/** Runs the contract on a bound storage; after each case the mirror must equal the primary storage. */
function runContract(
  openPlaces: () => Promise<{ primary(): StorageAdapter; mirror(): StorageAdapter; close?(): Promise<void> }>,
  { withLongCase = false } = {},
) {
  const cases = storageContract(async () => {
    const places = await openPlaces();
    await bind(places.primary());
    return {
      open() {
        // What these two leave is taken over by the one below: they look only at their own changes.
        const options = { ...quickly, pollMs: 60_000, adoptAfterMs: 60_000 };
        const storage = syncedStorage(places.primary(), places.mirror(), options);
        // The contract knows all directories, and not that of the binding.
        const listDirectories: StorageAdapter['listDirectories'] = async (prefix) =>
          (await storage.listDirectories(prefix)).filter((name) => name !== '_binding');
        return { ...storage, listDirectories };
      },
      async remove() {
        const storage = syncedStorage(places.primary(), places.mirror(), quickly);
        await storage.connect();
        const [primary, mirror] = [places.primary(), places.mirror()];
        await primary.connect();
        await mirror.connect();
        await untilEqual(primary, mirror, storage);
        for (const place of [storage, primary, mirror]) await place.disconnect();
        await places.close?.();
      },
    };
  });
  for (const { name, run } of cases) if (withLongCase || name !== longCase) it(name, run, 90_000);
}

describeInDeep('the storage contract holds, and the mirror follows, from a directory to a bucket', () => {
  runContract(async () => {
    const id = randomUUID();
    return { primary: () => disk(id), mirror: () => bucket(id, patience) };
  });
});

describeInDeep('the storage contract holds, and the mirror follows, from a bucket to a directory', () => {
  runContract(
    async () => {
      const id = randomUUID();
      return { primary: () => bucket(id, patience), mirror: () => disk(id) };
    },
    { withLongCase: isDeep },
  );

  test('the case of a thousand objects is among them', () => {
    expect(storageContract(async () => ({}) as never).map(({ name }) => name)).toContain(longCase);
  });
});

eachDatabaseInDeep((database) => {
  async function openMigrated(): Promise<OpenDatabase> {
    const place = await database.open();
    await migrateUp(createDatabase(place.knex, { tablePrefix: 'svc_', timeoutMs: 20_000 }));
    return place;
  }

  describe('the storage contract holds, and the mirror follows, from the database to a directory', () => {
    let place: OpenDatabase;

    beforeAll(async () => {
      place = await openMigrated();
    });

    runContract(async () => {
      const id = randomUUID();
      const pools: Knex[] = [];
      return {
        primary() {
          const pool = place.reopen();
          pools.push(pool);
          return databaseStorage(pool, { timeoutMs: 20_000 });
        },
        mirror: () => disk(id),
        async close() {
          await Promise.all(pools.map((pool) => pool.destroy()));
          await place.knex('svc_files').delete();
        },
      };
    });
  });

  test('copies what a transaction commits, and nothing that it rolls back', async () => {
    const place = await openMigrated();
    const primary = databaseStorage(place.knex, { timeoutMs: 20_000 });
    await bind(primary);
    const storage = syncedStorage(primary, disk('mirror'), quickly);
    await storage.connect();
    const write = (key: string, end: () => void) =>
      place.knex.transaction(async (transaction) => {
        await storage.within?.(transaction).write(key, Buffer.from('x'));
        end();
      });
    await write('t/g/kept', () => {});
    await expect(
      write('t/g/lost', () => {
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const mirror = await connect(disk('mirror'));
    await untilEqual(primary, mirror);
    expect(Object.keys(await readAll(mirror))).toEqual(['t/g/kept']);
    await storage.disconnect();
    await place.close();
  });
});

const ready = `_binding/${owner.id}/ready.json`;

/** A directory with a mirror in a bucket, which belong to the test's database. */
async function openSynced(options: object = {}, mirrorTimeoutMs?: number) {
  const primary = await connect(disk('primary'));
  await bindStorage(primary, owner);
  const storage = await connect(
    syncedStorage(disk('primary'), bucket('files', mirrorTimeoutMs), { ...quickly, ...options }),
  );
  const mirror = await connect(bucket());
  await until(async () => storage.mirrorState().error ?? (await mirror.read(ready)), 'a filled mirror');
  return { primary, storage, mirror };
}

const text = async (storage: StorageAdapter, key: string) => String((await storage.read(key))?.body ?? null);

describe('the mirror', () => {
  test('is filled from the primary storage, and then belongs to the same database', async () => {
    const primary = await connect(disk('primary'));
    await bindStorage(primary, owner);
    for (const key of ['t/p/1/en.json', 't/p/1/_manifest.json', 't/opt-in/published.json', '_registries/a'])
      await primary.write(key, Buffer.from(key));
    await connect(syncedStorage(disk('primary'), bucket(), quickly));
    const mirror = await connect(bucket());
    await until(async () => await mirror.read(ready));
    expect(await readAll(mirror)).toEqual(await readAll(primary));
  });

  test('gets changes made while it was down, in the end only the last ones, also those of a crashed process', async () => {
    const { primary, storage, mirror } = await openSynced();
    await storage.write('t/g/a', Buffer.from('first'));
    await storage.write('t/g/gone', Buffer.from('first'));
    await untilEqual(primary, mirror);
    server.fault = () => ({ status: 403, code: 'AccessDenied' });
    for (let round = 0; round < 5; round += 1) await storage.write('t/g/a', Buffer.from(`round ${round}`));
    await storage.remove('t/g/gone');
    await storage.write('t/g/new', Buffer.from('new'));
    // Its worker ends without having copied anything, as after a crash.
    await storage.disconnect();
    const marks = (await primary.list('_mirror')).filter(({ key }) => key.includes('/key/t/'));
    expect(marks).toHaveLength(7);
    const next = await connect(syncedStorage(disk('primary'), bucket(), quickly));
    await until(() => next.mirrorState().error !== null);
    server.fault = () => null;
    await untilEqual(primary, mirror);
    expect(await text(mirror, 't/g/a')).toBe('round 4');
    expect(await text(mirror, 't/g/gone')).toBe('null');
    await until(() => next.mirrorState().pending === 0 && next.mirrorState().error === null);
  });

  test('gets every change from a queue that is listed in several pages', async () => {
    await bind(bucket('primary'));
    const first = syncedStorage(bucket('primary'), bucket('lost'), { ...quickly, pollMs: 60_000 });
    server.buckets.delete('lost');
    await first.connect();
    const keys = Array.from({ length: 45 }, (_item, index) => `t/${index}/a`);
    for (const key of keys) await first.write(key, Buffer.from(key));
    await first.disconnect();
    server.pageSize = 10;
    const primary = await connect(bucket('primary'));
    expect(await primary.list('_mirror')).toHaveLength(keys.length);
    const next = await connect(syncedStorage(bucket('primary'), disk('mirror'), quickly));
    const mirror = await connect(disk('mirror'));
    await untilEqual(primary, mirror, next);
    expect((await mirror.list('t')).map(({ key }) => key).sort()).toEqual(keys.sort());
  });

  test('delays no change when it does not answer', async () => {
    const { primary, storage, mirror } = await openSynced();
    await storage.write('t/g/a', Buffer.from('first'));
    await untilEqual(primary, mirror);
    const waiting = server.requests.length;
    server.fault = () => 'no reply';
    await storage.write('t/g/a', Buffer.from('second'));
    await until(() => server.requests.length > waiting, 'a request that gets no reply');
    await storage.write('t/g/b', Buffer.from('third'));
    await storage.remove('t/g/a');
    expect(await readAll(storage)).toEqual({ 't/g/b': Buffer.from('third').toString('base64') });
    server.fault = () => null;
    await untilEqual(primary, mirror);
  });

  test('follows processes that change the same objects at the same time', async () => {
    const { primary, storage, mirror } = await openSynced();
    const other = await connect(syncedStorage(disk('primary'), bucket(), quickly));
    const change = async (place: StorageAdapter, name: string) => {
      for (let round = 0; round < 40; round += 1) {
        const key = `t/g/${round % 3}`;
        if (round % 7 === 6) await place.remove(key);
        else await place.write(key, Buffer.from(`${name} ${round}`));
      }
    };
    await Promise.all([change(storage, 'first'), change(other, 'second'), change(storage, 'third')]);
    await untilEqual(primary, mirror);
  });

  test('gets the newest object when an older one of another process arrives last', async () => {
    const { primary, storage, mirror } = await openSynced({}, patience);
    const other = await connect(syncedStorage(disk('primary'), bucket(), quickly));
    let release = () => {};
    let held = false;
    const released = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    server.fault = ({ method, key }) => {
      if (held || method !== 'PUT' || key !== 't/g/a') return null;
      held = true;
      return released;
    };
    await storage.write('t/g/a', Buffer.from('older'));
    await until(() => held);
    await other.write('t/g/a', Buffer.from('newer'));
    await until(async () => (await text(mirror, 't/g/a')) === 'newer');
    release();
    await untilEqual(primary, mirror);
    expect(await text(mirror, 't/g/a')).toBe('newer');
  });

  test('gets a change of which nobody knows whether it has been made', async () => {
    await bind(bucket('primary'));
    const storage = await connect(syncedStorage(bucket('primary'), disk('mirror'), quickly));
    const mirror = await connect(disk('mirror'));
    await until(() => mirror.read(ready));
    const objects = server.buckets.get('primary');
    server.fault = ({ method, key }) => {
      if (method !== 'PUT' || key !== 't/g/a') return null;
      objects?.set(key, { body: Buffer.from('made'), contentType: 'text/plain', modifiedAt: Date.now() });
      return { status: 403, code: 'AccessDenied' };
    };
    await expect(storage.write('t/g/a', Buffer.from('made'))).rejects.toMatchObject({ code: 'unavailable' });
    server.fault = () => null;
    await until(async () => (await text(mirror, 't/g/a')) === 'made');
    await untilEqual(await connect(bucket('primary')), mirror);
  });

  test('never has a pointer or a manifest before the files that it names, nor longer than they exist', async () => {
    const { primary, storage, mirror } = await openSynced();
    await storage.disconnect();
    const pointer = 't/opt-in/published.json';
    const files = Array.from({ length: 12 }, (_item, index) => `t/opt-in/p.1.1/l${index}.json`);
    /** Makes changes that a process leaves to the next one, and returns the keys that then reach the mirror. */
    async function keysOf(
      method: string,
      change: (place: StorageAdapter) => Promise<void>,
    ): Promise<string[]> {
      const first = syncedStorage(disk('primary'), bucket('lost'), quickly);
      server.buckets.delete('lost');
      await first.connect();
      await change(first);
      await first.disconnect();
      server.requests.length = 0;
      const next = await connect(syncedStorage(disk('primary'), bucket(), quickly));
      await untilEqual(primary, mirror);
      await next.disconnect();
      return server.requests.filter((request) => request.method === method).map(({ key }) => key);
    }
    const written = await keysOf('PUT', async (place) => {
      for (const key of [pointer, ...files]) await place.write(key, Buffer.from('{}'));
    });
    expect(written.filter((key) => key.startsWith('t/')).at(-1)).toBe(pointer);
    const removed = await keysOf('DELETE', async (place) => {
      for (const key of [...files, pointer]) await place.remove(key);
    });
    expect(removed.filter((key) => key.startsWith('t/'))[0]).toBe(pointer);
    expect(removed).toEqual(expect.arrayContaining(files));
  });

  test('gets everything else when it refuses one object', async () => {
    const { primary, storage, mirror } = await openSynced();
    server.fault = ({ key, method }) =>
      key === 't/bad/a.json' && method === 'PUT' ? { status: 400, code: 'KeyTooLongError' } : null;
    await storage.write('t/bad/a.json', Buffer.from('x'));
    for (let index = 0; index < 5; index += 1) await storage.write(`t/good${index}/a.json`, Buffer.from('x'));
    await until(async () => (await mirror.list('t')).length === 5);
    await until(() => storage.mirrorState().pending === 1);
    expect(storage.mirrorState().error).toContain('KeyTooLongError');
    server.fault = () => null;
    await untilEqual(primary, mirror);
  });

  test('is compared as a whole when too much waits, so that the queue stays small', async () => {
    const { primary, storage, mirror } = await openSynced({ maxQueue: 20 });
    await storage.write('t/old/a', Buffer.from('x'));
    await untilEqual(primary, mirror);
    server.fault = () => ({ status: 403, code: 'AccessDenied' });
    await storage.remove('t/old/a');
    for (let index = 0; index < 100; index += 1) await storage.write(`t/${index}/a`, Buffer.from(`${index}`));
    await until(async () => (await primary.list('_mirror')).length <= 20, 'a small queue');
    server.fault = () => null;
    await untilEqual(primary, mirror);
    expect(await mirror.read('t/old/a')).toBeNull();
  });

  test('has objects whose keys are too long for the queue', async () => {
    const { primary, storage, mirror } = await openSynced();
    const key = `t/${'long-segment/'.repeat(75)}${'x'.repeat(47)}`;
    expect(key).toHaveLength(1024);
    await storage.write(key, Buffer.from('x'));
    await untilEqual(primary, mirror);
    expect(await text(mirror, key)).toBe('x');
  });

  test.each([
    ['belongs to another database', `_binding/another/owner.json`, /belongs to another database: theirs/],
    ['has files of other programs', 'site/index.html', /is not empty/],
  ])('is left alone when it %s', async (_name, key, message) => {
    const foreign = await connect(bucket());
    await foreign.write(key, Buffer.from(JSON.stringify({ database: 'theirs' })));
    const { storage } = await openSynced();
    await storage.write('t/g/a', Buffer.from('x'));
    await until(() => storage.mirrorState().error !== null);
    expect(storage.mirrorState().error).toMatch(message);
    expect([...(server.buckets.get('files') ?? new Map()).keys()]).toEqual([key]);
    expect(await text(storage, 't/g/a')).toBe('x');
  });

  test('is connected later when it is down at start', async () => {
    server.fault = () => ({ status: 503, code: 'SlowDown' });
    const primary = await connect(disk('primary'));
    await bindStorage(primary, owner);
    const storage = await connect(syncedStorage(disk('primary'), bucket(), quickly));
    await storage.write('t/g/a', Buffer.from('x'));
    await until(() => storage.mirrorState().error !== null);
    server.fault = () => null;
    await until(async () => (server.buckets.get('files')?.size ?? 0) > 2);
    await untilEqual(primary, await connect(bucket()));
  });
});

describe('while the primary storage fails', () => {
  /** The primary storage is a bucket of its own, which can disappear. */
  async function openWithMirror(
    options: object = {},
  ): Promise<{ storage: SyncedStorage; lose(): void; find(): void }> {
    await bind(bucket('primary'));
    const storage = await connect(
      syncedStorage(bucket('primary'), disk('mirror'), { ...quickly, ...options }),
    );
    await storage.write('t/g/a', Buffer.from('copied'));
    const mirror = await connect(disk('mirror'));
    await until(async () => await mirror.read(ready));
    await untilEqual(await connect(bucket('primary')), mirror);
    await until(() => storage.mirrorState().pending === 0);
    const objects = server.buckets.get('primary') ?? new Map();
    return {
      storage,
      lose: () => void server.buckets.delete('primary'),
      find: () => void server.buckets.set('primary', objects),
    };
  }

  test('objects are read from the mirror, and nothing is written, listed or called missing', async () => {
    const { storage, lose, find } = await openWithMirror();
    lose();
    expect(await text(storage, 't/g/a')).toBe('copied');
    const isUnavailable = { code: 'unavailable' };
    await expect(storage.read('t/g/never')).rejects.toMatchObject(isUnavailable);
    await expect(storage.read(`_binding/${owner.id}/owner.json`)).rejects.toMatchObject(isUnavailable);
    await expect(storage.write('t/g/a', Buffer.from('x'))).rejects.toMatchObject(isUnavailable);
    await expect(storage.remove('t/g/a')).rejects.toMatchObject(isUnavailable);
    await expect(storage.list('t')).rejects.toMatchObject(isUnavailable);
    await expect(storage.listDirectories()).rejects.toMatchObject(isUnavailable);
    await expect(storage.check()).rejects.toMatchObject(isUnavailable);
    find();
    await storage.write('t/g/a', Buffer.from('later'));
    expect(await text(storage, 't/g/a')).toBe('later');
  });

  test('an object that the mirror has in an older state is unavailable', async () => {
    const { storage, lose } = await openWithMirror();
    // The write arrives, but not its reply; the mirror keeps what it has.
    server.fault = ({ method, key }) => {
      if (method !== 'PUT' || key !== 't/g/a') return null;
      lose();
      return { status: 403, code: 'AccessDenied' };
    };
    await expect(storage.write('t/g/a', Buffer.from('newer'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(storage.read('t/g/a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('objects are read from the mirror when the primary storage does not answer', async () => {
    const { storage } = await openWithMirror({ fallbackAfterMs: 50 });
    server.fault = () => 'no reply';
    expect(await text(storage, 't/g/a')).toBe('copied');
  });
});

test('the queue is hidden, and its keys are refused', async () => {
  const { storage } = await openSynced();
  server.fault = () => ({ status: 403, code: 'AccessDenied' });
  await storage.write('t/g/a', Buffer.from('x'));
  expect((await storage.listDirectories()).sort()).toEqual(['_binding', 't']);
  await expect(storage.write('_mirror/x', Buffer.from('x'))).rejects.toBeInstanceOf(TypeError);
  await expect(storage.list('_mirror')).rejects.toBeInstanceOf(TypeError);
});

test.each([
  ['one storage', () => syncedStorage(disk('a'), undefined as never), /two storages/],
  ['the same directory twice', () => syncedStorage(disk('a'), disk('a')), /two different storages/],
  ['a time of zero', () => syncedStorage(disk('a'), disk('b'), { pollMs: 0 }), /pollMs/],
])('rejects %s', (_name, create, message) => {
  expect(create).toThrow(
    expect.objectContaining({ name: 'SetupError', message: expect.stringMatching(message) }),
  );
});
