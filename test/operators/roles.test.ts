import { builtInRoles, permissions } from '#platform/kernel/permissions';
import { createRole, createUser, roleId } from '../support/accounts';
import { createTestApp } from '../support/create-test-app';
import { openAdminApp } from '../support/open-admin-app';

const app = openAdminApp({ config: { rateLimit: false } }, 'all tests');

const get = (path = '') => app.call('get', `/roles${path}`);
const post = (path: string, body: object) => app.call('post', `/roles${path}`, body);
const put = (id: string, body: object) => app.call('put', `/roles/${id}`, body);
const remove = (path: string) => app.call('delete', `/roles${path}`);
const audited = async (id: string) =>
  (await app.knex('svc_audit').where({ resource_id: id, resource_type: 'role' }).orderBy('sequence')).map(
    ({ action, changes }) => [action, JSON.parse(changes)],
  );

test('the built-in roles are listed with their permissions', async () => {
  const { body } = await get().expect(200);
  expect(body.slice(0, 5)).toEqual(
    Object.entries(builtInRoles).map(([name, role]) => ({
      id: expect.any(String),
      name,
      description: role.description,
      builtIn: true,
      permissions: [...role.permissions].sort(),
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })),
  );
});

test('every permission is listed with what it allows, and so are those of a role', async () => {
  const { body } = await app.call('get', '/permissions').expect(200);
  expect(body).toEqual(Object.entries(permissions).map(([id, description]) => ({ id, description })));
  const auditor = (await get(`/${await roleId(app, 'auditor')}/permissions`).expect(200)).body;
  expect(auditor).toContainEqual({ id: 'audit:read', description: permissions['audit:read'] });
  expect(auditor).toHaveLength(builtInRoles.auditor.permissions.length);
});

test('a role is made, described, renamed and removed, and each step is audited', async () => {
  const { body } = await post('', { name: 'Legal', description: 'Reads what counts' }).expect(201);
  const { id } = body;
  const now = new Date(app.clock.now()).toISOString();
  expect(body).toEqual({
    id: expect.any(String),
    name: 'Legal',
    description: 'Reads what counts',
    builtIn: false,
    permissions: [],
    createdAt: now,
    updatedAt: now,
  });
  app.clock.advance(1000);
  const renamed = await put(id, { name: 'Counsel' }).expect(200);
  expect(renamed.body).toEqual({
    ...body,
    name: 'Counsel',
    updatedAt: new Date(app.clock.now()).toISOString(),
  });
  expect((await put(id, {}).expect(200)).body).toEqual(renamed.body);
  expect((await put(id, { description: '' }).expect(200)).body.description).toBeNull();
  expect((await remove(`/${id}`).expect(200)).body).toEqual({ deleted: true, id });
  await put(id, { name: 'Again' }).expect(404);
  expect(await audited(id)).toEqual([
    ['role:created', { name: 'Legal', description: 'Reads what counts' }],
    ['role:updated', { name: { before: 'Legal', after: 'Counsel' } }],
    ['role:updated', { description: { before: 'Reads what counts', after: null } }],
    ['role:deleted', { name: 'Counsel', permissions: [] }],
  ]);
});

test('a change can name the state that it was made for, and fails when somebody was faster', async () => {
  const { id } = await createRole(app);
  const read = await get(`/${id}`).expect(200);
  expect((await get().expect(200)).body).toContainEqual(read.body);
  const etag = read.headers.etag ?? '';
  const saved = await put(id, { description: 'first' }).set('If-Match', etag).expect(200);
  const late = await put(id, { description: 'second' }).set('If-Match', etag).expect(412);
  expect([late.body.code, late.headers.etag]).toEqual(['version_conflict', saved.headers.etag]);
  expect((await get(`/${id}`)).headers.etag).toBe(saved.headers.etag);
  await post(`/${id}/permissions`, { permissionId: 'audit:read' }).expect(200);
  await put(id, { name: 'Late' })
    .set('If-Match', saved.headers.etag ?? '')
    .expect(412);
  await put(id, { name: 'Without' }).expect(200);
  await get('/unknown').expect(404);
});

test('adding or removing a permission applies to the role’s users from the next request', async () => {
  const { id } = await createRole(app);
  const user = await createUser(app, { role: [] });
  await app.call('post', `/users/${user.id}/roles`, { roleId: id }).expect(200);
  const read = () => app.request.get(`${app.adminBase}/settings`).set(user.as);
  await read().expect(403);
  const give = () => post(`/${id}/permissions`, { permissionId: 'settings:read' });
  expect((await give().expect(200)).body.permissions).toEqual(['settings:read']);
  await give().expect(200);
  await read().expect(200);
  expect((await get(`/${id}/permissions`).expect(200)).body).toEqual([
    { id: 'settings:read', description: permissions['settings:read'] },
  ]);
  expect((await remove(`/${id}/permissions/settings:read`).expect(200)).body).toEqual({
    deleted: true,
    id: 'settings:read',
  });
  await read().expect(403);
  expect((await remove(`/${id}/permissions/settings:read`).expect(404)).body.code).toBe(
    'permission_not_found',
  );
  expect((await audited(id)).slice(1).map(([action]) => action)).toEqual([
    'role:permissionAssigned',
    'role:permissionRevoked',
  ]);
});

test('names are unique', async () => {
  const { id } = await createRole(app);
  expect((await post('', { name: 'viewer' }).expect(409)).body).toEqual({
    error: 'Another role has this name.',
    code: 'already_exists',
    details: [{ path: 'name', message: 'Another role has this name.', rule: 'taken' }],
  });
  expect((await put(id, { name: 'admin' }).expect(409)).body.code).toBe('already_exists');
});

test('invalid names, descriptions and permissions are refused', async () => {
  const { id } = await createRole(app);
  for (const wrong of [
    {},
    { name: '' },
    { name: ' x' },
    { name: 'a\nb' },
    { name: 'x'.repeat(101) },
    { name: 'x', description: 'x'.repeat(501) },
  ]) {
    expect((await post('', wrong).expect(400)).body.code).toBe('validation_failed');
  }
  await put(id, { name: ' ' }).expect(400);
  for (const permissionId of ['users:fly', 'toString', '', undefined, 7]) {
    expect((await post(`/${id}/permissions`, { permissionId }).expect(400)).body.details[0].path).toBe(
      'permissionId',
    );
  }
});

test('built-in roles are fixed', async () => {
  for (const name of Object.keys(builtInRoles)) {
    const id = await roleId(app, name);
    for (const answer of [
      await put(id, { name: 'Renamed' }),
      await remove(`/${id}`),
      await post(`/${id}/permissions`, { permissionId: 'audit:read' }),
      await remove(`/${id}/permissions/consents:read`),
    ]) {
      expect([name, answer.status, answer.body.code]).toEqual([name, 422, 'role_built_in']);
    }
  }
});

test('a role in use is not removed', async () => {
  const user = await createUser(app, { role: [], signIn: false });
  const { body } = await app.call('get', `/users/${user.id}`);
  const [{ id }] = body.roles;
  expect((await remove(`/${id}`).expect(422)).body.code).toBe('role_in_use');
  await app.call('delete', `/users/${user.id}/roles/${id}`).expect(200);
  await remove(`/${id}`).expect(200);
});

test('an unknown role is 404, before the body is validated', async () => {
  for (const answer of [
    await put('unknown', { name: 5 }),
    await remove('/unknown'),
    await get('/unknown/permissions'),
    await post('/unknown/permissions', {}),
    await remove('/unknown/permissions/audit:read'),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'role_not_found']);
  }
});

test('a permission of a newer version is kept but not shown', async () => {
  const { id } = await createRole(app, ['audit:read']);
  await app.knex('svc_role_permissions').insert({ role_id: id, permission_id: 'future:fly' });
  // The superadmin's role of that version holds it too.
  await app
    .knex('svc_role_permissions')
    .insert({ role_id: await roleId(app, 'superadmin'), permission_id: 'future:fly' });
  expect((await put(id, { description: 'kept' }).expect(200)).body.permissions).toEqual(['audit:read']);
  expect((await get(`/${id}/permissions`)).body.map((permission: { id: string }) => permission.id)).toEqual([
    'audit:read',
  ]);
  expect(await app.knex('svc_role_permissions').where({ role_id: id })).toHaveLength(2);
  // A process of this version that starts beside it leaves it there.
  const beside = await createTestApp({ knex: app.knex, clock: app.clock });
  await beside.service.start();
  await beside.close();
  const held = await app.knex('svc_role_permissions').where({ permission_id: 'future:fly' });
  expect(held).toHaveLength(2);
});

describe('names that deceive', () => {
  test.each([
    'Superadmin',
    'ADMIN',
    'süperadmin',
    'ad\u0301min',
    'Éditor',
    'ｖｉｅｗｅｒ',
    'audi\u{e0100}tor',
  ])('a role cannot look like a built-in one: %j', async (name) => {
    const { body: role } = await post('', { name: `Role for ${encodeURIComponent(name)}` }).expect(201);
    for (const answer of [await post('', { name }), await put(role.id, { name })]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'already_exists']);
      expect(answer.body.error).toMatch(/^This name looks like that of the built-in role [a-z]+\.$/);
    }
    expect((await get(`/${role.id}/permissions`).expect(200)).body).toEqual([]);
  });

  test('one that only begins like it can be created', async () => {
    for (const name of ['Super admin', 'Admins', 'Éditeur']) await post('', { name }).expect(201);
  });

  const invisible = [
    '\u200b',
    '\u200e',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\n',
    '\u0000',
    '\u200d',
  ];
  const routes: [path: string, fields: object][] = [
    ['/roles', {}],
    ['/apikeys', {}],
    ['/users', { email: 'hidden@shop.example', password: 'a password that nobody guesses' }],
    ['/webhooks', { url: 'https://hooks.example.com/', events: ['consent.created'] }],
  ];
  test.each(routes)('%s: nothing has a name with characters that nobody sees', async (path, fields) => {
    for (const character of invisible) {
      const answer = await app.call('post', path, { ...fields, name: `Anna${character}` });
      expect([character, answer.status, answer.body.code]).toEqual([character, 400, 'validation_failed']);
    }
  });

  test('joiners stay where words and emoji need them', async () => {
    for (const name of ['می\u200cخواهم', 'श्री\u200dमान', 'Team 👩\u200d💻', 'Zoë Œuvre', 'الدعم'])
      await app.call('post', '/apikeys', { name }).expect(201);
  });
});
