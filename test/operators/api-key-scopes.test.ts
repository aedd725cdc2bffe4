import { type KeyScope, keyScopes, permissions } from '#platform/kernel/permissions';
import { describedRoutes } from '../../scripts/generate-api';
import { createUser, roleId, type SignedIn, type TestUser } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

/** Keys that may do only what they are for. */
const app = openAdminApp({ config: { tenancy, rateLimit: false } });

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Key = { readonly 'X-API-Key': string };

const admin = (as: SignedIn | Key, method: Method, path: string, body?: object) =>
  app.request[method](`${app.adminBase}${path}`).set(as).send(body);
const open = (as: Key, method: Method, path: string, body?: object) =>
  app.request[method](`${app.publicBase}${path}`).set(as).send(body);
const create = (as: SignedIn, scopes?: readonly string[]) =>
  admin(as, 'post', '/apikeys', { name: 'A server', scopes });
async function makeKey(scopes: readonly KeyScope[], as: SignedIn = app.admin): Promise<Key & { id: string }> {
  const { body } = await create(as, scopes).expect(201);
  return { 'X-API-Key': body.key, id: body.id };
}
const only = ({ 'X-API-Key': key }: Key): Key => ({ 'X-API-Key': key });
const list = async () => (await app.call('get', '/apikeys').expect(200)).body;
const lacks = (scope: string) => ({
  code: 'forbidden',
  error: `This API key does not have the scope ${scope}.`,
});

test('does what its scopes allow, and nothing else', async () => {
  const key = only(await makeKey(['stats:read']));
  await admin(key, 'get', '/stats').expect(200);
  const refused = await admin(key, 'get', '/profiles').expect(403);
  expect(refused.body).toMatchObject(lacks('profiles:read'));
  expect((await open(key, 'get', '/consent/visitor-1').expect(403)).body).toMatchObject(
    lacks('consents:read'),
  );
});

test('opens no route that is not for keys, even with every scope that there is', async () => {
  const key = only(await makeKey(keyScopes));
  const grantable = new Set<string>(keyScopes);
  for (const { id, access, method, path } of describedRoutes().admin) {
    if ('public' in access) continue;
    const { status, body } = await admin(
      key,
      method.toLowerCase() as Method,
      path.replace(/:\w+/g, 'unknown-1'),
    );
    const opens =
      'permission' in access && [access.permission, ...(access.also ?? [])].every((p) => grantable.has(p));
    expect([id, status === 403 && body.code === 'forbidden']).toEqual([id, !opens]);
    expect([id, status]).not.toEqual([id, 401]);
  }
});

test('with one scope opens exactly the routes with that permission', async () => {
  const routes = describedRoutes().admin.filter(({ method }) => method === 'GET');
  for (const scope of ['stats:read', 'profiles:read', 'exports:read'] as const) {
    const key = only(await makeKey([scope]));
    for (const { id, access, path } of routes) {
      if (!('permission' in access)) continue;
      const { status } = await admin(key, 'get', path.replace(/:\w+/g, 'unknown-1'));
      expect([scope, id, status === 403]).toEqual([
        scope,
        id,
        access.permission !== scope || access.also !== undefined,
      ]);
    }
  }
});

describe('on the public API', () => {
  test('reading, recording and erasing are three scopes', async () => {
    const profile = await createActiveProfile(app);
    const submit = (key: Key, visitorId: string) =>
      open(key, 'post', '/consent', {
        profileId: profile.id,
        visitorId,
        locale: 'en',
        consentJson: allGranted,
      });
    const [reader, writer, eraser] = [
      only(await makeKey(['consents:read'])),
      only(await makeKey(['consents:update'])),
      only(await makeKey(['consents:erase'])),
    ];
    for (const key of [reader, eraser])
      expect((await submit(key, 'visitor-1').expect(403)).body).toMatchObject(lacks('consents:update'));
    await submit(writer, 'visitor-1').expect(200);
    for (const key of [writer, eraser]) {
      for (const path of ['/consent/visitor-1', '/consent/visitor-1/verify', '/subjects/anna/consents'])
        expect((await open(key, 'get', path).expect(403)).body).toMatchObject(lacks('consents:read'));
      expect((await open(key, 'get', '/consent/visitor-1/receipt')).body).toMatchObject(
        lacks('consents:read'),
      );
    }
    expect((await open(reader, 'get', '/consent/visitor-1').expect(200)).body.by).toBe('apiKey');
    for (const key of [reader, writer])
      expect((await open(key, 'delete', '/consent/visitor-1').expect(403)).body).toMatchObject(
        lacks('consents:erase'),
      );
    await open(eraser, 'delete', '/consent/visitor-1').expect(200);
  });

  test('a key that only records gets the ids of the record, and nothing of what is in it', async () => {
    const { id: profileId } = await createActiveProfile(app);
    const [both, writer] = [
      only(await makeKey(['consents:read', 'consents:update'])),
      only(await makeKey(['consents:update'])),
    ];
    const decision = { profileId, visitorId: 'read-by-writing', consentJson: allGranted };
    const submissionId = '0b5fc1f4-9df4-4d4c-8f3a-6f0f4a4b7c11';
    const { body: record } = await open(both, 'post', '/consent', {
      ...decision,
      subjectId: 'anna',
      submissionId,
    }).expect(200);
    expect(record).toMatchObject({ subjectId: 'anna', consentJson: allGranted });
    const ids = { id: record.id, visitorId: 'read-by-writing' };
    const late = new Date(app.clock.now() - 3_600_000).toISOString();
    for (const [method, path, body] of [
      ['post', '/consent', { ...decision, submissionId }],
      ['post', '/consent', { ...decision, decidedAt: late }],
      ['put', '/consent/read-by-writing', { consentJson: allGranted }],
      ['put', '/consent/read-by-writing', { consentJson: {} }],
    ] as const)
      expect((await open(writer, method, path, body).expect(200)).body).toEqual(ids);
    expect(
      (await open(both, 'put', '/consent/read-by-writing', { consentJson: {} }).expect(200)).body,
    ).toMatchObject({
      ...ids,
      subjectId: 'anna',
      consentJson: {},
    });
  });

  test('what anybody may read needs no scope', async () => {
    await createActiveProfile(app);
    await open(only(await makeKey(['stats:read'])), 'get', '/bootstrap').expect(200);
  });

  test('every route about a visitor’s record names its scope', () => {
    const named = describedRoutes().public.filter(({ path }) => /^\/(consent|subjects)(\/|$)/.test(path));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ keyScope }) => keyScope === undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('whoever creates a key', () => {
  test('cannot grant more than they have, and learns what is missing', async () => {
    const { as } = await createUser(app, { role: ['apikeys:create', 'apikeys:read', 'stats:read'] });
    const refused = await create(as, ['stats:read', 'exports:read', 'consents:read']).expect(403);
    expect(refused.body).toMatchObject({
      code: 'forbidden',
      error: 'This also needs the permission exports:read and consents:read.',
    });
    expect(await list()).toEqual([]);
    const { body } = await create(as, ['stats:read']).expect(201);
    expect(body).toMatchObject({ scopes: ['stats:read'], withheld: [] });
    expect((await create(as).expect(403)).body.error).toContain(
      'consents:read and consents:update and consents:erase',
    );
  });

  test.each([
    [['profiles:approve']],
    [['apikeys:create']],
    [['users:update']],
    [['settings:update']],
    [['nonsense']],
    [[]],
    [['stats:read', 'stats:read']],
  ])('cannot create one with the scopes %j', async (scopes) => {
    expect((await create(app.admin, scopes).expect(400)).body.code).toBe('validation_failed');
  });

  test('is its holder, and the audit log names both', async () => {
    const editor = await createUser(app, { role: ['apikeys:create', 'profiles:create', 'profiles:read'] });
    const { id, ...key } = await makeKey(['profiles:create', 'profiles:read'], editor.as);
    expect(await list()).toMatchObject([{ id, holder: { id: editor.id, email: editor.email } }]);
    const draft = { name: 'By a key', defaultLocale: 'en', profileJson: profileJson() };
    await admin(only(key), 'post', '/profiles', draft).expect(201);
    await admin(only(key), 'delete', '/apikeys/1').expect(403);
    const entries = await app.knex('svc_audit').where({ user_id: editor.id });
    const found = entries.map(({ action, changes }) => [action, JSON.parse(changes).apiKeyId]);
    expect(found).toContainEqual(['auth:permissionRefused', id]);
    expect(found).toContainEqual(['profile:created', id]);
    const [created] = entries.filter(({ action }) => action === 'apikey:created');
    expect(JSON.parse(created.changes)).toMatchObject({ scopes: ['profiles:create', 'profiles:read'] });
  });
});

describe('a key shrinks with its holder', () => {
  let holder: TestUser;
  let key: Key & { id: string };
  beforeEach(async () => {
    holder = await createUser(app, { role: ['apikeys:create', 'stats:read', 'consents:read'] });
    key = await makeKey(['stats:read', 'consents:read'], holder.as);
    await admin(only(key), 'get', '/stats').expect(200);
  });
  const setRoles = async (name: string) => {
    const { body } = await app.call('get', `/users/${holder.id}`);
    await app.call('post', `/users/${holder.id}/roles`, { roleId: await roleId(app, name) }).expect(200);
    await app.call('delete', `/users/${holder.id}/roles/${body.roles[0].id}`).expect(200);
  };

  test('when the holder loses a permission, and grows back with it, but never beyond its scopes', async () => {
    await setRoles('auditor');
    expect((await admin(only(key), 'get', '/stats').expect(403)).body).toMatchObject(lacks('stats:read'));
    await admin(only(key), 'get', '/consents').expect(200);
    expect((await open(key, 'get', '/consent/nobody').expect(404)).body.code).toBe('consent_not_found');
    expect(await list()).toMatchObject([
      { scopes: ['stats:read', 'consents:read'], withheld: ['stats:read'] },
    ]);
    await admin(only(key), 'get', '/audit').expect(403);
    await setRoles('viewer');
    await admin(only(key), 'get', '/stats').expect(200);
    await admin(only(key), 'get', '/profiles').expect(403);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is locked out', () => app.call('put', `/users/${holder.id}`, { active: false }).expect(200)],
    ['is deleted', () => app.call('delete', `/users/${holder.id}`).expect(200)],
    ['loses the tenant', () => app.call('put', `/users/${holder.id}`, { allowedTenants: ['elsewhere'] })],
  ])('to nothing when the holder %s, also when somebody else reactivates it', async (_what, end) => {
    await createTenant(app, 'elsewhere');
    const { body: tenants } = await app.call('get', '/tenants');
    if (_what === 'loses the tenant')
      await app
        .call('put', `/users/${holder.id}`, {
          allowedTenants: [tenants.find(({ slug }: { slug: string }) => slug === 'elsewhere').id],
        })
        .expect(200);
    else await end();
    expect((await admin(only(key), 'get', '/stats').expect(403)).body.error).toContain('no access any more');
    expect((await open(key, 'get', '/consent/nobody').expect(403)).body).toMatchObject(
      lacks('consents:read'),
    );
    expect(await list()).toMatchObject([{ holder: null, withheld: ['stats:read', 'consents:read'] }]);

    const stranger = await createUser(app, { role: ['apikeys:create', 'stats:read'] });
    const refused = await admin(stranger.as, 'post', `/apikeys/${key.id}/reactivate`).expect(403);
    expect(refused.body.error).toContain('consents:read');
    await app.call('post', `/apikeys/${key.id}/reactivate`).expect(200);
    expect((await admin(only(key), 'get', '/stats').expect(403)).body.error).toContain('no access any more');
    expect(await list()).toMatchObject([{ holder: null, withheld: ['stats:read', 'consents:read'] }]);
  });

  test('and never acts for whoever reactivates it, since the holder knows its secret', async () => {
    await app.call('delete', `/apikeys/${key.id}`).expect(200);
    const { body } = await app.call('post', `/apikeys/${key.id}/reactivate`).expect(200);
    expect(body).toMatchObject({ status: 'active', holder: { id: holder.id } });
    await setRoles('auditor');
    await app.call('post', `/apikeys/${key.id}/reactivate`).expect(200);
    expect((await admin(only(key), 'get', '/stats').expect(403)).body).toMatchObject(lacks('stats:read'));
  });
});

test('a key of a person whom nobody but the service signs in never rests', async () => {
  const key = only(await makeKey(['stats:read']));
  expect((await list()).at(-1)).toMatchObject({ restsFrom: null });
  app.clock.advance(4000 * 86_400_000);
  await admin(key, 'get', '/stats').expect(200);
});

test('a key of one tenant opens no other, also when its holder may see all', async () => {
  const south = await createTenant(app, 'south');
  const key = only(await makeKey(['profiles:read', 'settings:read', 'consents:read', 'exports:read']));
  for (const naming of [south.header, south.host]) {
    const { status, body } = await admin(key, 'get', '/profiles').set(naming);
    expect([status, body.code]).toEqual([403, 'tenant_forbidden']);
  }
  const profile = await createActiveProfile(app, {}, south.id);
  await consentCalls(app)
    .submit({ visitorId: 'southerner', profileId: profile.id, consentJson: allGranted })
    .expect(200);
  // As if no tenant had it: ids of visitors can be numbers of customers.
  for (const [path, code] of [
    [`/profiles/${profile.id}`, 'profile_not_found'],
    ...['', '/history', '/evidence', '/receipt', '/notice'].map(
      (part) => [`/consents/southerner${part}`, 'consent_not_found'] as const,
    ),
  ] as const) {
    const { status, body } = await admin(key, 'get', path);
    expect([path, status, body.code]).toEqual([path, 404, code]);
  }
});

test('a revoked or expired key is 401, and a token counts more than a key', async () => {
  const { id, ...key } = await makeKey(['stats:read']);
  await app.call('get', '/users').set(only(key)).expect(200);
  await app.call('delete', `/apikeys/${id}`).expect(200);
  expect((await admin(only(key), 'get', '/stats').expect(401)).body.code).toBe('invalid_api_key');
  await app.call('get', '/users').set(only(key)).expect(200);
});

test('a header that is not one of our keys is left to the host', async () => {
  const answer = await admin({ 'X-API-Key': 'the host’s own key'.replace('’', '') }, 'get', '/stats');
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
});

describe('where a second person must approve', () => {
  test('keys act for their holder, so nobody asks or approves alone with them', async () => {
    const anna = await createUser(app, { role: 'admin' });
    await createUser(app, { role: 'editor' });
    await app.call('patch', '/settings', { approvalRequired: true }).expect(200);
    const scopes: KeyScope[] = ['profiles:read', 'profiles:update', 'profiles:activate'];
    const [first, second] = [only(await makeKey(scopes, anna.as)), only(await makeKey(scopes, anna.as))];
    const { id } = await createProfile(app);
    expect((await admin(first, 'post', `/profiles/${id}/activate`).expect(409)).body.code).toBe(
      'approval_required',
    );
    const asked = await admin(first, 'post', `/profiles/${id}/publication-request`).expect(403);
    expect(asked.body.code).toBe('forbidden');
    const { body } = await admin(anna.as, 'post', `/profiles/${id}/publication-request`).expect(201);
    expect(body).toMatchObject({ requestedBy: { id: anna.id }, own: true });
    for (const key of [first, second]) {
      const refused = await admin(key, 'post', `/publication-requests/${body.id}/approve`).expect(403);
      expect(refused.body).toMatchObject(lacks('profiles:approve'));
    }
    const own = await admin(anna.as, 'post', `/publication-requests/${body.id}/approve`).expect(403);
    expect(own.body.code).toBe('own_approval');
    const ofSuperadmin = only(await makeKey(scopes));
    const alone = await admin(ofSuperadmin, 'post', `/profiles/${id}/activate`, { withoutApproval: 'Mine' });
    expect([alone.status, alone.body.code]).toEqual([403, 'forbidden']);
    expect((await app.knex('svc_profiles').whereNotNull('active_group')).length).toBe(0);
  });
});

test('the permissions that no key can have are those that stay with people', () => {
  const kept = Object.keys(permissions).filter((id) => !(keyScopes as readonly string[]).includes(id));
  expect(new Set(kept.map((id) => id.split(':')[0]))).toEqual(
    new Set(['profiles', 'users', 'roles', 'apikeys', 'webhooks', 'settings', 'tenants', 'registrations']),
  );
});
