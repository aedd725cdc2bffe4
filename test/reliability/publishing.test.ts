import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  createHotServe,
  publish,
  readPointer,
  snapshotKey,
  snapshotManifestName,
  withdraw,
} from '#banners/publishing/index';
import { systemClock } from '#platform/kernel/clock';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { toRun } from '../support/programs';
import {
  type Answer,
  type DiskPlace,
  diskPlace,
  listen,
  localeText,
  saveSnapshot,
  send,
  silentLogger,
} from '../support/published-files';
import { testInDeep } from '../support/scope';

const profileId = '01980000-0000-7000-8000-000000000001';
const group = { tenantId: 'default', group: 'opt-in' };
const context = { logger: silentLogger, clock: systemClock };
const path = (locale: string) => `/svc/api/v1/profiles/default/opt-in/${locale}`;

let place: DiskPlace;
let children: ChildProcess[];

beforeEach(async () => {
  place = await diskPlace();
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await place.remove();
});

function startChild(...args: readonly string[]) {
  const child = spawn(process.execPath, [...toRun('publishing'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function publishVersion(
  version: number,
  revision = version,
  storage: StorageAdapter = place.storage,
): Promise<void> {
  await publish(storage, { ...group, profileId, version, revision }, context);
  expect(await readable(storage)).toBe(version);
}

/**
 * Reads what is published as another process would; gives its version, null when nothing is, and fails on
 * anything half-way.
 */
async function readable(storage: StorageAdapter): Promise<number | null> {
  const pointer = await readPointer(storage, group, {
    ...silentLogger,
    warn: (facts) => expect(facts).toBeNull(),
  });
  if (pointer === null) return null;
  const directory = `default/opt-in/${pointer.profileId}.${pointer.version}.${pointer.revision}`;
  for (const name of [...pointer.locales, 'default']) {
    const locale = name === 'default' ? pointer.defaultLocale : name;
    expect(String((await storage.read(`${directory}/${name}.json`))?.body)).toBe(
      localeText(pointer.profileId, pointer.version, locale),
    );
  }
  return pointer.version;
}

function plainText({ headers, body }: Answer): string {
  const coding = headers['content-encoding'];
  return String(coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body);
}

test('every answer is wholly one version, never older than the one before, while versions are published under 50 readers', async () => {
  const versions = 8;
  const hotServe = { maxAge: 3600, staleWhileRevalidate: 60, cacheBytes: 1_000_000, revalidateMs: 20 };
  const makeServer = async () => {
    const made = createHotServe({
      storage: place.storage,
      basePath: '/svc',
      hotServe,
      logger: silentLogger,
      clock: systemClock,
    });
    return { made, server: await listen((req, res) => void made.handle(req, res)) };
  };
  // One that publishes, and one that only finds out.
  const [own, foreign] = [await makeServer(), await makeServer()];
  const publishNext = async (version: number) => {
    await saveSnapshot(place.storage, 'default', profileId, version, ['en', 'de']);
    await publish(place.storage, { ...group, profileId, version, revision: version }, context);
    own.made.forget(group);
  };
  await publishNext(1);

  let publishing = true;
  let answers = 0;
  const reader = async (index: number) => {
    const { server } = index % 2 ? own : foreign;
    const locale = ['en', 'de', 'default'][index % 3] ?? 'en';
    const headers = { 'accept-encoding': ['br', 'gzip', 'identity'][index % 4] ?? 'br' };
    let last = 0;
    while (publishing) {
      const answer = await server.request(path(locale), { headers });
      expect(answer.status).toBe(200);
      const text = plainText(answer);
      const { version } = JSON.parse(text) as { version: number };
      expect(text).toBe(localeText(profileId, version, locale === 'default' ? 'en' : locale));
      expect(version).toBeGreaterThanOrEqual(last);
      last = version;
      answers += 1;
    }
  };
  const readers = Array.from({ length: 50 }, (_item, index) => reader(index));
  const publisher = (async () => {
    try {
      for (let version = 2; version <= versions; version += 1) {
        await publishNext(version);
        expect(JSON.parse(plainText(await own.server.request(path('en')))).version).toBe(version);
      }
    } finally {
      publishing = false;
    }
  })();
  await Promise.all([publisher, ...readers]);
  expect(answers).toBeGreaterThan(versions * 10);
  await Promise.all([own.server.close(), foreign.server.close()]);
});

test('a process killed during publications leaves a complete version, and the next process continues', async () => {
  let done = 0;
  for (let round = 1; round <= 6; round += 1) {
    const { child, lines } = startChild('publish', place.directory, String(done + 1));
    for (let line = 0; line < round; line += 1) done = Number((await lines.next()).value);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const after = diskStorage({ directory: place.directory });
    await after.connect();
    const version = await readable(after);
    expect(version).toBeGreaterThanOrEqual(done);
    done = version ?? 0;
    // The interrupted save does not prevent the same save from succeeding now.
    await saveSnapshot(after, 'default', profileId, done + 1, ['en', 'de']);
    await publish(after, { ...group, profileId, version: done + 1, revision: done + 1 }, context);
    expect(await readable(after)).toBe(done + 1);
    done += 1;
    await after.disconnect();
  }
});

describe('dead at the n-th step of storage', () => {
  /**
   * As if the process ended there: neither this call nor any later one happens or returns. `death` waits for
   * the calls that were under way, which in a real process would have reached the disk or not.
   */
  function dyingAt(step: number): { storage: StorageAdapter; death: Promise<'died'> } {
    const underWay: Promise<unknown>[] = [];
    let die: (value: Promise<'died'>) => void = () => {};
    const death = new Promise<'died'>((resolve) => {
      die = resolve;
    });
    const storage = new Proxy(place.storage, {
      get(target, name: keyof StorageAdapter) {
        const value = target[name];
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (underWay.length === step) {
            die(Promise.allSettled(underWay).then(() => 'died'));
            return new Promise(() => {});
          }
          const call = (value as (...given: unknown[]) => Promise<unknown>)(...args);
          underWay.push(call);
          // Lists come in no particular order: in the one that does most harm, then.
          return name === 'list' ? call.then((entries) => (entries as unknown[]).reverse()) : call;
        };
      },
    });
    return { storage, death };
  }

  /** Tries `work` with a death at each step in turn, until it lives through. */
  async function atEveryStep(
    work: (storage: StorageAdapter) => Promise<void>,
    afterDeath: () => Promise<void>,
  ): Promise<number> {
    for (let step = 0; ; step += 1) {
      const { storage, death } = dyingAt(step);
      const outcome = await Promise.race([work(storage).then(() => 'lived' as const), death]);
      if (outcome === 'lived') return step;
      await afterDeath();
    }
  }

  test('publish leaves the old version or the new one, and the same call again completes it', async () => {
    await saveSnapshot(place.storage, 'default', profileId, 1, ['en', 'de', 'fr']);
    await saveSnapshot(place.storage, 'default', profileId, 2, ['en', 'pl']);
    const steps = await atEveryStep(
      async (storage) =>
        void (await publish(storage, { ...group, profileId, version: 2, revision: 2 }, context)),
      async () => {
        expect([1, 2, null]).toContain(await readable(place.storage));
        await publish(place.storage, { ...group, profileId, version: 2, revision: 2 }, context);
        expect(await readable(place.storage)).toBe(2);
        await withdraw(place.storage, group, context);
        await publish(place.storage, { ...group, profileId, version: 1, revision: 1 }, context);
        expect(await readable(place.storage)).toBe(1);
      },
    );
    expect(steps).toBeGreaterThan(10);
    expect(await readable(place.storage)).toBe(2);
  });

  test('withdraw leaves a whole version or nothing, and the same call again completes it', async () => {
    await saveSnapshot(place.storage, 'default', profileId, 1, ['en', 'de']);
    const restore = () => publish(place.storage, { ...group, profileId, version: 1, revision: 1 }, context);
    await restore();
    const steps = await atEveryStep(
      async (storage) => void (await withdraw(storage, group, context)),
      async () => {
        expect([1, null]).toContain(await readable(place.storage));
        await withdraw(place.storage, group, context);
        expect(await place.storage.list('default/opt-in')).toEqual([]);
        await restore();
      },
    );
    expect(steps).toBeGreaterThan(3);
    expect(await place.storage.list('default/opt-in')).toEqual([]);
    expect(await place.storage.list(`default/${profileId}/1`)).toHaveLength(4);
  });
});

test('keeps the files of the publication before the last for readers half-way through them, and no more', async () => {
  for (const version of [1, 2, 3])
    await saveSnapshot(place.storage, 'default', profileId, version, ['en', 'de']);
  for (const version of [1, 2, 3]) await publishVersion(version);
  expect((await place.storage.listDirectories('default/opt-in')).sort()).toEqual([
    `${profileId}.2.2`,
    `${profileId}.3.3`,
  ]);
});

test('writes nothing when all is in place, and repairs what was lost', async () => {
  await saveSnapshot(place.storage, 'default', profileId, 1, ['en', 'de']);
  await publishVersion(1);
  const written: string[] = [];
  const storage = {
    ...place.storage,
    write: (key: string, body: Buffer) => {
      written.push(key);
      return place.storage.write(key, body);
    },
  };
  await publishVersion(1, 1, storage);
  expect(written).toEqual([]);
  await place.storage.remove(`default/opt-in/${profileId}.1.1/de.json`);
  await publishVersion(1, 1, storage);
  expect(written).toEqual([`default/opt-in/${profileId}.1.1/de.json`, 'default/opt-in/published.json']);
  await place.storage.write('default/opt-in/published.json', Buffer.from('{"half'));
  await publishVersion(1, 1, storage);
  expect(written).toHaveLength(3);
});

test('refuses to publish an incomplete snapshot, and keeps serving the previous one', async () => {
  await saveSnapshot(place.storage, 'default', profileId, 1, ['en', 'de']);
  await publishVersion(1);
  await expect(
    publish(place.storage, { ...group, profileId, version: 2, revision: 2 }, context),
  ).rejects.toMatchObject({ code: 'unavailable' });
  await saveSnapshot(place.storage, 'default', profileId, 2, ['en', 'de']);
  await place.storage.remove(snapshotKey({ tenantId: 'default', profileId, version: 2 }, 'de.json'));
  await expect(
    publish(place.storage, { ...group, profileId, version: 2, revision: 2 }, context),
  ).rejects.toMatchObject({ code: 'unavailable' });
  await place.storage.write(
    snapshotKey({ tenantId: 'default', profileId, version: 2 }, snapshotManifestName),
    Buffer.from('{"defaultLocale":"../x","locales":["en"]}'),
  );
  await expect(
    publish(place.storage, { ...group, profileId, version: 2, revision: 2 }, context),
  ).rejects.toMatchObject({ code: 'unavailable' });
  expect(await readable(place.storage)).toBe(1);
});

testInDeep('another process follows a publication or withdrawal within two seconds', async () => {
  await saveSnapshot(place.storage, 'default', profileId, 1, ['en', 'de']);
  await publishVersion(1);
  const { lines } = startChild('serve', place.directory);
  const { port } = JSON.parse((await lines.next()).value) as { port: number };
  const agent = new http.Agent({ keepAlive: true });
  const ask = () => send({ port, path: path('en'), agent });
  const until = async (expected: (answer: Answer) => boolean) => {
    const since = performance.now();
    for (;;) {
      if (expected(await ask())) return performance.now() - since;
      if (performance.now() - since > 5000) throw new Error('not served');
    }
  };
  const serves = (version: number) => (answer: Answer) =>
    answer.status === 200 && JSON.parse(plainText(answer)).version === version;
  expect(serves(1)(await ask())).toBe(true);
  for (const version of [2, 3]) {
    await saveSnapshot(place.storage, 'default', profileId, version, ['en', 'de']);
    await publishVersion(version);
    expect(await until(serves(version))).toBeLessThan(2000);
  }
  await withdraw(place.storage, group, context);
  expect(await until(({ status }) => status === 404)).toBeLessThan(2000);
  await publishVersion(3, 4);
  expect(await until(serves(3))).toBeLessThan(2000);
  agent.destroy();
});
