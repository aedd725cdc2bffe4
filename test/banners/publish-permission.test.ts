import type { ConsentPlugin } from 'express-consent';
import { createUser, type SignedIn } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createTemplate } from '../support/templates';

let app: TestApp;
let author: { readonly id: string; readonly as: SignedIn };

let duringSave: (() => Promise<void>) | null = null;

const plugin: ConsentPlugin = {
  name: 'meanwhile',
  initialize() {},
  destroy() {},
  async beforeProfileSave() {
    await duringSave?.();
    return undefined;
  },
};

beforeEach(async () => {
  duringSave = null;
  app = await createTestApp({ config: { plugins: [plugin] } });
  author = await createUser(app, { role: ['profiles:read', 'profiles:create', 'profiles:update'] });
});
afterEach(() => app.close());

const call = (method: 'get' | 'post' | 'put', path: string, as: SignedIn, body?: object) =>
  app.request[method](`${app.adminBase}${path}`).set(as).send(body);
const served = async () => (await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`)).status;
const active = profileJson({ isActive: true });
const newProfile = { name: 'Shop', defaultLocale: 'en', profileJson: active };
const refusal = { code: 'forbidden', error: expect.stringContaining('profiles:activate') };

/** Rows, snapshots and published files as callers see them. */
const state = async () => [
  (await call('get', '/profiles', author.as).expect(200)).body,
  await app.knex('svc_audit').where('action', 'like', 'profile:%'),
  await served(),
];

test('whoever may write profiles but not activate them cannot create one that is published', async () => {
  const before = await state();
  expect((await call('post', '/profiles', author.as, newProfile).expect(403)).body).toMatchObject(refusal);
  expect(await state()).toEqual(before);
  const inactive = { ...newProfile, profileJson: profileJson({ isActive: false }) };
  expect((await call('post', '/profiles', author.as, inactive).expect(201)).body.isActive).toBe(false);
});

test('nor publish one by a change of it, and nothing of the change is saved', async () => {
  const { id } = await createProfile(app);
  const before = await state();
  expect(
    (await call('put', `/profiles/${id}`, author.as, { name: 'Mine', profileJson: active }).expect(403)).body,
  ).toMatchObject(refusal);
  expect(await state()).toEqual(before);
  await call('put', `/profiles/${id}`, author.as, { name: 'Mine', profileJson: profileJson() }).expect(200);
  expect(await served()).toBe(404);
});

test('nor ask for it where another profile of the group is active', async () => {
  await createActiveProfile(app);
  const { id } = await createProfile(app);
  const before = await state();
  await call('post', '/profiles', author.as, newProfile).expect(403);
  await call('put', `/profiles/${id}`, author.as, { profileJson: active }).expect(403);
  expect(await state()).toEqual(before);
});

test('but may change a profile that is active, also when isActive is sent back as it was read', async () => {
  const { id } = await createActiveProfile(app);
  const { body } = await call('get', `/profiles/${id}`, author.as).expect(200);
  expect(body.profileJson.isActive).toBe(true);
  const saved = await call('put', `/profiles/${id}`, author.as, { profileJson: body.profileJson }).expect(
    200,
  );
  expect(saved.body.profile).toMatchObject({ version: 2, publishedVersion: 1, isActive: true });
});

test('their save does not publish a profile again that is withdrawn meanwhile', async () => {
  const { id } = await createActiveProfile(app);
  const admin = await app.asAdmin();
  duringSave = async () => void (await call('post', `/profiles/${id}/deactivate`, admin).expect(200));
  const { body } = await call('put', `/profiles/${id}`, author.as, { profileJson: active }).expect(200);
  expect(body.profile).toMatchObject({ version: 2, isActive: false });
  expect(await served()).toBe(404);
});

test('a copy, a draft from a template, a rollback and an import of translations publish nothing', async () => {
  const { id } = await createActiveProfile(app);
  const admin = await app.asAdmin();
  const { text: csv } = await call('get', `/export/translations/${id}`, admin).expect(200);
  await call('post', `/profiles/${id}/deactivate`, admin).expect(200);
  const template = await createTemplate(app, 'consent-templates');
  const fromTemplate = {
    consentTemplateId: template.id,
    name: 'Drafted',
    defaultLocale: 'en',
    complianceGroup: 'opt-in',
  };
  const asking = { isActive: true, profileJson: { isActive: true } };
  await call('post', `/profiles/${id}/copy`, author.as, asking).expect(201);
  await call('post', '/profiles/from-template', author.as, { ...fromTemplate, ...asking }).expect(201);
  await call('post', `/profiles/${id}/rollback`, author.as, { version: 1, ...asking }).expect(200);
  await app.request
    .post(`${app.adminBase}/profiles/${id}/import-translations`)
    .set(author.as)
    .set('Content-Type', 'text/csv')
    .send(csv)
    .expect(200);
  const { body } = await call('get', '/profiles', author.as).expect(200);
  expect(body.map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([false, false, false]);
  expect(await served()).toBe(404);
});

test('the refusal is in the audit log like every other', async () => {
  await call('post', '/profiles', author.as, newProfile).expect(403);
  const entries = await app.knex('svc_audit').where({ action: 'auth:permissionRefused' });
  expect(entries).toEqual([
    expect.objectContaining({
      resource_id: 'createProfile',
      user_id: author.id,
      changes: JSON.stringify({ code: 'forbidden' }),
    }),
  ]);
});

test('with the permission both ways of saving publish', async () => {
  const editor = await createUser(app, { role: ['profiles:create', 'profiles:update', 'profiles:activate'] });
  const { id } = await createProfile(app);
  await call('put', `/profiles/${id}`, editor.as, { profileJson: active }).expect(200);
  expect(await served()).toBe(200);
  const other = { ...newProfile, profileJson: profileJson({ complianceGroup: 'opt-out', isActive: true }) };
  expect((await call('post', '/profiles', editor.as, other)).body.isActive).toBe(true);
});
