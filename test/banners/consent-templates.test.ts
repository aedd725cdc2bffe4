import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { consentTemplate, createTemplate, insertForeignTemplate } from '../support/templates';

const app = openAdminApp();

const unknownId = '01890000-0000-7000-8000-000000000000';
const send = (method: 'get' | 'post' | 'put' | 'delete', path = '', body?: object) =>
  app.call(method, `/consent-templates${path}`, body);
const audited = async () =>
  (await app.knex('svc_audit').where({ resource_type: 'consentTemplate' }).orderBy('sequence')).map(
    (entry) => [entry.action, JSON.parse(entry.changes)],
  );
const without = (id: string) => {
  const { cookies, categories } = consentTemplate();
  const { [id]: _gone, ...rest } = cookies ?? {};
  const kept = Object.entries(categories ?? {}).map(([key, category]) => [
    key,
    { ...category, cookies: category.cookies?.filter((cookie) => cookie !== id) },
  ]);
  return { cookies: rest, categories: Object.fromEntries(kept) };
};

/** The audit entries about the test's template. */
const held = { cookies: ['session', 'ga', 'pixel'], categories: ['necessary', 'analytics', 'marketing'] };

describe('templates', () => {
  test('start blank, or with what is sent', async () => {
    const blank = await send('post', '', { name: ' Blank ' }).expect(201);
    expect(blank.body).toMatchObject({ name: 'Blank', tenantId: 'default', cookies: {}, categories: {} });
    const full = await send('post', '', consentTemplate()).expect(201);
    expect(full.body).toMatchObject(consentTemplate());
    expect(full.body.createdAt).toMatch(/^\d{4}-.*Z$/);
    expect((await send('get', `/${full.body.id}`).expect(200)).body).toEqual(full.body);
    expect((await send('get').expect(200)).body).toEqual([blank.body, full.body]);
    expect(await audited()).toEqual([
      ['consentTemplate:created', { name: 'Blank', cookies: [], categories: [] }],
      ['consentTemplate:created', { name: 'Shop cookies', ...held }],
    ]);
  });

  test('are copied under another name', async () => {
    const original = (await send('post', '', consentTemplate())).body;
    const copy = (await send('post', `/${original.id}/copy`).expect(201)).body;
    expect(copy).toMatchObject({
      name: 'Copy of Shop cookies',
      cookies: original.cookies,
      categories: original.categories,
    });
    expect(copy.id).not.toBe(original.id);
    expect((await send('post', `/${original.id}/copy`, { name: 'Second shop' }).expect(201)).body.name).toBe(
      'Second shop',
    );
    expect((await audited())[1]).toEqual([
      'consentTemplate:copied',
      { name: 'Copy of Shop cookies', ...held, copiedFrom: original.id },
    ]);
  });

  test('change only in the fields that are sent, and the audit log lists the changed entries', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    app.clock.advance(1000);
    const renamed = (await send('put', `/${id}`, { name: 'Renamed' }).expect(200)).body;
    expect(renamed).toMatchObject({ ...consentTemplate(), name: 'Renamed' });
    expect(renamed.updatedAt > renamed.createdAt).toBe(true);
    const cookies = { ...consentTemplate().cookies, ga: { purpose: 'analytics', listenGpc: false } };
    const changed = (await send('put', `/${id}`, { cookies }).expect(200)).body;
    expect(changed.cookies.ga).toEqual({ purpose: 'analytics', listenGpc: false });
    expect((await audited()).slice(1)).toEqual([
      ['consentTemplate:updated', { name: { before: 'Shop cookies', after: 'Renamed' } }],
      [
        'consentTemplate:updated',
        { 'cookies.ga': { before: consentTemplate().cookies?.ga, after: cookies.ga } },
      ],
    ]);
  });

  test('lose a parameter from their categories with it, when only cookies are sent', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const { cookies, categories } = without('pixel');
    expect((await send('put', `/${id}`, { cookies }).expect(200)).body).toMatchObject({
      cookies,
      categories,
    });
  });

  test('do not store unknown fields', async () => {
    const { cookies, categories } = consentTemplate();
    const odd = {
      name: 'Odd',
      extra: 1,
      cookies: { ...cookies, ga: { purpose: 'analytics', listenGpc: true, colour: 'red' } },
      categories,
    };
    const { body } = await send('post', '', odd).expect(201);
    expect(body).not.toHaveProperty('extra');
    expect(body.cookies.ga).toEqual({ purpose: 'analytics', listenGpc: true });
  });

  test('of another tenant are unknown', async () => {
    const id = await insertForeignTemplate(app, 'consent-templates');
    expect((await send('get')).body).toEqual([]);
    for (const [method, path] of [
      ['get', ''],
      ['put', ''],
      ['delete', ''],
      ['post', '/copy'],
      ['get', '/profile-usage'],
    ] as const) {
      expect((await send(method, `/${id}${path}`, { name: 'x' }).expect(404)).body.code).toBe(
        'consent_template_not_found',
      );
    }
    expect((await send('put', `/${unknownId}`, { name: 5 }).expect(404)).body.code).toBe(
      'consent_template_not_found',
    );
    expect(await app.knex('svc_consent_templates').where({ id, tenant_id: 'another' })).toHaveLength(1);
  });
});

describe('the rules', () => {
  const faults = async (body: object) => {
    const response = await send('post', '', { name: 'Faulty', ...body }).expect(400);
    expect(response.body.code).toBe('validation_failed');
    return response.body.details.map(({ path }: { path: string }) => path).sort();
  };
  const parameter = { purpose: 'analytics', listenGpc: true };

  test('want a purpose and a boolean listenGpc of every parameter', async () => {
    const cookies = {
      a: { listenGpc: true },
      b: { purpose: 'analytics' },
      c: { purpose: 'nonsense', listenGpc: 'yes' },
    };
    expect(await faults({ cookies, categories: { x: { cookies: ['a', 'b', 'c'] } } })).toEqual([
      'cookies.a.purpose',
      'cookies.b.listenGpc',
      'cookies.c.listenGpc',
      'cookies.c.purpose',
    ]);
  });

  test('accept one cpraCategory or a list, and return it as it was sent', async () => {
    const category = (cpraCategory: unknown) => ({
      cookies: { a: { ...parameter, cpraCategory } },
      categories: { x: { cookies: ['a'] } },
    });
    for (const value of [
      'selling',
      'none',
      ['selling', 'sharing'],
      ['sensitive', 'selling', 'sharing'],
      ['none'],
    ]) {
      const { body } = await send('post', '', { name: JSON.stringify(value), ...category(value) }).expect(
        201,
      );
      expect(body.cookies.a.cpraCategory).toEqual(value);
    }
    for (const value of [
      'other',
      [],
      ['selling', 'selling'],
      ['selling', 'none'],
      ['none', 'none'],
      7,
      { selling: true },
    ]) {
      expect(
        (await faults(category(value))).every((path: string) => path.startsWith('cookies.a.cpraCategory')),
      ).toBe(true);
    }
  });

  test('allow a legal basis only on categories', async () => {
    expect(
      await faults({
        cookies: { a: { ...parameter, legalBasis: 'consent' } },
        categories: { x: { legalBasis: 'consent', cookies: ['a'] } },
      }),
    ).toEqual(['cookies.a.legalBasis']);
  });

  test('want every parameter in exactly one category, once', async () => {
    const cookies = { none: parameter, two: parameter, doubled: parameter, fine: parameter };
    const categories = { x: { cookies: ['two', 'doubled', 'doubled', 'fine'] }, y: { cookies: ['two'] } };
    expect(await faults({ cookies, categories })).toEqual(['cookies.doubled', 'cookies.none', 'cookies.two']);
  });

  test('want categories to list parameters that are there', async () => {
    expect(
      await faults({ cookies: { a: parameter }, categories: { x: { cookies: ['a', 'ghost', 'toString'] } } }),
    ).toEqual(['categories.x.cookies[1]', 'categories.x.cookies[2]']);
  });

  test('hold for what a change would make of the template', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const added = { cookies: { ...consentTemplate().cookies, fresh: parameter } };
    expect((await send('put', `/${id}`, added).expect(400)).body.details[0].path).toBe('cookies.fresh');
    expect((await send('put', `/${id}`, { categories: {} }).expect(400)).body.details).toHaveLength(3);
    expect((await send('get', `/${id}`)).body).toMatchObject(consentTemplate());
  });
});

describe('profiles that use a template', () => {
  const linked = (id: string, overrides: object = {}) => ({
    profileJson: profileJson({ consentTemplateId: id, ...overrides }),
    localeContent: {},
  });

  test('are listed with it, and it by its name with them', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const draft = await createProfile(app, { name: 'Draft', ...linked(id) });
    const active = await createActiveProfile(app, { name: 'Active', ...linked(id) });
    await createProfile(app, { name: 'Other' });
    expect((await send('get', `/${id}/profile-usage`).expect(200)).body).toEqual([
      { id: draft.id, name: 'Draft', complianceGroup: 'opt-in', isActive: false },
      { id: active.id, name: 'Active', complianceGroup: 'opt-in', isActive: true },
    ]);
    const summaries = (await app.call('get', '/profiles?summary=1')).body;
    expect(
      summaries.map(({ consentTemplateName }: { consentTemplateName: string }) => consentTemplateName),
    ).toEqual(['Shop cookies', 'Shop cookies', null]);
  });

  test('must name a template that is there, in their own tenant', async () => {
    const foreign = await insertForeignTemplate(app, 'consent-templates');
    for (const consentTemplateId of [foreign, unknownId]) {
      const body = { name: 'x', defaultLocale: 'en', profileJson: profileJson({ consentTemplateId }) };
      const response = await app.call('post', '/profiles', body).expect(400);
      expect(response.body).toMatchObject({
        code: 'validation_failed',
        details: [{ path: 'profileJson.consentTemplateId' }],
      });
    }
  });

  test('keep it from being deleted while they are active', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const active = await createActiveProfile(app, { name: 'Active', ...linked(id) });
    await createProfile(app, { name: 'Draft', ...linked(id) });
    const refused = await send('delete', `/${id}`).expect(422);
    expect(refused.body).toEqual({
      error: expect.stringMatching(/\.$/),
      code: 'template_in_use',
      activeProfiles: [{ id: active.id, name: 'Active', complianceGroup: 'opt-in' }],
    });
    expect((await send('get', `/${id}/profile-usage`)).body).toHaveLength(2);
    await app.call('post', `/profiles/${active.id}/deactivate`).expect(200);
    expect((await send('delete', `/${id}`).expect(200)).body).toEqual({ deleted: true, id });
    await send('get', `/${id}`).expect(404);
    expect((await audited()).at(-1)).toEqual(['consentTemplate:deleted', { name: 'Shop cookies', ...held }]);
  });

  test('keep it as long as visitors get a version that names it', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const active = await createActiveProfile(app, { name: 'Active', ...linked(id) });
    const url = `${app.adminBase}/profiles/${active.id}`;
    await app.request.put(url).set(app.admin).send({ profileJson: profileJson() }).expect(200);
    const usage = { id: active.id, name: 'Active', complianceGroup: 'opt-in' };
    expect((await send('delete', `/${id}`).expect(422)).body).toMatchObject({
      code: 'template_in_use',
      activeProfiles: [usage],
    });
    expect((await send('get', `/${id}/profile-usage`)).body).toEqual([{ ...usage, isActive: true }]);
    expect((await send('put', `/${id}`, without('session')).expect(422)).body).toMatchObject({
      blockingProfiles: [usage],
      removedCookieIds: ['session'],
    });
    await app.request.post(`${url}/activate`).set(app.admin).expect(200);
    expect((await send('get', `/${id}/profile-usage`)).body).toEqual([]);
    await send('delete', `/${id}`).expect(200);
  });

  test('go on without it once it is deleted', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const profile = await createProfile(app, linked(id));
    await send('delete', `/${id}`).expect(200);
    const url = `${app.adminBase}/profiles/${profile.id}`;
    const read = (await app.request.get(url).set(app.admin)).body;
    expect(read.profileJson).not.toHaveProperty('consentTemplateId');
    await app.request.put(url).set(app.admin).send({ profileJson: read.profileJson }).expect(200);
    const rolledBack = await app.request
      .post(`${url}/rollback`)
      .set(app.admin)
      .send({ version: 1 })
      .expect(200);
    expect(rolledBack.body.profile.profileJson).not.toHaveProperty('consentTemplateId');
    expect(rolledBack.body.warnings).toMatchObject([{ rule: 'profile/template-deleted' }]);
    await app.request.post(`${url}/activate`).set(app.admin).expect(200);
  });

  describe('keep parameters from being taken away', () => {
    async function removal(id: string, parameter: string) {
      const response = await send('put', `/${id}`, without(parameter));
      return { status: response.status, body: response.body };
    }

    test('that are necessary, whether or not the profile is active', async () => {
      const { id } = await createTemplate(app, 'consent-templates');
      const { id: profileId } = await createProfile(app, { name: 'Draft', ...linked(id) });
      expect(await removal(id, 'session')).toEqual({
        status: 422,
        body: {
          error: expect.stringMatching(/\.$/),
          code: 'parameters_required',
          blockingProfiles: [{ id: profileId, name: 'Draft', complianceGroup: 'opt-in' }],
          removedCookieIds: ['session'],
        },
      });
      expect((await send('get', `/${id}`)).body.cookies).toHaveProperty('session');
    });

    test('that listen to the GPC signal where it changes anything: by the profile’s gpcMode, else its group’s', async () => {
      const { id } = await createTemplate(app, 'consent-templates');
      const { id: profileId } = await createProfile(app, linked(id));
      const url = `${app.adminBase}/profiles/${profileId}`;
      const put = (change: object) =>
        app.request.put(url).set(app.admin).send(linked(id, change)).expect(200);
      expect((await removal(id, 'ga')).body).toMatchObject({ removedCookieIds: ['ga'] });
      await put({ complianceGroup: 'notice-only', gpcMode: 'honor' });
      expect((await removal(id, 'ga')).status).toBe(422);
      await put({ gpcMode: 'ignore' });
      expect((await removal(id, 'ga')).status).toBe(200);
      await put({ complianceGroup: 'notice-only' });
      expect((await removal(id, 'pixel')).status).toBe(200);
    });

    test('by what the profile’s own copy says, too: the template cannot be made harmless first', async () => {
      const { id } = await createTemplate(app, 'consent-templates');
      await createProfile(app, linked(id));
      const { cookies = {} } = consentTemplate();
      const deaf = { purpose: 'analytics', listenGpc: false };
      await send('put', `/${id}`, { cookies: { ...cookies, ga: deaf, session: deaf } }).expect(200);
      const response = await send('put', `/${id}`, { cookies: { pixel: cookies.pixel } }).expect(422);
      expect(response.body).toMatchObject({
        code: 'parameters_required',
        removedCookieIds: expect.arrayContaining(['ga', 'session']),
      });
      expect(response.body.removedCookieIds).toHaveLength(2);
    });

    test('only when the profile itself holds them', async () => {
      const { id } = await createTemplate(app, 'consent-templates');
      const { cookies = {}, preferenceModal } = profileJson();
      const { pixel: _pixel, ...rest } = cookies;
      const { marketing: _marketing, ...categories } = preferenceModal?.categories ?? {};
      await createProfile(
        app,
        linked(id, { cookies: rest, preferenceModal: { ...preferenceModal, categories } }),
      );
      expect((await removal(id, 'pixel')).status).toBe(200);
      expect((await removal(id, 'session')).status).toBe(422);
    });

    test('in custom groups too when they are necessary, and in no profile without a group', async () => {
      const { id } = await createTemplate(app, 'consent-templates');
      const { complianceGroup: _group, ...groupless } = profileJson({ consentTemplateId: id });
      const { id: profileId } = await createProfile(app, { profileJson: groupless, localeContent: {} });
      expect((await removal(id, 'session')).status).toBe(200);
      await send('put', `/${id}`, consentTemplate()).expect(200);
      await app
        .call('put', `/profiles/${profileId}`, {
          profileJson: { ...groupless, customComplianceGroup: 'kiosk' },
        })
        .expect(200);
      expect((await removal(id, 'session')).body).toMatchObject({
        blockingProfiles: [{ complianceGroup: 'kiosk' }],
      });
      expect((await removal(id, 'ga')).status).toBe(200);
    });
  });
});
