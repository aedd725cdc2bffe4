import { createUser, type SignedIn, type TestUser } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createProfile, profileJson } from '../support/profiles';

eachDatabaseSystem((database) => {
  let app: TestApp;
  /** Another process on the same database. */
  let second: TestApp;
  let anna: TestUser;
  let ben: TestUser;
  let carl: TestUser;
  beforeAll(async () => {
    const opened = await database.open();
    const config = { rateLimit: false, database: { timeoutMs: 60_000 } } as const;
    app = await createTestApp({ knex: opened.knex, config });
    second = await createTestApp({
      knex: opened.reopen(),
      config,
      directory: app.directory,
      clock: app.clock,
    });
    await second.service.start();
    [anna, ben, carl] = [
      await createUser(app, { role: 'editor' }),
      await createUser(app, { role: 'editor' }),
      await createUser(app, { role: 'editor' }),
    ];
    await call(app, await app.asAdmin(), 'patch', '/settings', { approvalRequired: true }).expect(200);
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const call = (
    to: TestApp,
    as: SignedIn,
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ) => to.request[method](`${to.adminBase}${path}`).set(as).send(body);
  const ask = (id: string, to = app, as = anna.as, body: object = {}) =>
    call(to, as, 'post', `/profiles/${id}/publication-request`, body);
  const approve = (id: string, to = app, as = ben.as) =>
    call(to, as, 'post', `/publication-requests/${id}/approve`);
  const save = (id: string, heading: string) =>
    call(app, anna.as, 'put', `/profiles/${id}`, {
      profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading } }),
    });
  const published = async (id: string) =>
    (await call(app, anna.as, 'get', `/profiles/${id}`).expect(200)).body.publishedVersion;
  const pending = async () =>
    (await call(second, ben.as, 'get', '/publication-requests').expect(200)).body.items;

  test('a request is kept as it was made, and published once', async () => {
    const { id } = await createProfile(app);
    const note = 'Ünïcode 🍪 '.repeat(40).trim();
    const { body } = await ask(id, app, anna.as, { requireReconsent: true, note }).expect(201);
    expect(await pending()).toMatchObject([
      {
        id: body.id,
        version: 1,
        currentVersion: 1,
        requireReconsent: true,
        note,
        requestedBy: { id: anna.id },
      },
    ]);
    expect((await approve(body.id, app, anna.as).expect(403)).body.code).toBe('own_approval');
    const answers = await Promise.all([approve(body.id), approve(body.id, second, carl.as)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect([await published(id), await pending()]).toEqual([1, []]);
    expect(await app.knex('svc_audit').where({ action: 'profile:approved', resource_id: id })).toHaveLength(
      1,
    );
  });

  test('two processes that ask at once make one request', async () => {
    const { id } = await createProfile(app);
    const answers = await Promise.all([ask(id), ask(id, second, ben.as), ask(id, second, carl.as)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [request] = await pending();
    await call(app, carl.as, 'delete', `/publication-requests/${request.id}`).expect(200);
  });

  test('a save at the same moment is never published with the version that was approved', async () => {
    const { id } = await createProfile(app);
    for (let round = 1; round <= 5; round += 1) {
      const asked = (await ask(id).expect(201)).body;
      const [answer] = await Promise.all([
        approve(asked.id, second),
        save(id, `Not reviewed ${round}`).expect(200),
      ]);
      expect([200, 412]).toContain(answer.status);
      if (answer.status === 200) expect(await published(id)).toBe(asked.version);
      else expect(await published(id)).not.toBe(asked.version + 1);
    }
    for (const request of await pending())
      await call(app, carl.as, 'post', `/publication-requests/${request.id}/decline`, {
        reason: 'No',
      }).expect(200);
  });

  test('approving, declining, deleting and asking again at once leave one outcome', async () => {
    const { id } = await createProfile(app);
    const asked = (await ask(id).expect(201)).body;
    const answers = await Promise.all([
      approve(asked.id),
      call(second, carl.as, 'post', `/publication-requests/${asked.id}/decline`, { reason: 'No' }),
      call(second, anna.as, 'delete', `/publication-requests/${asked.id}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await published(id)).toBe(answers[0].status === 200 ? 1 : null);
    expect(await pending()).toEqual([]);
  });
});
