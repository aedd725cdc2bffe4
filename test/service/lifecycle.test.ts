import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { ConsentPlugin } from 'express-consent';
import createKnex, { type Knex } from 'knex';
import supertest from 'supertest';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { describedRoutes } from '../../scripts/generate-api';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { serveRaw } from '../support/raw-http';

const cleanUps: (() => unknown)[] = [];
const allOk = { database: 'ok', storage: 'ok', migrations: 'ok', start: 'ok', publications: 'ok' };

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  cleanUps.push(() => app.close());
  return app;
}

function inMemory(): Knex {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  cleanUps.push(() => knex.destroy());
  return knex;
}

async function scratch(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ec_test_lifecycle_'));
  cleanUps.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Notes what happens to it. */
function witness(name = 'witness') {
  const calls: string[] = [];
  const plugin: ConsentPlugin = {
    name,
    initialize: () => void calls.push('initialize'),
    destroy: () => void calls.push('destroy'),
  };
  return { calls, plugin };
}

/** A promise with its ends outside. */
function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const hotPath = (app: TestApp) => `${app.publicBase}/profiles/default/opt-in/en`;

describe('starting', () => {
  test('happens with the first request, so that a host may forget it', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    expect(calls).toEqual([]);
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
    expect(calls).toEqual(['initialize']);
  });

  test.each([
    ['a published file', hotPath, 404],
    ['an admin route', (app: TestApp) => `${app.adminBase}/profiles`, 401],
    ['a readiness probe', (app: TestApp) => `${app.adminBase}/health`, 200],
    ['an unknown route', (app: TestApp) => `${app.publicBase}/nothing`, 404],
  ])('happens with %s too', async (_name, path, status) => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    await app.request.get(path(app)).expect(status);
    expect(calls).toEqual(['initialize']);
  });

  test('happens with a request target in absolute form too', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    const server = await serveRaw(app.app);
    cleanUps.push(server.close);
    expect((await server.send({ path: `http://shop.example${hotPath(app)}` })).status).toBe(404);
    expect(calls).toEqual(['initialize']);
  });

  test('does not happen for the routes of the host', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    await app.request.get('/').expect(404);
    await app.request.get('/svcs/api/v1/health').expect(404);
    expect(calls).toEqual([]);
  });

  test('happens once however many requests come first, and all of them are answered', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    const paths = [
      `${app.publicBase}/resolve-profile`,
      hotPath(app),
      `${app.adminBase}/auth/me`,
      `${app.adminBase}/openapi.json`,
    ];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => app.request.get(paths[index % 4] ?? '')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404, 401]));
    expect(calls).toEqual(['initialize']);
    expect(await app.knex('svc_users')).toHaveLength(1);
  });

  test('may be asked for again: every call ends when the one start does', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    await Promise.all([app.service.start(), app.service.start()]);
    await app.service.start();
    expect(calls).toEqual(['initialize']);
  });

  test('works on a schema that is kept up to date by other means', async () => {
    const knex = inMemory();
    const first = await open({ knex });
    await first.service.start();
    const second = await open({ knex, config: { database: { migrate: false } } });
    await second.request.get(`${second.publicBase}/resolve-profile`).expect(200);
  });
});

describe('the log of a start warns', () => {
  const warnings = (app: TestApp) =>
    app.logger.lines.filter((line) => line.includes('"level":"warn"')).join('\n');

  test('of configured groups that are not built in and that no profile has', async () => {
    const knex = inMemory();
    const config = {
      compliance: {
        dataSigningHash: 'long enough for a signing hash, surely',
        type: 'shop-group',
        jurisdictions: { DE: 'nope', FR: 'opt-in' },
      },
    };
    const app = await open({ knex, config });
    await app.service.start();
    expect(warnings(app)).toContain('compliance.jurisdictions.DE names the group');
    expect(warnings(app)).toContain('compliance.type names the group');
    expect(warnings(app)).not.toContain('compliance.jurisdictions.FR');

    await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: undefined, customComplianceGroup: 'nope' }),
    });
    const again = await open({ knex, config });
    await again.service.start();
    expect(warnings(again)).not.toContain('compliance.jurisdictions.DE');
  });

  test('of a default role that does not exist', async () => {
    const app = await open({ config: { auth: { mode: 'local', defaultRole: 'nobody' } } });
    await app.service.start();
    expect(warnings(app)).toContain('auth.defaultRole names a role that does not exist');
  });
});

describe('while starting fails', () => {
  /** Where locale files should live there is a plain file. */
  async function withBadStorage(options: TestAppOptions = {}) {
    const directory = join(await scratch(), 'data');
    await writeFile(directory, 'not a directory');
    const app = await open({
      ...options,
      config: { storage: diskStorage({ directory }), ...options.config },
    });
    return { app, repair: () => rm(directory) };
  }

  test('every route but liveness is 503 with Retry-After, and the next request after the repair is served', async () => {
    const { app, repair } = await withBadStorage();
    for (const path of [
      `${app.publicBase}/resolve-profile`,
      hotPath(app),
      `${app.publicBase}/profiles/some`,
      `${app.adminBase}/profiles`,
      `${app.publicBase}/nothing`,
    ]) {
      const answer = await app.request.get(path);
      expect([path, answer.status, answer.body]).toEqual([
        path,
        503,
        expect.objectContaining({
          error: expect.stringMatching(/not available right now/),
          code: 'unavailable',
        }),
      ]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await app.request.get(`${app.publicBase}/health`).expect(200, { status: 'ok' });
    const probe = await app.request.get(`${app.adminBase}/health`).expect(503);
    expect(probe.body).toEqual({
      status: 'degraded',
      checks: { ...allOk, storage: 'degraded', start: 'degraded', publications: 'degraded' },
    });
    expect(Number(probe.headers['retry-after'])).toBeGreaterThan(0);

    await repair();
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
    await app.request.get(hotPath(app)).expect(404);
    app.clock.advance(1000);
    await app.request.get(`${app.adminBase}/health`).expect(200, { status: 'ok', checks: allOk });
  });

  test('start() rejects with the cause, and can be called again', async () => {
    const { app, repair } = await withBadStorage();
    await expect(app.service.start()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The consent service could not start: the storage "disk" cannot be used: .*(ENOTDIR|EEXIST)/,
      ),
      cause: { code: expect.stringMatching(/^(ENOTDIR|EEXIST)$/) },
    });
    await repair();
    await expect(app.service.start()).resolves.toBeUndefined();
  });

  test('the log has the cause, and the response does not', async () => {
    const { app } = await withBadStorage();
    const answer = await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/ENOTDIR|EEXIST|ec_test/);
    expect(app.logger.lines.filter((line) => line.includes('could not start'))).toHaveLength(1);
  });

  test('plugins are not initialized, and then once', async () => {
    const { calls, plugin } = witness();
    const { app, repair } = await withBadStorage({ config: { plugins: [plugin] } });
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    expect(calls).toEqual([]);
    await repair();
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
    expect(calls).toEqual(['initialize']);
  });

  test('the probe reports pending migrations that the service may not run', async () => {
    const app = await open({ config: { database: { migrate: false } } });
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    const probe = await app.request.get(`${app.adminBase}/health`).expect(503);
    expect(probe.body.checks).toMatchObject({ database: 'ok', migrations: 'degraded' });
    await expect(app.service.start()).rejects.toThrow(
      'The database lacks 001-initial. Run `express-consent migrate` first',
    );
  });

  test('a start that takes too long answers 503 and continues', async () => {
    const { opened, open: finish } = gate();
    const storage = diskStorage({ directory: await scratch() });
    const slow = { ...storage, connect: () => opened.then(() => storage.connect()) };
    const app = await open({ config: { storage: slow, database: { timeoutMs: 150 } } });
    cleanUps.push(finish);
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    await app.request.get(hotPath(app)).expect(503);
    finish();
    await app.service.start();
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
  });
});

describe('health()', () => {
  test('reports an unreachable database', async () => {
    const knex = inMemory();
    const app = await open({ knex });
    await app.service.start();
    expect(await app.service.health()).toEqual({ status: 'ok', checks: allOk });
    await knex.destroy();
    expect(await app.service.health()).toMatchObject({
      status: 'degraded',
      checks: { database: 'degraded', storage: 'degraded', start: 'ok' },
    });
    await app.request.get(`${app.publicBase}/health`).expect(200);
    await app.request.get(`${app.adminBase}/health`).expect(503);
  });

  test('reports an unusable storage', async () => {
    const app = await open({ onDisk: true });
    await app.service.start();
    await rm(app.directory, { recursive: true });
    await writeFile(app.directory, 'not a directory');
    expect(await app.service.health()).toEqual({
      status: 'degraded',
      checks: { ...allOk, storage: 'degraded' },
    });
  });
});

describe('the readiness route', () => {
  test('starts one check in a second, however many requests it gets', async () => {
    const knex = inMemory();
    const disk = diskStorage({ directory: await scratch() });
    const count = { queries: 0, storage: 0 };
    const check = () => {
      count.storage += 1;
      return disk.check();
    };
    const app = await open({ knex, config: { storage: { ...disk, check } } });
    const probe = () => app.request.get(`${app.adminBase}/health`).expect(200);
    await app.service.start();
    knex.on('query', () => {
      count.queries += 1;
    });

    await probe();
    const once = { ...count };
    expect(once).toEqual({ queries: expect.any(Number), storage: 1 });
    expect(once.queries).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 10 }, probe));
    app.clock.advance(999);
    for (let request = 0; request < 10; request += 1) await probe();
    expect(count).toEqual(once);

    app.clock.advance(1);
    await Promise.all([probe(), probe(), probe()]);
    expect(count.storage).toBe(2);
    expect(count.queries).toBeGreaterThan(once.queries);
    expect(count.queries).toBeLessThanOrEqual(2 * once.queries);
    // A process that is to get no more requests says so at once.
    app.service.drain();
    await app.request.get(`${app.adminBase}/health`).expect(503);
  });
});

describe('a storage that does not answer', () => {
  const silent = () => new Promise<never>(() => {});

  test('fails the start in time, with its name', async () => {
    const storage = { ...diskStorage({ directory: await scratch() }), connect: silent };
    const app = await open({ config: { storage }, storageTimeoutMs: 100 });
    await expect(app.service.start()).rejects.toThrow(
      'the storage "disk" cannot be used: The storage did not answer within 100 ms',
    );
  });

  test('makes health degraded in time', async () => {
    let hangs = false;
    const disk = diskStorage({ directory: await scratch() });
    const storage = { ...disk, check: () => (hangs ? silent() : disk.check()) };
    const app = await open({ config: { storage, database: { timeoutMs: 300 } }, storageTimeoutMs: 1000 });
    await app.service.start();
    hangs = true;
    expect((await app.request.get(`${app.adminBase}/health`).expect(503)).body.checks).toMatchObject({
      storage: 'degraded',
      database: 'ok',
    });
  });
});

describe('closing', () => {
  test('succeeds, with a warning, when the storage cannot be disconnected', async () => {
    const disk = diskStorage({ directory: await scratch() });
    const disconnect = async () => Promise.reject(new Error('connection lost'));
    const app = await open({ config: { storage: { ...disk, disconnect } } });
    await app.service.start();
    await app.service.close();
    expect(app.logger.lines.join()).toContain('The storage \\"disk\\" could not be disconnected');
  });

  test('may be asked for twice, ends plugins once, and leaves every route 503', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    await app.service.start();
    await Promise.all([app.service.close(), app.service.close()]);
    await app.service.close();
    expect(calls).toEqual(['initialize', 'destroy']);

    const { public: publicRoutes, admin } = describedRoutes();
    const calls503 = [
      ...publicRoutes.map(({ method, path }) => [method, app.publicBase + path]),
      ...admin.map(({ method, path }) => [method, app.adminBase + path]),
    ];
    for (const [method = '', path = ''] of [...calls503, ['GET', `${app.publicBase}/nothing`]]) {
      const answer = await app.request[method.toLowerCase() as 'get'](
        path.replace(':entryId', '1').replace(/:\w+/g, 'x1'),
      );
      expect([
        method,
        path,
        answer.status,
        answer.body.code,
        Number(answer.headers['retry-after']) > 0,
      ]).toEqual([method, path, 503, 'unavailable', true]);
    }
  });

  test("leaves the host's Knex and the host's routes alone", async () => {
    const knex = inMemory();
    const app = await open({ knex });
    await app.service.start();
    await app.service.close();
    expect(await knex('svc_users').count({ count: '*' })).toEqual([{ count: 1 }]);
    await app.request.get('/elsewhere').expect(404);
  });

  test('waits for the requests that are being answered, and only then ends the plugins', async () => {
    const asked = gate();
    const release = gate();
    const { calls, plugin } = witness();
    const slow: ConsentPlugin = {
      ...plugin,
      async beforeConsentSave() {
        asked.open();
        await release.opened;
        calls.push('saved');
      },
    };
    const app = await open({ config: { plugins: [slow] } });
    const { id } = await createActiveProfile(app);
    const submitting = app.request
      .post(`${app.publicBase}/consent`)
      .send({ profileId: id, consentJson: allGranted })
      .then(({ status }) => status);
    await asked.opened;
    let closed = false;
    const closing = app.service.close().then(() => {
      closed = true;
    });
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    expect(closed).toBe(false);
    release.open();
    expect(await submitting).toBe(200);
    await closing;
    expect(calls).toEqual(['initialize', 'saved', 'destroy']);
  });

  test('waits ten seconds for an upload that is stuck, then cuts it off', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    await app.service.start();
    const server = await serveRaw(app.app);
    cleanUps.push(server.close);
    const socket = connect(server.port, '127.0.0.1');
    const cut = once(socket, 'close');
    const headers = `Host: shop.example\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n`;
    socket.write(`POST ${app.publicBase}/consent HTTP/1.1\r\n${headers}\r\n{"profileId":`);
    // A request that came later has been answered: this one is being read.
    await server.send({ path: `${app.publicBase}/health` });

    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
    cleanUps.push(() => jest.useRealTimers());
    let closed = false;
    const closing = app.service.close().then(() => {
      closed = true;
    });
    await jest.advanceTimersByTimeAsync(9_999);
    expect([closed, calls]).toEqual([false, ['initialize']]);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    await Promise.all([closing, cut]);
    expect(calls).toEqual(['initialize', 'destroy']);
  });

  test('before anything was started is fine, and nothing starts afterwards', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    await app.service.close();
    await expect(app.service.start()).rejects.toThrow(/closed/);
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    expect(calls).not.toContain('initialize');
  });

  test('while starting waits until the start has ended', async () => {
    const { calls, plugin } = witness();
    const app = await open({ config: { plugins: [plugin] } });
    const starting = app.service.start();
    await app.service.close();
    await starting;
    expect(calls).toEqual(['initialize', 'destroy']);
  });
});

describe('two services in one process', () => {
  test('share nothing: neither rows, files, users, events, plugins nor rate limits', async () => {
    const limited = { publicReads: { limit: 3 } };
    const one = await open({
      config: { basePath: '/one', rateLimit: limited, plugins: [witness('of one').plugin] },
    });
    const two = await open({ config: { basePath: '/two', rateLimit: limited } });
    const host = express();
    for (const { service } of [one, two]) host.use(service.publicRouter, service.adminRouter);
    const request = supertest(host);

    const heard: string[] = [];
    one.service.events.on('profile.created', ({ name }) => void heard.push(`one: ${name}`));
    two.service.events.on('profile.created', ({ name }) => void heard.push(`two: ${name}`));
    await createActiveProfile(one, { name: 'First' });
    await createProfile(two, { name: 'Second' });
    expect(heard).toEqual(['one: First', 'two: Second']);

    await request.get('/one/api/v1/profiles/default/opt-in/en').expect(200);
    await request.get('/two/api/v1/profiles/default/opt-in/en').expect(404);
    const names = async (app: TestApp) =>
      (await request.get(`${app.adminBase}/profiles`).set(await app.asAdmin())).body.map(
        ({ name }: { name: string }) => name,
      );
    expect([await names(one), await names(two)]).toEqual([['First'], ['Second']]);
    await request
      .get('/two/admin/v1/profiles')
      .set(await one.asAdmin())
      .expect(401);
    expect([one.service.plugins.names(), two.service.plugins.names()]).toEqual([['of one'], []]);

    const read = (base: string) => request.get(`${base}/api/v1/resolve-profile`).then(({ status }) => status);
    expect([await read('/one'), await read('/one'), await read('/one'), await read('/one')]).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await read('/two')).toBe(200);

    await one.service.close();
    await request.get('/one/api/v1/health').expect(503);
    await request.get('/two/api/v1/health').expect(200);
  });
});
