import { createHash } from 'node:crypto';
import { databaseStorage } from '#platform/storage/database/database-storage';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const headed = (heading: string) => profileJson({ mainBanner: { ...profileJson().mainBanner, heading } });

eachDatabase((database) => {
  let opened: OpenDatabase;
  let app: TestApp;
  const clock = createTestClock();

  async function openApp(): Promise<TestApp> {
    const made = await createTestApp({ knex: opened.reopen(), clock, config: { rateLimit: false } });
    cleanUps.push(() => made.close());
    return made;
  }

  beforeEach(async () => {
    opened = await database.open();
    app = await openApp();
  });
  afterEach(() => opened.close());

  const admin = async (
    made: TestApp,
    method: 'get' | 'put' | 'post' | 'delete',
    path: string,
    body?: object,
  ) =>
    made.request[method](`${made.adminBase}/profiles${path}`)
      .set(await made.asAdmin())
      .send(body);
  const served = (made: TestApp) => made.request.get(`${made.publicBase}/profiles/default/opt-in/en`);

  async function stored(): Promise<string> {
    const rows = await Promise.all(
      ['profiles', 'profile_versions', 'files', 'publications', 'audit'].map((table) =>
        opened.knex(`svc_${table}`),
      ),
    );
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  }

  test('a service without a storage of its own keeps published files in its database, for every process', async () => {
    const other = await openApp();
    const { id } = await createActiveProfile(app);
    expect((await served(other).expect(200)).body).toMatchObject({
      id,
      mainBanner: { heading: 'Your privacy' },
    });
    expect((await admin(app, 'put', `/${id}`, { profileJson: headed('Changed') })).status).toBe(200);
    expect((await admin(app, 'post', `/${id}/activate`)).status).toBe(200);
    expect((await served(app).expect(200)).body.mainBanner.heading).toBe('Changed');
    clock.advance(1500);
    expect((await served(other).expect(200)).body.mainBanner.heading).toBe('Changed');
    await other.request.get(`${other.publicBase}/profiles/default/${id}/1/de`).expect(200);
    expect((await admin(app, 'post', `/${id}/deactivate`)).status).toBe(200);
    clock.advance(1500);
    await served(other).expect(404);
    expect((await other.service.health()).status).toBe('ok');
  });

  test.each<[string, (id: string) => Promise<{ status: number }>]>([
    [
      'creating',
      () => admin(app, 'post', '', { name: 'x', defaultLocale: 'en', profileJson: headed('Dead') }),
    ],
    ['saving', (id) => admin(app, 'put', `/${id}`, { profileJson: headed('Dead') })],
    [
      'saving and publishing',
      (id) => admin(app, 'put', `/${id}`, { profileJson: { ...headed('Dead'), isActive: true } }),
    ],
    ['publishing', (id) => admin(app, 'post', `/${id}/activate`)],
    ['withdrawing', (id) => admin(app, 'post', `/${id}/deactivate`)],
    ['deleting', (id) => admin(app, 'delete', `/${id}`)],
    ['rolling back', (id) => admin(app, 'post', `/${id}/rollback`, { version: 1 })],
  ])('a transaction of %s that fails at its end leaves neither rows nor files', async (_deed, act) => {
    const { id } = await createActiveProfile(app);
    expect((await admin(app, 'put', `/${id}`, { profileJson: headed('Second') })).status).toBe(200);
    const before = await stored();
    // Audit entries are the last that a transaction writes.
    await opened.knex.schema.renameTable('svc_audit_heads', 'svc_audit_heads_gone');
    expect((await act(id)).status).toBe(500);
    await opened.knex.schema.renameTable('svc_audit_heads_gone', 'svc_audit_heads');
    expect(await stored()).toBe(before);
    expect((await served(app).expect(200)).body.mainBanner.heading).toBe('Your privacy');
    await app.request.get(`${app.publicBase}/profiles/default/${id}/3/en`).expect(404);
  });

  test('published files are served from memory, with one small read for all groups when it is time to look again', async () => {
    await createActiveProfile(app);
    await createActiveProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out' }) });
    const groups = ['opt-in', 'opt-out'] as const;
    const ask = async () => {
      for (const group of groups)
        for (const locale of ['en', 'de'])
          await app.request.get(`${app.publicBase}/profiles/default/${group}/${locale}`).expect(200);
    };
    await ask();
    const queries: string[] = [];
    app.knex.on('query', ({ sql }) => /svc_(files|revisions)/.test(sql) && queries.push(sql));
    await ask();
    expect(queries).toEqual([]);
    clock.advance(3000);
    await ask();
    expect(queries).toEqual([expect.stringContaining('svc_revisions')]);
  });

  test('a connection runs one statement at a time, which the next version of pg requires', async () => {
    const running = new Map<string, number>();
    let most = 0;
    const change = ({ sql, __knexUid: connection }: { sql: string; __knexUid: string }, by: number) => {
      // Knex does not report the end of a transaction's own statements.
      if (!/^(?:select|insert|update|delete)/.test(sql)) return;
      running.set(connection, (running.get(connection) ?? 0) + by);
      most = Math.max(most, running.get(connection) ?? 0);
    };
    app.knex
      .on('query', (query) => change(query, 1))
      .on('query-response', (_rows, query) => change(query, -1))
      // The start tries whether the audit log can be changed.
      .on('query-error', (_error, query) => change(query, -1));
    const { id } = await createActiveProfile(app);
    expect((await admin(app, 'put', `/${id}`, { profileJson: headed('Changed') })).status).toBe(200);
    expect((await admin(app, 'post', `/${id}/activate`)).status).toBe(200);
    expect((await admin(app, 'post', `/${id}/deactivate`)).status).toBe(200);
    expect(most).toBe(1);
  });

  test('keys are compared letter by letter, and a prefix is taken literally', async () => {
    await createProfile(app);
    const storage = databaseStorage(app.knex);
    for (const key of ['Case/a', 'case/b', 'a_b/x', 'aXb/y']) await storage.write(key, Buffer.from(key));
    expect((await storage.list('case')).map(({ key }) => key)).toEqual(['case/b']);
    expect((await storage.list('a_b')).map(({ key }) => key)).toEqual(['a_b/x']);
    expect(await storage.read('Case/b')).toBeNull();
  });

  if (database.dialect === 'mysql') {
    test('a file that does not fit into a packet is refused with the setting to raise', async () => {
      await createProfile(app);
      const storage = databaseStorage(app.knex);
      const [[{ bytes }]] = await opened.knex.raw('select @@max_allowed_packet as bytes');
      const tooLarge = storage.write('large/file', Buffer.alloc(Number(bytes) / 2));
      await expect(tooLarge).rejects.toMatchObject({
        code: 'payload_too_large',
        message: expect.stringMatching(/max_allowed_packet to at least \d+/),
      });
      expect(await storage.read('large/file')).toBeNull();
    });
  }
});
