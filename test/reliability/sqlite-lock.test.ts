import { once } from 'node:events';
import createKnex, { type Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { holdWriteLock, type LockHolder } from '../support/lock-holder';
import { createActiveProfile } from '../support/profiles';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Longer than the holder of the lock keeps it: a process that waits with SQLite's own timeout is blocked. */
const hostBusyTimeoutMs = 60_000;

eachDatabase((driver) => {
  async function openKnex(): Promise<{ knex: Knex; filename: string }> {
    const opened = await driver.open();
    const knex = createKnex(opened.config);
    await knex.raw(`pragma busy_timeout = ${hostBusyTimeoutMs}`);
    cleanUps.push(() => knex.destroy());
    return { knex, filename: (opened.config.connection as { filename: string }).filename };
  }

  async function openApp(knex: Knex, timeoutMs = 20_000): Promise<TestApp> {
    const app = await createTestApp({ knex, config: { database: { timeoutMs }, rateLimit: false } });
    cleanUps.push(() => app.close());
    return app;
  }

  async function lock(filename: string): Promise<LockHolder> {
    const holder = await holdWriteLock(filename);
    cleanUps.push(() => holder.child.kill('SIGKILL'));
    return holder;
  }

  /** Resolves when a statement has met the lock. */
  const meetLock = (knex: Knex) => once(knex, 'query-error');

  const submit = (app: TestApp, profileId: string, visitorId?: string) =>
    app.request
      .post(`${app.publicBase}/consent`)
      .send({ visitorId, profileId, consentJson: { ...allGranted } });

  /** Requests that do not write, and are answered while another process holds the lock. */
  async function expectReads(app: TestApp): Promise<void> {
    for (const path of ['profiles/default/opt-in/en', 'resolve-profile', 'health'])
      await app.request.get(`${app.publicBase}/${path}`).expect(200);
    await app.request
      .get(`${app.adminBase}/profiles`)
      .set(await app.asAdmin())
      .expect(200);
    await app.request.get(`${app.adminBase}/health`).expect(200);
  }

  test('while another process holds the write lock, files and reads are answered and writes wait for the lock', async () => {
    const { knex, filename } = await openKnex();
    const app = await openApp(knex);
    const { id } = await createActiveProfile(app);
    await app.asAdmin();
    const holder = await lock(filename);

    const met = meetLock(knex);
    const answers: number[] = [];
    const writes = [
      submit(app, id),
      submit(app, id, 'known-visitor'),
      app.request
        .put(`${app.adminBase}/profiles/${id}`)
        .set(await app.asAdmin())
        .send({ name: 'Renamed' }),
    ].map(async (request) => answers.push((await request).status));
    await met;
    await expectReads(app);
    expect(answers).toEqual([]);

    expect(await holder.release()).toBe('released');
    await Promise.all(writes);
    expect(answers).toEqual([200, 200, 200]);
    expect(await knex.raw('pragma busy_timeout')).toEqual([{ timeout: hostBusyTimeoutMs }]);
  });

  test('a write that cannot get the lock before the deadline is answered 503 with Retry-After, and nothing is written', async () => {
    const { knex, filename } = await openKnex();
    const app = await openApp(knex);
    const { id } = await createActiveProfile(app);
    const impatient = await openApp(knex, 300);
    await impatient.service.start();
    const holder = await lock(filename);

    for (const visitorId of [undefined, 'known-visitor']) {
      const answer = await submit(impatient, id, visitorId).expect(503);
      expect(answer.body.code).toBe('unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await holder.release()).toBe('released');
    await submit(impatient, id, 'later').expect(200);
    expect(await knex('svc_consents').pluck('visitor_id')).toEqual(['later']);
  });

  test('transactions wait in line behind the one that meets the lock, and run in their order', async () => {
    const { knex, filename } = await openKnex();
    await knex.schema.createTable('notes', (table) => void table.string('name'));
    const database = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 20_000 });
    const holder = await lock(filename);
    const tried: string[] = [];
    const saving = ['first', 'second'].map((name) =>
      database.transaction(async ({ runner }) => {
        tried.push(name);
        await runner('notes').insert({ name });
      }),
    );
    while (tried.length < 3) await meetLock(knex);
    expect(tried).not.toContain('second');
    expect(await holder.release()).toBe('released');
    await Promise.all(saving);
    expect(await knex('notes').pluck('name')).toEqual(['first', 'second']);
  });

  test("a start that waits for another process's lock leaves the host free to answer", async () => {
    const { knex, filename } = await openKnex();
    const app = await openApp(knex);
    const holder = await lock(filename);
    const met = meetLock(knex);
    const starting = app.service.start();
    await met;
    await app.request.get('/elsewhere').expect(404);
    expect(await holder.release()).toBe('released');
    await starting;
    expect(await knex.raw('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });
}, 'sqlite');
