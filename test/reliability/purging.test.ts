import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CachePurge } from '#platform/kernel/host-types';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { eachDialect, type OpenDatabase } from '../support/databases';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { toRun } from '../support/programs';
import { isDeep } from '../support/scope';
import { until } from '../support/webhook-receiver';

/** The purge function of one process. */
type Purge = (purge: CachePurge) => unknown;

const realClock = (ahead = 0) => ({
  now: () => Date.now() + ahead,
  elapsed: () => performance.now(),
  advance() {},
});
const groupPath = '/svc/api/v1/profiles/default/opt-in';
const headed = (heading: string) => profileJson({ mainBanner: { ...profileJson().mainBanner, heading } });

/** For a single process, which serves the new files at once. */
const quickPurges = { marginMs: 10, firstRetryMs: 10 };

// A busy machine takes its time.
jest.setTimeout(60_000);

eachDialect((database) => {
  let opened: OpenDatabase;
  const apps: TestApp[] = [];
  const children: ChildProcess[] = [];
  let directory = '';

  async function start(purge: Purge, { config, ...options }: TestAppOptions = {}): Promise<TestApp> {
    const app = await createTestApp({
      knex: opened.knex,
      clock: realClock(),
      directory,
      purgeTimes: quickPurges,
      ...options,
      config: {
        rateLimit: false,
        ...config,
        hotServe: { revalidateMs: 10, ...config?.hotServe, purge: purge as (purge: CachePurge) => void },
      },
    });
    apps.push(app);
    await app.service.start();
    return app;
  }

  /** A service that notes its purges. */
  async function startNoting(options?: TestAppOptions) {
    const purges: CachePurge[] = [];
    const app = await start((purge) => void purges.push(purge), options);
    return { app, purges };
  }

  const change = async (app: TestApp, method: 'post' | 'put' | 'delete', path: string, body?: object) => {
    const { status, text } = await app.request[method](`${app.adminBase}${path}`)
      .set(await app.asAdmin())
      .send(body);
    expect([method, path, status, text]).toEqual([method, path, 200, text]);
  };
  const pending = () => opened.knex('svc_purges');
  const nothingPending = () => until(async () => (await pending()).length === 0, 'the purge');
  const heading = async (app: TestApp) =>
    (await app.request.get(`${groupPath}/en`).expect(200)).body.mainBanner.heading;

  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await opened.close();
    if (directory !== '') await rm(directory, { recursive: true });
    directory = '';
  });

  test('each change of what a group serves is purged once, with its tenant and all its addresses', async () => {
    const { app, purges } = await startNoting({
      config: { publicPath: '/edge', basePath: '/privacy', tenancy: { enabled: true } },
    });
    const { body: tenant } = await app.request
      .post(`${app.adminBase}/tenants`)
      .set(await app.asAdmin())
      .send({ name: 'Shoes', slug: 'shoes' })
      .expect(201);
    const base = `/edge/privacy/api/v1/profiles/${tenant.id}/opt-in`;
    const prefixes = [base, '/edge/privacy/api/v1/bootstrap', '/edge/privacy/api/v1/recheck'];
    const expectPurge = async (...files: string[]) => {
      await until(() => purges.length > 0, 'the purge');
      await nothingPending();
      expect(purges.splice(0).map(({ signal: _signal, ...purge }) => purge)).toEqual([
        {
          tenantId: tenant.id,
          complianceGroup: 'opt-in',
          paths: files.map((file) => `${base}/${file}`),
          prefixes,
        },
      ]);
    };
    const asTenant = async (method: 'post' | 'put' | 'delete', path: string, body?: object) =>
      app.request[method](`${app.adminBase}${path}`)
        .set(await app.asAdmin())
        .set('X-Tenant-Id', tenant.id)
        .send(body)
        .expect(200);

    const { id } = await createActiveProfile(app, {}, tenant.id);
    await expectPurge('de', 'default', 'en');
    // A saved version is served when it is activated; the locale that it lacks is in caches until then.
    const texts = { localeContent: { de: null, fr: germanContent() } };
    await asTenant('put', `/profiles/${id}`, { profileJson: headed('Changed'), ...texts });
    expect(await pending()).toEqual([]);
    await asTenant('post', `/profiles/${id}/activate`);
    await expectPurge('de', 'default', 'en', 'fr');
    await asTenant('post', `/profiles/${id}/deactivate`);
    await expectPurge('default', 'en', 'fr');
    await asTenant('post', `/profiles/${id}/activate`);
    await expectPurge('default', 'en', 'fr');
    const { id: other } = await createProfile(app, { localeContent: {} }, tenant.id);
    await asTenant('post', `/profiles/${other}/activate`);
    await expectPurge('default', 'en', 'fr');
    await asTenant('delete', `/profiles/${other}`);
    await expectPurge('default', 'en');
  });

  test('several processes purge once, when all of them serve the new files', async () => {
    const before = await startNoting();
    const { id } = await createActiveProfile(before.app);
    await nothingPending();
    await before.app.close();
    const seen: string[] = [];
    const together = { config: { hotServe: { revalidateMs: 400 } }, purgeTimes: {} };
    const purgeOther = () => seen.push('purged by another process');
    const withoutTimers = { ...together, config: { ...together.config, background: false } };
    const others = [await start(purgeOther, withoutTimers), await start(purgeOther, together)];
    const publisher = await start(
      async () => {
        for (const app of others) seen.push(await heading(app));
      },
      { ...together, clock: realClock(-5000) },
    );
    await change(publisher, 'put', `/profiles/${id}`, { profileJson: headed('New') });
    for (const app of others) expect(await heading(app)).toBe('Your privacy');
    await change(publisher, 'post', `/profiles/${id}/activate`);
    // By the clocks of the others, which are ahead of the publisher's, the time to settle is over.
    await until(async () => (await pending())[0]?.failures === 0, 'the claim');
    await others[0]?.service.maintenance();
    await nothingPending();
    expect(seen).toEqual(['New', 'New']);
  });

  test('a purge that throws is repeated, and neither delays nor fails publications', async () => {
    let attempts = 0;
    let goOn = () => {};
    const released = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const paths: string[] = [];
    const app = await start(async ({ paths: purged }) => {
      attempts += 1;
      if (attempts === 2) await released;
      if (attempts <= 2) throw new Error('the CDN is down');
      paths.push(...purged);
    });
    await createActiveProfile(app);
    expect(await heading(app)).toBe('Your privacy');
    expect(await pending()).toHaveLength(1);
    goOn();
    await nothingPending();
    expect(paths).toEqual(['de', 'default', 'en'].map((file) => `${groupPath}/${file}`));
    const logged = app.logger.lines
      .map((line) => JSON.parse(line))
      .filter(({ message }) => /purge/.test(message));
    expect(logged).toMatchObject([
      {
        level: 'warn',
        complianceGroup: 'opt-in',
        failures: 1,
        error: expect.stringContaining('the CDN is down'),
      },
      { level: 'warn', failures: 2 },
      { level: 'info', failures: 2 },
    ]);
  });

  test('a purge that never ends is cut off, repeated, and holds up neither publications nor `close`', async () => {
    const signals: AbortSignal[] = [];
    const app = await start(
      ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      { purgeTimes: { ...quickPurges, timeoutMs: 100 } },
    );
    const { id } = await createActiveProfile(app);
    await until(() => signals.length === 2, 'the second attempt');
    expect(signals[0]?.aborted).toBe(true);
    await change(app, 'put', `/profiles/${id}`, { profileJson: headed('Meanwhile') });
    await change(app, 'post', `/profiles/${id}/activate`);
    expect(await heading(app)).toBe('Meanwhile');
    await app.close();
    expect(await pending()).toHaveLength(1);
    const next = await startNoting();
    await nothingPending();
    expect(next.purges).toHaveLength(1);
  });

  test('a publication during a purge is purged again', async () => {
    let release = () => {};
    const seen: string[] = [];
    const app: TestApp = await start(async () => {
      seen.push(await heading(app));
      if (seen.length === 1)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
    });
    const { id } = await createActiveProfile(app);
    await until(() => seen.length === 1, 'the first purge');
    await change(app, 'put', `/profiles/${id}`, { profileJson: headed('Second') });
    await change(app, 'post', `/profiles/${id}/activate`);
    release();
    await nothingPending();
    expect(seen).toEqual(['Your privacy', 'Second']);
  });

  async function startChild(): Promise<{ url: string; printed: string[]; kill(): Promise<void> }> {
    const child = spawn(process.execPath, [...toRun('purging'), JSON.stringify(opened.config), directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const printed: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => printed.push(line));
    await until(() => printed.length > 0, 'the port');
    return {
      url: `http://127.0.0.1:${printed.shift()}/svc/admin/v1`,
      printed,
      async kill() {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  }

  // The database does not know where the files are.
  const places = database.dialect === 'sqlite' ? ['on disk'] : [];
  for (const place of isDeep ? ['in the database', 'on disk'] : places)
    test(`a process that dies between a publication and its purge, or during it, leaves it to another, files ${place}`, async () => {
      if (place === 'on disk') directory = await mkdtemp(join(tmpdir(), 'ec_test_purging_'));
      const before = await startNoting();
      const { id } = await createActiveProfile(before.app);
      const asAdmin = await before.app.asAdmin();
      await nothingPending();
      await before.app.close();

      const first = await startChild();
      const answer = await fetch(`${first.url}/profiles/${id}/deactivate`, {
        method: 'POST',
        headers: asAdmin,
      });
      await first.kill();
      expect([answer.status, first.printed]).toEqual([200, []]);
      expect(await pending()).toHaveLength(1);

      const second = await startChild();
      // The first one may have seen it, and keeps it ten seconds longer.
      await until(() => second.printed.length > 0, 'the purge', 40_000);
      await second.kill();
      // Later than the claim of the process that died.
      const after = await startNoting({ clock: realClock(61_000) });
      await nothingPending();
      expect(after.purges.map(({ paths }) => paths)).toEqual([
        ['de', 'default', 'en'].map((file) => `${groupPath}/${file}`),
      ]);
    });

  test('files that are published again because they were lost are purged', async () => {
    directory = await mkdtemp(join(tmpdir(), 'ec_test_purging_'));
    const before = await startNoting();
    await createActiveProfile(before.app);
    await nothingPending();
    await before.app.close();
    const unchanged = await startNoting();
    expect(await pending()).toEqual([]);
    await unchanged.app.close();
    await rm(join(directory, 'default/opt-in'), { recursive: true });
    const after = await startNoting();
    await nothingPending();
    expect(after.purges.map(({ paths }) => paths)).toEqual([
      ['de', 'default', 'en'].map((file) => `${groupPath}/${file}`),
    ]);
  });
});
