import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

eachDatabaseSystem((database) => {
  let app: TestApp;
  /** Another process on the same database, with a pool and a memory of its own. */
  let second: TestApp;
  beforeAll(async () => {
    const opened = await database.open();
    const config = { rateLimit: false, database: { timeoutMs: 60_000 } } as const;
    app = await createTestApp({ knex: opened.knex, config });
    await createActiveProfile(app);
    second = await createTestApp({
      knex: opened.reopen(),
      config,
      directory: app.directory,
      clock: app.clock,
    });
    await second.service.start();
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const report = (to: TestApp, ...blocked: string[]) =>
    to.request
      .post(`${to.publicBase}/reports`)
      .send({ reports: blocked.map((host) => ({ page: '/', blocked: `https://${host}/` })) })
      .expect(204);
  const list = async (query: string) =>
    (
      await app.request
        .get(`${app.adminBase}/findings?${query}`)
        .set(await app.asAdmin())
        .expect(200)
    ).body;

  const send = async (to: TestApp, path: string, body: object) => {
    const answer = await to.request
      .post(`${to.adminBase}/findings/${path}`)
      .set(await to.asAdmin())
      .send(body);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body;
  };

  test('counts of several processes add up, page by page, and keep what an operator decided', async () => {
    await report(app, 'a.example', 'b.example', 'c.example');
    await app.service.maintenance();
    const { items, total, nextCursor } = await list('limit=2');
    expect([items.length, total]).toEqual([2, 3]);
    expect((await list(`limit=2&cursor=${nextCursor}`)).items).toHaveLength(1);
    const decision = { findingIds: [items[0].id], status: 'ignored', reason: 'A test' };
    const decided = await Promise.all([send(app, 'decide', decision), send(second, 'decide', decision)]);
    expect(decided.map(({ changed }) => changed).sort()).toEqual([0, 1]);

    app.clock.advance(1000);
    for (const process of [app, second]) await report(process, 'a.example', 'b.example', 'c.example');
    for (const process of [app, second]) await process.service.maintenance();
    const later = await list('');
    expect(later.items.map(({ count }: { count: number }) => count)).toEqual([3, 3, 3]);
    const ignored = later.items.find(({ id }: { id: string }) => id === items[0].id);
    expect(ignored).toMatchObject({ status: 'ignored', firstSeenAt: items[0].firstSeenAt });
    expect(Date.parse(ignored.lastSeenAt) - Date.parse(ignored.firstSeenAt)).toBe(1000);
  });

  test('the open ones of browsers seen longest ago give way, and all that was not seen for 90 days', async () => {
    app.clock.advance(1000);
    const hosts = Array.from({ length: 220 }, (_item, index) => `h${index}.example`);
    for (let start = 0; start < hosts.length; start += 50)
      await report(app, ...hosts.slice(start, start + 50));
    await app.service.maintenance();
    expect((await list('status=open&limit=1')).total).toBe(200);
    expect((await list('status=ignored')).total).toBe(1);
    app.clock.advance(91 * 86_400_000);
    await app.service.maintenance();
    expect(await app.knex('svc_findings').select('id', 'status')).toMatchObject([{ status: 'ignored' }]);
  });

  test('what two operators list at the same time is in one version', async () => {
    await report(app, 'cdn.example');
    await app.service.maintenance();
    const { body } = await app.request.get(`${app.adminBase}/findings/unlisted`).set(await app.asAdmin());
    const { items, banners } = body;
    expect(items).toMatchObject([{ name: 'cdn.example', kind: 'host', waitingIn: [] }]);
    const [{ profileId, version }] = banners;
    const listing = {
      profileIds: [profileId],
      items: [{ findingId: items[0].id, category: 'marketing', description: 'Delivers ads.' }],
    };
    const answers = await Promise.all([app, second, app].map((to) => send(to, 'list', listing)));
    expect(answers.map((answer) => answer.banners[0].version)).toEqual(Array(3).fill(version + 1));
    expect(answers.flatMap((answer) => answer.banners[0].added)).toEqual(['cdn.example']);
  });
});
