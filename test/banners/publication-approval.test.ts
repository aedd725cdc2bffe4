import type { ServiceEventName } from '#platform/kernel/events';
import { createUser, type SignedIn, type TestUser } from '../support/accounts';
import { createTestApp } from '../support/create-test-app';
import { importFile } from '../support/imports';
import { openAdminApp } from '../support/open-admin-app';
import { createProfile, profileJson } from '../support/profiles';
import { createTemplate } from '../support/templates';
import { createTenant, tenancy } from '../support/tenants';

/** A tenant that publishes only what a second person has approved. */
const app = openAdminApp({
  config: {
    tenancy,
    plugins: [
      {
        name: 'sends on',
        initialize() {},
        destroy() {},
        beforeProfileFetch: (id) => redirects.get(id),
        beforeConsentSave: (draft) => ({
          ...draft,
          profileId: redirects.get(draft.profileId) ?? draft.profileId,
        }),
      },
    ],
  },
});
const redirects = new Map<string, string>();

let anna: TestUser;
let ben: TestUser;
const seen: { name: string; version: number }[] = [];

beforeEach(async () => {
  seen.length = 0;
  redirects.clear();
  anna = await createUser(app, { role: 'editor' });
  ben = await createUser(app, { role: 'editor' });
  const names: ServiceEventName[] = [
    'profile.approvalRequested',
    'profile.approvalWithdrawn',
    'profile.approved',
    'profile.declined',
    'profile.activated',
  ];
  for (const name of names)
    app.service.events.on(
      name,
      (payload) => void seen.push({ name, version: (payload as { version: number }).version }),
    );
  await requireApproval(true).expect(200);
});

const call = (
  as: SignedIn,
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body?: object,
) => app.request[method](`${app.adminBase}${path}`).set(as).send(body);
const requireApproval = (approvalRequired: boolean, as: SignedIn = app.admin) =>
  call(as, 'patch', '/settings', { approvalRequired });
const ask = (as: SignedIn, id: string, body: object = {}) =>
  call(as, 'post', `/profiles/${id}/publication-request`, body);
const approve = (as: SignedIn, id: string) => call(as, 'post', `/publication-requests/${id}/approve`);
const pending = async (as: SignedIn = app.admin) =>
  (await call(as, 'get', '/publication-requests').expect(200)).body;
const heading = async () =>
  (await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`)).body.mainBanner?.heading;
const withHeading = (text: string) =>
  profileJson({ mainBanner: { ...profileJson().mainBanner, heading: text } });
const save = (as: SignedIn, id: string, text: string) =>
  call(as, 'put', `/profiles/${id}`, { profileJson: withHeading(text) }).expect(200);
const entries = (action: string) => app.knex('svc_audit').where({ action });
/** How requests ended on which nobody has decided. */
const endings = async () =>
  (await entries('profile:approvalWithdrawn').orderBy('id')).map(({ changes }) => {
    const { requireReconsent: _, ...facts } = JSON.parse(changes);
    return facts;
  });
/** The versions that events name, in their order. */
const versionsOf = (event: ServiceEventName) =>
  seen.filter(({ name }) => name === event).map(({ version }) => version);

/** A profile that Anna has saved and asks to publish. */
async function asked(note?: string) {
  const { id } = await createProfile(app);
  await save(anna.as, id, 'Reviewed');
  const { body } = await ask(anna.as, id, { requireReconsent: true, ...(note && { note }) }).expect(201);
  return { id, request: body as { id: string } };
}

test('publishes the version that a second person approves, with the decisions of the first', async () => {
  const { id, request } = await asked('New partner');
  expect(request).toMatchObject({
    profileId: id,
    version: 2,
    currentVersion: 2,
    requireReconsent: true,
    note: 'New partner',
    requestedBy: { id: anna.id, email: anna.email },
    savedBy: { id: anna.id },
    own: true,
  });
  expect(await heading()).toBeUndefined();
  expect(await pending(ben.as)).toMatchObject({ required: true, items: [{ id: request.id, own: false }] });

  const { body } = await approve(ben.as, request.id).expect(200);
  expect(body).toMatchObject({ id, isActive: true, publishedVersion: 2, replaced: null });
  expect(await heading()).toBe('Reviewed');
  expect((await pending()).items).toEqual([]);
  const publications = await app.call('get', '/publications').expect(200);
  expect(publications.body.items).toMatchObject([
    { version: 2, by: { id: ben.id }, note: 'New partner', requireReconsent: true },
  ]);
  const [activated] = await entries('profile:activated');
  expect([activated.user_id, JSON.parse(activated.changes)]).toMatchObject([
    ben.id,
    { requestedBy: anna.email, requireReconsent: true },
  ]);
  expect(seen.map(({ name }) => name)).toEqual([
    'profile.approvalRequested',
    'profile.approved',
    'profile.activated',
  ]);
});

describe('every other way to publish is 409 approval_required and changes nothing', () => {
  const refused = { code: 'approval_required' };
  const ways: [string, () => Promise<{ status: number; body: object }>][] = [
    [
      'activating',
      async () => call(app.admin, 'post', `/profiles/${(await createProfile(app)).id}/activate`),
    ],
    [
      'creating with isActive',
      async () =>
        call(app.admin, 'post', '/profiles', {
          name: 'Shop',
          defaultLocale: 'en',
          profileJson: profileJson({ isActive: true }),
        }),
    ],
    [
      'saving with isActive',
      async () =>
        call(app.admin, 'put', `/profiles/${(await createProfile(app)).id}`, {
          profileJson: profileJson({ isActive: true }),
        }),
    ],
    ['the setup', async () => call(app.admin, 'post', '/setup/seed-profiles', { groups: ['opt-in'] })],
    [
      'rolling back and publishing',
      async () => {
        const { id } = await createProfile(app);
        await save(anna.as, id, 'Changed');
        await call(app.admin, 'post', `/profiles/${id}/rollback`, { version: 1 }).expect(200);
        return call(app.admin, 'post', `/profiles/${id}/activate`);
      },
    ],
  ];
  test.each(ways)('%s', async (_name, publish) => {
    const { status, body } = await publish();
    expect([status, body]).toEqual([409, expect.objectContaining(refused)]);
    expect(await heading()).toBeUndefined();
    expect(await entries('profile:activated')).toEqual([]);
    expect((await app.knex('svc_profiles').whereNotNull('active_group')).length).toBe(0);
  });

  test('the starter texts of the command line', async () => {
    const texts = app.service.operations.starterTexts('default', {
      groups: ['opt-in'],
      locales: ['en'],
      publish: true,
    });
    await expect(texts).rejects.toMatchObject(refused);
    expect(await heading()).toBeUndefined();
  });

  test('a starter profile that is not published is created as always', async () => {
    await app.call('post', '/setup/seed-profiles', { groups: ['opt-in'], publish: false }).expect(200);
    expect(await heading()).toBeUndefined();
  });
});

describe('somebody who wants to publish alone', () => {
  test('cannot approve what they have asked for, or saved, whatever their role and name', async () => {
    const { request } = await asked();
    expect((await approve(anna.as, request.id).expect(403)).body.code).toBe('own_approval');
    await call(app.admin, 'put', `/users/${anna.id}`, { name: 'Somebody' }).expect(200);
    expect((await approve(anna.as, request.id)).body.code).toBe('own_approval');

    const { id } = await createProfile(app);
    await save(anna.as, id, 'Mine');
    const { body } = await ask(ben.as, id).expect(201);
    expect((await approve(anna.as, body.id)).body.code).toBe('own_approval');
    expect((await approve(ben.as, body.id)).body.code).toBe('own_approval');
    const root = await createUser(app, { role: 'superadmin' });
    await save(root.as, id, 'By a superadmin');
    const again = (await ask(root.as, id).expect(201)).body;
    expect((await approve(root.as, again.id)).body.code).toBe('own_approval');
    expect(await heading()).toBeUndefined();
  });

  describe('and whose text a colleague has saved again', () => {
    let carl: TestUser;
    let id: string;
    /** Makes a version live that Anna has saved and Ben approved. */
    beforeEach(async () => {
      carl = await createUser(app, { role: 'editor' });
      const first = await asked();
      id = first.id;
      await approve(ben.as, first.request.id).expect(200);
    });
    const askAs = async (as: SignedIn) => (await ask(as, id).expect(201)).body;
    const names = (people: readonly { email: string }[]) => people.map(({ email }) => email);

    test('cannot approve it, unless it was published since', async () => {
      await save(anna.as, id, 'By Anna');
      await call(ben.as, 'put', `/profiles/${id}`, { note: 'A comma' }).expect(200);
      const request = await askAs(ben.as);
      expect(request).toMatchObject({ version: 4, savedBy: { id: ben.id }, savedWithKey: false });
      expect(names(request.authors)).toEqual([ben.email, anna.email]);
      expect((await pending(anna.as)).items).toMatchObject([{ own: true }]);
      expect((await approve(anna.as, request.id).expect(403)).body.code).toBe('own_approval');
      expect(await heading()).toBe('Reviewed');
      expect((await pending(carl.as)).items).toMatchObject([{ own: false }]);
      await approve(carl.as, request.id).expect(200);
      expect(await heading()).toBe('By Anna');

      await call(ben.as, 'put', `/profiles/${id}`, { note: 'Another comma' }).expect(200);
      const next = await askAs(ben.as);
      expect(names(next.authors)).toEqual([ben.email]);
      await approve(anna.as, next.id).expect(200);
    });

    test('cannot approve it as an older version, unless that was published', async () => {
      await save(anna.as, id, 'By Anna');
      await save(carl.as, id, 'By Carl');
      await approve(ben.as, (await askAs(carl.as)).id).expect(200);
      const restore = (version: number) =>
        call(ben.as, 'post', `/profiles/${id}/rollback`, { version }).expect(200);
      await restore(3);
      const request = await askAs(ben.as);
      expect(names(request.authors)).toEqual([ben.email, anna.email]);
      expect((await approve(anna.as, request.id).expect(403)).body.code).toBe('own_approval');
      expect(await heading()).toBe('By Carl');
      await restore(2);
      const published = await askAs(ben.as);
      expect(names(published.authors)).toEqual([ben.email]);
      await approve(anna.as, published.id).expect(200);
      expect(await heading()).toBe('Reviewed');
    });

    test('cannot approve the look of a template that they have changed and a colleague has taken over', async () => {
      const template = await createTemplate(app, 'ui-templates');
      const linked = { profileJson: { ...withHeading('Linked'), uiTemplateId: template.id } };
      const saveLinked = async (as: SignedIn) =>
        (await call(as, 'put', `/profiles/${id}`, linked).expect(200)).body;
      await saveLinked(ben.as);
      const look = (as: SignedIn, overlayOpacity: number) =>
        call(as, 'put', `/ui-templates/${template.id}`, { mainBanner: { overlayOpacity } }).expect(200);
      await approve(app.admin, (await askAs(ben.as)).id).expect(403); // who made the template
      await approve(anna.as, (await pending()).items[0].id).expect(200);

      await look(anna.as, 0.9);
      await call(carl.as, 'put', `/ui-templates/${template.id}`, { name: 'Renamed' }).expect(200);
      const saved = await saveLinked(ben.as);
      expect(saved.warnings).toContainEqual(expect.objectContaining({ rule: 'profile/template-changed' }));
      const request = await askAs(ben.as);
      expect(names(request.authors)).toEqual([ben.email, anna.email]);
      expect((await approve(anna.as, request.id).expect(403)).body.code).toBe('own_approval');
      await approve(carl.as, request.id).expect(200);

      // The same look again: nothing is taken over.
      await look(anna.as, 0.1);
      await look(anna.as, 0.9);
      expect((await saveLinked(ben.as)).warnings).toEqual([]);
      expect(names((await askAs(ben.as)).authors)).toEqual([ben.email]);
    });

    test('is named by the request, and it says that a key has saved some of it', async () => {
      const key = await call(app.admin, 'post', '/apikeys', {
        name: 'Drafts',
        scopes: ['profiles:read', 'profiles:update'],
      }).expect(201);
      await app.request
        .put(`${app.adminBase}/profiles/${id}`)
        .set('X-API-Key', key.body.key)
        .send({ profileJson: withHeading('By a key') })
        .expect(200);
      await call(carl.as, 'put', `/profiles/${id}`, { note: 'A comma' }).expect(200);
      const request = await askAs(carl.as);
      expect(request).toMatchObject({ savedWithKey: true, savedBy: { id: carl.id } });
      expect(request.authors).toHaveLength(2);
      expect((await approve(app.admin, request.id).expect(403)).body.code).toBe('own_approval');
      await approve(anna.as, request.id).expect(200);
    });
  });

  test('needs the permission', async () => {
    const { request } = await asked();
    const publisher = await createUser(app, { role: ['profiles:read', 'profiles:activate'] });
    for (const [method, path, body] of [
      ['post', `/publication-requests/${request.id}/approve`, {}],
      ['post', `/publication-requests/${request.id}/decline`, { reason: 'No' }],
    ] as const)
      expect((await call(publisher.as, method, path, body)).body.code).toBe('forbidden');
    const reader = await createUser(app, { role: ['profiles:read', 'profiles:approve'] });
    expect((await ask(reader.as, (await createProfile(app)).id)).body.code).toBe('forbidden');
    expect((await call(reader.as, 'delete', `/publication-requests/${request.id}`)).body.code).toBe(
      'forbidden',
    );
  });

  test('cannot change the version after it was reviewed', async () => {
    const { id, request } = await asked();
    await save(anna.as, id, 'Not reviewed');
    const late = await approve(ben.as, request.id).expect(412);
    expect(late.body).toMatchObject({ code: 'version_conflict', version: 3 });
    expect((await pending()).items).toMatchObject([{ version: 2, currentVersion: 3 }]);
    expect(await heading()).toBeUndefined();
    const again = (await ask(anna.as, id).expect(201)).body;
    expect((await approve(ben.as, request.id).expect(404)).body.code).toBe('publication_request_not_found');
    await approve(ben.as, again.id).expect(200);
    expect(await heading()).toBe('Not reviewed');
  });

  test('cannot change the decision after it was reviewed', async () => {
    const { id } = await asked();
    expect((await ask(anna.as, id, { requireReconsent: false }).expect(409)).body.code).toBe(
      'approval_pending',
    );
    expect((await pending()).items).toMatchObject([{ requireReconsent: true }]);
  });

  test('cannot end the approval, unless as a superadmin', async () => {
    const manager = await createUser(app, { role: 'admin' });
    const refused = await requireApproval(false, manager.as).expect(403);
    expect(refused.body).toMatchObject({ code: 'forbidden', error: expect.stringContaining('superadmin') });
    await call(manager.as, 'patch', '/settings', { impressionSample: 10, approvalRequired: true }).expect(
      200,
    );
    await requireApproval(false).expect(200);
    const changes = (await entries('settings:updated')).map((entry) => JSON.parse(entry.changes));
    expect(changes).toContainEqual({ approvalRequired: { before: true, after: false } });
    const { id } = await createProfile(app);
    await call(anna.as, 'post', `/profiles/${id}/activate`).expect(200);
  });

  test('can publish in an emergency as a superadmin, with a reason that the audit log keeps', async () => {
    const { id } = await asked();
    const alone = { withoutApproval: 'Nobody is there, and the banner names a wrong company' };
    const refused = await call(anna.as, 'post', `/profiles/${id}/activate`, alone).expect(403);
    expect(refused.body.code).toBe('forbidden');
    const blank = await call(app.admin, 'post', `/profiles/${id}/activate`, { withoutApproval: ' ' });
    expect(blank.body.code).toBe('validation_failed');
    await call(app.admin, 'post', `/profiles/${id}/activate`, alone).expect(200);
    expect(await heading()).toBe('Reviewed');
    const [entry] = await entries('profile:activated');
    expect(JSON.parse(entry.changes)).toMatchObject(alone);
    expect((await pending()).items).toEqual([]);
    expect(await endings()).toEqual([{ version: 2, requestedBy: anna.email, reason: 'published' }]);
  });
});

test('two approvers at once publish once', async () => {
  const { request } = await asked();
  const carl = await createUser(app, { role: 'editor' });
  const answers = await Promise.all([approve(ben.as, request.id), approve(carl.as, request.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await entries('profile:approved')).length).toBe(1);
  expect((await entries('profile:activated')).length).toBe(1);
});

test('two who ask at once make one request', async () => {
  const { id } = await createProfile(app);
  const answers = await Promise.all([ask(anna.as, id), ask(ben.as, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await pending()).items.length).toBe(1);
});

test('a declined request publishes nothing, and the reason is in the log', async () => {
  const { id, request } = await asked();
  const decline = (reason?: string) =>
    call(ben.as, 'post', `/publication-requests/${request.id}/decline`, { reason });
  expect((await decline()).body.code).toBe('validation_failed');
  await save(anna.as, id, 'With a second partner');
  await decline('The second partner is missing').expect(200);
  expect(versionsOf('profile.declined')).toEqual([2]);
  expect((await decline('Again')).body.code).toBe('publication_request_not_found');
  expect((await approve(ben.as, request.id)).body.code).toBe('publication_request_not_found');
  expect(await heading()).toBeUndefined();
  const [entry] = await entries('profile:declined');
  expect([entry.user_id, JSON.parse(entry.changes)]).toMatchObject([
    ben.id,
    { version: 2, reason: 'The second partner is missing', requestedBy: anna.email },
  ]);
  await ask(anna.as, id).expect(201);
});

test('a request can be taken back, and ends with its profile', async () => {
  const { id, request } = await asked();
  await save(ben.as, id, 'Changed');
  await call(anna.as, 'delete', `/publication-requests/${request.id}`).expect(200);
  expect((await pending()).items).toEqual([]);
  await ask(anna.as, id).expect(201);
  await save(ben.as, id, 'Changed again');
  await ask(ben.as, id, { note: 'For the sale' }).expect(201);
  await save(ben.as, id, 'Not asked for');
  const prune = { kinds: ['profile'], publish: false, prune: true, force: true } as const;
  const plan = await app.service.operations.configuration.plan('default', [], prune);
  expect(await plan.push({ note: 'Tidied up' })).toMatchObject({ failed: [] });
  expect(await app.knex('svc_publication_requests')).toEqual([]);
  expect(await endings()).toEqual([
    { version: 2, requestedBy: anna.email },
    { version: 3, requestedBy: anna.email, reason: 'replaced' },
    { version: 4, requestedBy: ben.email, reason: 'deleted', note: 'For the sale' },
  ]);
  expect(versionsOf('profile.approvalWithdrawn')).toEqual([2, 3, 4]);
});

test('asking needs a group, and names the version that was seen', async () => {
  const { id } = await createProfile(app);
  const late = await ask(anna.as, id).set('If-Match', '"7"').expect(412);
  expect(late.body).toMatchObject({ code: 'version_conflict', version: 1 });
  expect((await ask(anna.as, 'unknown-1')).body.code).toBe('profile_not_found');
  const { complianceGroup: _group, ...withoutGroup } = profileJson();
  const { body } = await app
    .call('post', '/profiles', { name: 'No group', defaultLocale: 'en', profileJson: withoutGroup })
    .expect(201);
  expect((await ask(anna.as, body.id)).body.code).toBe('compliance_group_required');
});

test('a request waits while another version is published, such as by the end of an experiment', async () => {
  const { id, request } = await asked();
  await approve(ben.as, request.id).expect(200);
  await requireApproval(false).expect(200);
  const variants = [{ texts: { en: { mainBanner: { heading: 'A question' } } } }];
  await call(anna.as, 'post', `/profiles/${id}/experiments`, { variants }).expect(201);
  await save(anna.as, id, 'Waits');
  const { body: waiting } = await ask(anna.as, id).expect(201);
  await call(ben.as, 'post', `/profiles/${id}/experiments/3/end`).expect(200);
  expect((await pending()).items).toMatchObject([{ id: waiting.id, version: 4, currentVersion: 5 }]);
});

test('a profile can be taken offline without approval', async () => {
  const { id, request } = await asked();
  await approve(ben.as, request.id).expect(200);
  await call(anna.as, 'post', `/profiles/${id}/deactivate`).expect(200);
  expect(await heading()).toBeUndefined();
  expect((await call(anna.as, 'post', `/profiles/${id}/activate`)).body.code).toBe('approval_required');
});

test('a change of an active profile is saved, and visitors keep what was approved', async () => {
  const { id, request } = await asked();
  await approve(ben.as, request.id).expect(200);
  const { body } = await call(anna.as, 'get', `/profiles/${id}`).expect(200);
  await call(anna.as, 'put', `/profiles/${id}`, {
    profileJson: { ...body.profileJson, ...withHeading('Later'), isActive: true },
  }).expect(200);
  expect(await heading()).toBe('Reviewed');
});

test('a change of the origins of an active profile waits for approval', async () => {
  const { id, request } = await asked();
  await approve(ben.as, request.id).expect(200);
  const decide = async () => {
    const sent = app.request.post(`${app.publicBase}/consent`).set('Origin', 'https://shop.example');
    return (await sent.send({ profileId: id, consentJson: { analytics: 'denied' } })).status;
  };
  const other = { profileJson: { ...withHeading('Reviewed'), allowedOrigins: ['https://nowhere.example'] } };
  await call(anna.as, 'put', `/profiles/${id}`, other).expect(200);
  expect(await decide()).toBe(200);
  await approve(ben.as, (await ask(anna.as, id).expect(201)).body.id).expect(200);
  expect(await decide()).toBe(403);
});

test('visitors cannot read texts that nobody approved', async () => {
  const { id, request } = await asked();
  /** The headings that anyone can read: by id, by id and locale, and of the two latest versions. */
  const readable = async () => {
    const paths = [id, `${id}/en`, `default/${id}/2/en`, `default/${id}/3/en`];
    const answers = await Promise.all(
      paths.map((path) => app.request.get(`${app.publicBase}/profiles/${path}`)),
    );
    return answers.map(({ status, body }) => (status === 200 ? body.mainBanner.heading : status));
  };
  const decide = () =>
    app.request
      .post(`${app.publicBase}/consent`)
      .send({ profileId: id, consentJson: { analytics: 'denied' } });
  expect(await readable()).toEqual([404, 404, 404, 404]);
  expect((await decide().expect(400)).body.details).toMatchObject([{ path: 'profileId' }]);

  await approve(ben.as, request.id).expect(200);
  await save(anna.as, id, 'Not approved');
  expect(await readable()).toEqual(['Reviewed', 'Reviewed', 'Reviewed', 404]);
  await call(anna.as, 'post', `/profiles/${id}/deactivate`).expect(200);
  expect(await readable()).toEqual(['Reviewed', 'Reviewed', 'Reviewed', 404]);
  expect((await decide().expect(200)).body.profileVersion).toBe(2);

  await requireApproval(false).expect(200);
  expect(await readable()).toEqual(['Not approved', 'Not approved', 'Reviewed', 'Not approved']);
});

test('another process that knew no such rule follows it', async () => {
  await requireApproval(false).expect(200);
  const second = await createTestApp({ knex: app.knex, clock: app.clock, config: { tenancy } });
  const version = async (number: number) =>
    (await second.request.get(`${second.publicBase}/profiles/default/${id}/${number}/en`)).status;
  const { id } = await createProfile(app);
  await save(anna.as, id, 'Second');
  expect(await version(1)).toBe(200);
  await requireApproval(true).expect(200);
  // As far as this process can be behind: half a second for what it has not read, a minute and a half for what it has.
  app.clock.advance(500);
  expect(await version(2)).toBe(404);
  app.clock.advance(90_000);
  expect(await version(1)).toBe(404);
  await second.close();
});

test('visitors can neither read nor accept texts that nobody approved where a plugin names these', async () => {
  const { id, request } = await asked();
  await approve(ben.as, request.id).expect(200);
  const auto = () => app.request.get(`${app.publicBase}/profiles/auto/en`);
  expect((await auto().expect(200)).body.id).toBe(id);
  redirects.set(id, (await createProfile(app)).id);
  for (const answer of [await auto(), await app.request.get(`${app.publicBase}/profiles/${id}`)])
    expect([answer.status, answer.body.code]).toEqual([404, 'profile_not_found']);
  const decision = { profileId: id, consentJson: { analytics: 'denied' } };
  const { body } = await app.request.post(`${app.publicBase}/consent`).send(decision).expect(200);
  expect(body.profileId).toBe(id);
});

describe('the setting', () => {
  test('cannot be switched on where nobody else could approve', async () => {
    await requireApproval(false).expect(200);
    for (const { id } of [anna, ben]) await app.call('delete', `/users/${id}`).expect(200);
    expect((await requireApproval(true).expect(409)).body.code).toBe('approver_missing');
    const elsewhere = await createTenant(app, 'elsewhere');
    await createUser(app, { role: 'editor', allowedTenants: [elsewhere.id] });
    expect((await requireApproval(true).expect(409)).body.code).toBe('approver_missing');
    await createUser(app, { role: 'editor', allowedTenants: ['default'] });
    await requireApproval(true).expect(200);
  });

  test('belongs to one tenant, and so do requests', async () => {
    const { id, request } = await asked();
    const south = await createTenant(app, 'south');
    const list = await app.call('get', '/publication-requests').set(south.header).expect(200);
    expect(list.body).toEqual({ required: false, items: [] });
    for (const answer of [
      await app.call('post', `/publication-requests/${request.id}/approve`).set(south.header),
      await app
        .call('post', `/publication-requests/${request.id}/decline`, { reason: 'No' })
        .set(south.header),
      await app.call('delete', `/publication-requests/${request.id}`).set(south.header),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'publication_request_not_found']);
    const foreign = await app.call('post', `/profiles/${id}/publication-request`).set(south.header);
    expect(foreign.body.code).toBe('profile_not_found');
    const { body } = await app
      .call('post', '/profiles', { name: 'South', defaultLocale: 'en', profileJson: profileJson() })
      .set(south.header)
      .expect(201);
    await app.call('post', `/profiles/${body.id}/activate`).set(south.header).expect(200);
    expect((await pending()).items.length).toBe(1);
  });

  test('where it is off, a second person can be asked all the same', async () => {
    await requireApproval(false).expect(200);
    const { request } = await asked();
    expect(await pending()).toMatchObject({ required: false, items: [{ id: request.id }] });
    await approve(ben.as, request.id).expect(200);
    expect(await heading()).toBe('Reviewed');
    const { id } = await createProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out' }) });
    await call(anna.as, 'post', `/profiles/${id}/activate`).expect(200);
  });
});

test('imported decisions name no version that was never published, as receipts show its texts', async () => {
  const { id, request } = await asked();
  const file = 'visitor,decided,analytics,ads,country\nclara,2026-01-01T10:00:00Z,true,false,DE';
  const load = (profileVersion?: number) =>
    importFile(app, id, file, { ...(profileVersion !== undefined && { profileVersion }) });
  await expect(load()).rejects.toThrow('was never published');
  await approve(ben.as, request.id).expect(200);
  // The first version was only a draft.
  await expect(load(1)).rejects.toThrow('Version 1 was never published, and this tenant requires approval');
  expect(await app.knex('svc_consents').where({ visitor_id: 'clara' })).toEqual([]);
  expect((await load()).counts).toMatchObject({ written: 1 });
  await requireApproval(false).expect(200);
  expect((await load(1)).counts).toMatchObject({ read: 1, refused: 0 });
});
