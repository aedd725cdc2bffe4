import type { TestApp } from '../support/create-test-app';
import { createTestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { type FakeOidcProvider, startFakeOidcProvider } from '../support/fake-oidc-provider';
import { bearing, createJwtApp, hostToken, meWith } from '../support/jwt';
import { visitProvider } from '../support/oidc-browser';
import { masterSecret } from '../support/sign-in-app';

eachDatabaseSystem((database) => {
  let opened: OpenDatabase;
  let app: TestApp;
  /** Another process on the same database. */
  let other: TestApp;
  const created: string[] = [];

  beforeAll(async () => {
    opened = await database.open();
    app = await createJwtApp({ knex: opened.knex });
    await app.service.start();
    other = await createJwtApp({ knex: opened.reopen(), directory: app.directory, clock: app.clock });
    await other.service.start();
    for (const { service } of [app, other])
      service.events.on('user.created', ({ email }) => created.push(email));
  });
  beforeEach(() => {
    created.length = 0;
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const person = (name: string, more: object = {}) => ({
    sub: name,
    email: `${name}@shop.example`,
    roles: ['editor'],
    ...more,
  });
  const rolesOf = (answer: { body: { roles: { name: string }[] } }) =>
    answer.body.roles.map(({ name }) => name);
  const actionsOn = (id: string) =>
    opened.knex('svc_audit').where({ resource_id: id }).orderBy('sequence').pluck('action');

  test('a first sign-in makes a user, later ones find it and bring its roles in step, in every process', async () => {
    const first = await meWith(app, person('ada', { iss: 'https://id.example', name: 'Ada 🍪' })).expect(200);
    expect(first.body).toMatchObject({
      name: 'Ada 🍪',
      email: 'ada@shop.example',
      provider: 'jwt',
      roles: [{ name: 'editor' }],
    });
    expect(
      await opened
        .knex('svc_users')
        .where({ id: first.body.id })
        .first('identity_issuer', 'identity_subject', 'password_hash'),
    ).toEqual({
      identity_issuer: 'https://id.example',
      identity_subject: 'ada',
      password_hash: null,
    });
    const second = await meWith(
      other,
      person('ada', { iss: 'https://id.example', roles: ['viewer', 'auditor', 'unknown'] }),
    ).expect(200);
    expect(second.body.id).toBe(first.body.id);
    expect(rolesOf(second)).toEqual(['auditor', 'viewer']);
    expect(
      rolesOf(await meWith(app, person('ada', { iss: 'https://id.example', roles: [] })).expect(200)),
    ).toEqual([]);
    expect(await actionsOn(first.body.id)).toEqual([
      'user:created',
      'user:roleAssigned',
      'user:roleAssigned',
      'user:roleRevoked',
      'user:roleRevoked',
      'user:roleRevoked',
    ]);
    expect(created).toEqual(['ada@shop.example']);
  });

  test('identities are distinguished by every character', async () => {
    const ids = new Set<string>();
    const subjects = ['case', 'Case', 'case ', ' case', 'cas\u00e9', 'case\u0301'];
    for (const [index, sub] of subjects.entries())
      ids.add((await meWith(app, { ...person(`told${index}`), sub }).expect(200)).body.id);
    expect(ids.size).toBe(subjects.length);
  });

  test('first sign-ins at one moment, in two processes, make one user', async () => {
    const answers = await Promise.all(
      [app, other, app, other, app, other].map((of) => meWith(of, person('race')).expect(200)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(rolesOf)).toEqual(answers.map(() => ['editor']));
    expect(created).toEqual(['race@shop.example']);
    expect(await actionsOn(answers[0]?.body.id)).toEqual(['user:created']);
  });

  test('when two identities with the same address sign in at once, one is accepted', async () => {
    const answers = await Promise.all(
      [app, other].map((of, index) => meWith(of, person('rivals', { sub: `rival-${index}` }))),
    );
    expect(answers.map(({ status, body }) => (status === 200 ? 'in' : body.code)).sort()).toEqual([
      'identity_conflict',
      'in',
    ]);
    expect(created).toEqual(['rivals@shop.example']);
  });

  test('a user whom an operator makes at the moment of the first sign-in is one user with it', async () => {
    const root = bearing(hostToken(app, person('root', { roles: ['superadmin'] })));
    await app.request.get(`${app.adminBase}/auth/me`).set(root).expect(200);
    const body = { name: 'Both', email: 'both@shop.example', password: 'a password that nobody guesses' };
    const [made, answer] = await Promise.all([
      app.request.post(`${app.adminBase}/users`).set(root).send(body),
      meWith(other, person('both')).expect(200),
    ]);
    expect([201, 409]).toContain(made.status);
    expect(await opened.knex('svc_users').where({ email: 'both@shop.example' }).pluck('id')).toEqual([
      answer.body.id,
    ]);
    expect(rolesOf(answer)).toEqual(['editor']);
  });

  test('an existing user is linked once', async () => {
    const { body } = await meWith(app, person('link', { roles: ['auditor'] })).expect(200);
    await opened
      .knex('svc_users')
      .where({ id: body.id })
      .update({ identity_issuer: null, identity_subject: null });
    const linked = await Promise.all(
      [app, other].map((of, index) => meWith(of, person('link', { sub: `link-${index}` }))),
    );
    expect(linked.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(linked.find(({ status }) => status === 200)?.body.id).toBe(body.id);
  });

  test('of two superadmins whom the provider demotes at one moment, one stays', async () => {
    await opened.knex('svc_users').whereNot({ email: 'nobody' }).update({ active: false });
    const both = ['lear', 'macbeth'];
    for (const name of both) await meWith(app, person(name, { roles: ['superadmin'] })).expect(200);
    const answers = await Promise.all([
      meWith(app, person('lear', { roles: ['viewer'] })),
      meWith(other, person('macbeth', { roles: ['viewer'] })),
    ]);
    expect(answers.map(rolesOf).sort()).toEqual([['superadmin', 'viewer'], ['viewer']]);
    await opened.knex('svc_users').update({ active: true });
  });

  test('a released identity loses its keys, while another transaction changes the key of somebody else', async () => {
    const boss = person('boss', { roles: ['superadmin'], iat: Math.floor(app.clock.now() / 1000) });
    const as = bearing(hostToken(app, boss));
    const { body: gone } = await meWith(app, person('gone')).expect(200);
    const makeKey = async (holder_id?: string): Promise<{ id: string; key: string }> => {
      const sent = { name: 'A server', scopes: ['stats:read'] };
      const { body } = await app.request.post(`${app.adminBase}/apikeys`).set(as).send(sent).expect(201);
      if (holder_id !== undefined)
        await opened.knex('svc_api_keys').where({ id: body.id }).update({ holder_id });
      return body;
    };
    const [own, others, older] = [await makeKey(gone.id), await makeKey(), await makeKey(gone.id)];
    await app.request.delete(`${app.adminBase}/apikeys/${older.id}`).set(as).expect(200);
    // SQLite has one writer at a time.
    const change = database.dialect === 'sqlite' ? null : await opened.knex.transaction();
    await change?.('svc_api_keys').where({ id: others.id }).update({ name: 'Renamed' });
    try {
      await app.request.delete(`${app.adminBase}/users/${gone.id}/identity`).set(as).expect(200);
    } finally {
      await change?.rollback();
    }
    const revoked = opened.knex('svc_audit').where({ action: 'apikey:revoked' });
    expect(await revoked.orderBy('sequence').pluck('resource_id')).toEqual([older.id, own.id]);
    const statusWith = async ({ key }: { key: string }) =>
      (await app.request.get(`${app.adminBase}/stats`).set('X-API-Key', key)).status;
    expect([await statusWith(own), await statusWith(others)]).toEqual([401, 200]);
  });

  test('a deactivated user stays out, and is changed by no token', async () => {
    const { body } = await meWith(app, person('out')).expect(200);
    await opened.knex('svc_users').where({ id: body.id }).update({ active: false });
    const before = await actionsOn(body.id);
    await meWith(other, person('out', { roles: ['superadmin'] })).expect(401);
    expect(await actionsOn(body.id)).toEqual(before);
  });

  describe('through an OpenID provider', () => {
    let provider: FakeOidcProvider;
    let one: TestApp;
    let two: TestApp;
    beforeAll(async () => {
      provider = await startFakeOidcProvider(app.clock);
      const config = {
        rateLimit: false,
        auth: { mode: 'oidc', masterSecret, oidc: provider.config },
      } as const;
      one = await createTestApp({ knex: opened.knex, directory: app.directory, clock: app.clock, config });
      two = await createTestApp({
        knex: opened.reopen(),
        directory: app.directory,
        clock: app.clock,
        config,
      });
      await Promise.all([one, two].map(({ service }) => service.start()));
    });
    afterAll(async () => {
      await Promise.all([one, two].map(({ close }) => close()));
      await provider.close();
    });

    test('a state is accepted once across both processes', async () => {
      provider.misbehave({ careless: true });
      provider.signInAs({ sub: 'sso', email: 'sso@shop.example', email_verified: true });
      const { callback, cookie } = await visitProvider(one);
      const answers = await Promise.all(
        [one, two, one, two].map((of) => of.request.get(callback).set('Cookie', cookie)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
      const { token, user } = answers.find(({ status }) => status === 200)?.body ?? {};
      expect(user).toMatchObject({
        email: 'sso@shop.example',
        provider: 'oidc',
        roles: [{ name: 'viewer' }],
      });
      await two.request.get(`${two.adminBase}/auth/me`).set(bearing(token)).expect(200);
      expect(await actionsOn(user.id)).toEqual(['user:created', 'auth:login']);
    });
  });
});
