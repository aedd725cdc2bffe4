import {
  type Cases,
  consentTemplateBody,
  german,
  inWorld,
  profileJson,
  uiTemplateBody,
  unique,
  type World,
} from './world';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

type Body = Record<string, unknown>;

function profileBody(json: object = {}, more: object = {}): Body {
  const { complianceGroup: _opt, ...base } = profileJson();
  return {
    name: unique('Profile'),
    defaultLocale: 'en',
    profileJson: { ...base, customComplianceGroup: unique('group'), ...json },
    ...more,
  };
}

/** A profile that the rules of its group refuse: visitors cannot refuse. */
const refused = () => {
  const { cookies } = profileJson();
  const pixel = { ...cookies?.pixel, purpose: 'marketing', preGranted: true };
  return profileBody({
    complianceGroup: 'opt-in',
    customComplianceGroup: undefined,
    cookies: { ...cookies, pixel },
  });
};

const summaryOf = async (world: World, id: string) =>
  (await world.admin('get', '/profiles?summary=1').expect(200)).body.find((entry: Body) => entry.id === id);

export const profiles: Cases<'Profiles'> = {
  'GET /profiles': async (world) => {
    const { id } = await world.profile();
    const { body } = await world.admin('get', '/profiles').expect(200);
    const found = body.find((entry: Body) => entry.id === id);
    expect(found.profileJson.cookies.ga.purpose).toBe('analytics');
  },
  'GET /profiles?summary=1': async (world) => {
    const [list, look] = [await world.consentTemplate(), await world.uiTemplate()];
    const { id, group } = await world.profile({ consentTemplateId: list.id, uiTemplateId: look.id });
    const summary = await summaryOf(world, id);
    expect(summary).toMatchObject({
      id,
      name: expect.any(String),
      complianceGroup: group,
      isActive: false,
      consentTemplateName: expect.stringMatching(/^List/),
      uiTemplateName: expect.stringMatching(/^Look/),
    });
    expect(summary).not.toHaveProperty('profileJson');
  },
  'POST /profiles': async (world) => {
    const { body } = await world.admin('post', '/profiles', profileBody()).expect(201);
    expect(body).toMatchObject({ id: expect.any(String), version: 1, warnings: expect.any(Array) });
    const compliance = await world.admin('post', '/profiles', refused()).expect(422);
    expect(compliance.body).toMatchObject({
      errors: [expect.objectContaining({ rule: 'consent/pre-granted' })],
      warnings: expect.any(Array),
    });
    const blank = { ...german, mainBanner: { ...german.mainBanner, htmlText: ' ' } };
    await world.admin('post', '/profiles', profileBody({}, { localeContent: { de: blank } })).expect(422);
  },
  'GET /profiles/:id': async (world) => {
    const { id } = await world.profile();
    const { body } = await world.admin('get', `/profiles/${id}`).expect(200);
    expect(body.profileJson.mainBanner.heading).toBe('Your privacy');
    expect(JSON.stringify(body)).not.toContain('Ihre Privatsphäre');
  },
  'PUT /profiles/:id': async (world) => {
    const { id } = await world.profile();
    const bare = await world.admin('put', `/profiles/${id}`, { name: 'Renamed' }).expect(200);
    expect(bare.body).toMatchObject({ id, name: 'Renamed', version: 2 });
    const json = { ...profileJson(), complianceGroup: 'opt-in', customComplianceGroup: undefined };
    const wrapped = await world.admin('put', `/profiles/${id}`, { profileJson: json }).expect(200);
    expect(wrapped.body).toMatchObject({ profile: { id, name: 'Renamed' }, warnings: expect.any(Array) });
    const whole = { ...json, darkMode: true, expiryDays: 30 };
    await world.admin('put', `/profiles/${id}`, { profileJson: whole }).expect(200);
    await world.admin('put', `/profiles/${id}`, { profileJson: json }).expect(200);
    expect((await world.admin('get', `/profiles/${id}`)).body.profileJson).not.toHaveProperty(
      'darkMode',
      true,
    );
  },
  'DELETE /profiles/:id': async (world) => {
    const { id } = await world.profile();
    await world.admin('delete', `/profiles/${id}`).expect(200);
    await world.admin('get', `/profiles/${id}`).expect(404);
  },
  'POST /profiles/:id/copy': async (world) => {
    const { id } = await world.profile();
    const { name } = (await world.admin('get', `/profiles/${id}`)).body;
    const unnamed = await world.admin('post', `/profiles/${id}/copy`).expect(201);
    expect(unnamed.body).toMatchObject({ name: `Copy of ${name}`, isActive: false });
    expect(unnamed.body.id).not.toBe(id);
    const named = await world.admin('post', `/profiles/${id}/copy`, { name: 'Spring' }).expect(201);
    expect(named.body.name).toBe('Spring');
  },
  'POST /profiles/:id/activate': async (world) => {
    const { id, group } = await world.profile();
    await world.open('get', `/profiles/default/${group}/en`).expect(404);
    await world.admin('post', `/profiles/${id}/activate`).expect(200);
    await world.open('get', `/profiles/default/${group}/en`).expect(200);
  },
  'POST /profiles/:id/deactivate': async (world) => {
    const { id, group } = await world.activeProfile();
    await world.admin('post', `/profiles/${id}/deactivate`).expect(200);
    await world.open('get', `/profiles/default/${group}/en`).expect(404);
  },
  'GET /profiles/archived': async (world) => {
    const { id } = await world.profile();
    await world.admin('put', `/profiles/${id}`, { name: 'Second' }).expect(200);
    await world.admin('delete', `/profiles/${id}`).expect(200);
    const { body } = await world.admin('get', '/profiles/archived').expect(200);
    expect(body.find((entry: Body) => entry.id === id)).toEqual({ id, versionCount: 2, lastModified: time });
  },
  'GET /profiles/:id/versions': async (world) => {
    const { id } = await world.profile();
    await world.admin('put', `/profiles/${id}`, { name: 'Second' }).expect(200);
    const versions = async () =>
      (await world.admin('get', `/profiles/${id}/versions`).expect(200)).body.map(
        ({ version }: Body) => version,
      );
    expect(await versions()).toEqual([2, 1]);
    await world.admin('delete', `/profiles/${id}`).expect(200);
    expect(await versions()).toEqual([2, 1]);
  },
  'GET /profiles/:id/versions/:entryId': async (world) => {
    const { id } = await world.profile();
    const read = (query = '') => world.admin('get', `/profiles/${id}/versions/1${query}`).expect(200);
    expect((await read()).body).toMatchObject({ id, currentLocale: 'en' });
    expect((await read('?locale=de')).body.mainBanner.heading).toBe('Ihre Privatsphäre');
    await world.admin('delete', `/profiles/${id}`).expect(200);
    expect((await read()).body.id).toBe(id);
  },
  'POST /profiles/validate': async (world) => {
    const before = (await world.admin('get', '/profiles?summary=1')).body.length;
    const { cookies, preferenceModal } = profileJson();
    const pixel = { ...cookies?.pixel, preGranted: true };
    const { body } = await world
      .admin('post', '/profiles/validate', {
        complianceGroup: 'opt-in',
        cookies: { ...cookies, pixel },
        categories: preferenceModal?.categories,
      })
      .expect(200);
    expect(body.errors.map(({ rule }: Body) => rule)).toContain('consent/pre-granted');
    expect(body.warnings).toEqual(expect.any(Array));
    await world.admin('post', '/profiles/validate', { complianceGroup: 'opt-in', cookies }).expect(400);
    expect((await world.admin('get', '/profiles?summary=1')).body).toHaveLength(before);
  },
  'GET /compliance-coverage': () =>
    inWorld({}, async (world) => {
      const { id } = await world.activeProfile({ complianceGroup: 'opt-in' });
      const { body } = await world.admin('get', '/compliance-coverage').expect(200);
      expect(body).toHaveLength(8);
      expect(body.find((entry: Body) => entry.complianceGroup === 'opt-in').profile.id).toBe(id);
      expect(body.find((entry: Body) => entry.complianceGroup === 'opt-out').profile).toBeNull();
    }),
  'rule 1': async (world) => {
    const { mainBanner, preferenceModal } = profileJson();
    const { body } = await world
      .admin('post', '/profiles', profileBody({ mainBanner: { ...mainBanner, htmlText: '<p> </p>' } }))
      .expect(422);
    expect(body.errors).toEqual([
      expect.objectContaining({ locale: 'en', section: 'mainBanner', field: 'htmlText' }),
    ]);
    const texts = {
      mainBanner: { ...mainBanner, heading: undefined },
      preferenceModal: { ...preferenceModal, htmlText: undefined },
    };
    await world.admin('post', '/profiles', profileBody(texts)).expect(201);
    const label = { ...german, preferenceModal: { ...german.preferenceModal, buttons: [{ text: '' }] } };
    const inGerman = await world
      .admin('post', '/profiles', profileBody({}, { localeContent: { de: label } }))
      .expect(422);
    expect(inGerman.body.errors).toEqual([
      expect.objectContaining({ locale: 'de', section: 'preferenceModal', field: 'buttons[0].text' }),
    ]);
  },
  'rule 2': async (world) => {
    const { profileJson: json, ...rest } = refused() as { profileJson: object };
    const withoutGroup = { ...json, complianceGroup: undefined };
    await world.admin('post', '/profiles', { ...rest, profileJson: withoutGroup }).expect(201);
  },
  'rule 3': async (world) => {
    const { id, group } = await world.activeProfile();
    const rival = profileBody({ customComplianceGroup: group, isActive: true });
    const created = await world.admin('post', '/profiles', rival).expect(200);
    const conflict = { conflict: { id, name: expect.any(String) }, requiresChoice: true };
    expect(created.body).toMatchObject(conflict);
    const other = await world.profile({ customComplianceGroup: group });
    const { profileJson: json } = (await world.admin('get', `/profiles/${other.id}`)).body;
    const updated = await world
      .admin('put', `/profiles/${other.id}`, { profileJson: { ...json, isActive: true } })
      .expect(200);
    expect(updated.body).toMatchObject(conflict);
  },
  'rule 4': async (world) => {
    const { id } = await world.profile();
    const { profileJson: json } = (await world.admin('get', `/profiles/${id}`)).body;
    await world.admin('put', `/profiles/${id}`, { profileJson: json, localeContent: {} }).expect(200);
    const { body } = await world.admin('get', `/profiles/${id}/versions/2?locale=de`).expect(200);
    expect(body.mainBanner.heading).toBe('Ihre Privatsphäre');
  },
};

type Kind = 'consent-templates' | 'ui-templates';

const bodies = { 'consent-templates': consentTemplateBody, 'ui-templates': uiTemplateBody };

const create = async (world: World, kind: Kind, more: object = {}) =>
  (
    await world
      .admin('post', `/${kind}`, { ...bodies[kind](), name: unique('Template'), ...more })
      .expect(201)
  ).body;

/** Makes an active profile that uses a template. */
async function used(world: World, kind: Kind, json: object = {}) {
  const template = await create(world, kind);
  const link = kind === 'ui-templates' ? { uiTemplateId: template.id } : { consentTemplateId: template.id };
  return { template, profile: await world.activeProfile({ ...link, ...json }) };
}

const templateRoutes = (kind: Kind) => ({
  list: async (world: World) => {
    const { id } = await create(world, kind);
    const { body } = await world.admin('get', `/${kind}`).expect(200);
    expect(body.map((entry: Body) => entry.id)).toContain(id);
  },
  get: async (world: World) => {
    const template = await create(world, kind);
    expect((await world.admin('get', `/${kind}/${template.id}`).expect(200)).body).toMatchObject({
      id: template.id,
      name: template.name,
    });
    await world.admin('get', `/${kind}/no-such-template`).expect(404);
  },
  copy: async (world: World) => {
    const template = await create(world, kind);
    const { body } = await world.admin('post', `/${kind}/${template.id}/copy`).expect(201);
    const { id, name, createdAt, updatedAt, warnings, ...same } = template;
    expect(body).toMatchObject(same);
    expect(body.id).not.toBe(id);
  },
  usage: async (world: World) => {
    const { template, profile } = await used(world, kind);
    const { body } = await world.admin('get', `/${kind}/${template.id}/profile-usage`).expect(200);
    expect(body).toEqual([
      expect.objectContaining({
        id: profile.id,
        name: expect.any(String),
        complianceGroup: profile.group,
        isActive: true,
      }),
    ]);
  },
  deleteGuard: async (world: World) => {
    const { template, profile } = await used(world, kind);
    const { body } = await world.admin('delete', `/${kind}/${template.id}`).expect(422);
    expect(body).toMatchObject({
      error: expect.any(String),
      activeProfiles: [{ id: profile.id, name: expect.any(String), complianceGroup: profile.group }],
    });
    await world.admin('post', `/profiles/${profile.id}/deactivate`).expect(200);
    await world.admin('delete', `/${kind}/${template.id}`).expect(200);
    await world.admin('get', `/${kind}/${template.id}`).expect(404);
  },
});

const lists = templateRoutes('consent-templates');
const looks = templateRoutes('ui-templates');

const field = (kind: Kind, name: string, expected: unknown) => async (world: World) =>
  expect((await create(world, kind))[name]).toEqual(expected);

export const consentTemplate: Cases<'Consent template'> = {
  id: field('consent-templates', 'id', expect.any(String)),
  name: field('consent-templates', 'name', expect.stringMatching(/^Template/)),
  tenantId: field('consent-templates', 'tenantId', 'default'),
  cookies: field('consent-templates', 'cookies', consentTemplateBody().cookies),
  categories: async (world) =>
    expect((await create(world, 'consent-templates')).categories).toMatchObject(
      consentTemplateBody().categories ?? {},
    ),
  'createdAt, updatedAt': async (world) =>
    expect(await create(world, 'consent-templates')).toMatchObject({ createdAt: time, updatedAt: time }),
  'rule 1': async (world) => {
    const blank = { cookies: {}, categories: {} };
    expect(await create(world, 'consent-templates', blank)).toMatchObject(blank);
  },
  'rule 2': async (world) => {
    const { cookies } = consentTemplateBody();
    for (const session of [
      { listenGpc: false },
      { purpose: 'necessary' },
      { purpose: 'necessary', listenGpc: 'no' },
    ])
      await world
        .admin('post', '/consent-templates', { ...consentTemplateBody(), cookies: { ...cookies, session } })
        .expect(400);
  },
  'rule 3': async (world) => {
    const { categories } = await create(world, 'consent-templates');
    expect(categories.analytics.legalBasis).toBe('consent');
  },
  'rule 4': async (world) => {
    const { categories } = consentTemplateBody();
    const analytics = { ...categories?.analytics, cookies: ['ga', 'session'] };
    for (const wrong of [{ ...categories, analytics }, { necessary: categories?.necessary }])
      await world
        .admin('post', '/consent-templates', { ...consentTemplateBody(), categories: wrong })
        .expect(400);
  },
};

export const consentTemplates: Cases<'Consent templates'> = {
  'GET /consent-templates': lists.list,
  'GET /consent-templates/:id': lists.get,
  'POST /consent-templates': async (world) => {
    await create(world, 'consent-templates');
    await world.admin('post', '/consent-templates', { cookies: {}, categories: {} }).expect(400);
  },
  'PUT /consent-templates/:id': async (world) => {
    const { id } = await create(world, 'consent-templates');
    const { body } = await world.admin('put', `/consent-templates/${id}`, { name: 'Renamed' }).expect(200);
    expect(body).toMatchObject({ id, name: 'Renamed' });
    const group = { complianceGroup: 'opt-in' as const, customComplianceGroup: undefined };
    const { template, profile } = await used(world, 'consent-templates', group);
    const { ga: _ga, ...cookies } = consentTemplateBody().cookies ?? {};
    const { analytics: _analytics, ...categories } = consentTemplateBody().categories ?? {};
    const guarded = await world
      .admin('put', `/consent-templates/${template.id}`, { cookies, categories })
      .expect(422);
    expect(guarded.body).toMatchObject({
      error: expect.any(String),
      blockingProfiles: [{ id: profile.id, name: expect.any(String), complianceGroup: 'opt-in' }],
      removedCookieIds: ['ga'],
    });
    await world.admin('post', `/profiles/${profile.id}/deactivate`).expect(200);
  },
  'DELETE /consent-templates/:id': lists.deleteGuard,
  'POST /consent-templates/:id/copy': lists.copy,
  'GET /consent-templates/:id/profile-usage': lists.usage,
};

export const uiTemplate: Cases<'UI template'> = {
  'id, name': async (world) =>
    expect(await create(world, 'ui-templates')).toMatchObject({
      id: expect.any(String),
      name: expect.stringMatching(/^Template/),
    }),
  mainBanner: field('ui-templates', 'mainBanner', expect.objectContaining(uiTemplateBody().mainBanner)),
  preferenceModal: field(
    'ui-templates',
    'preferenceModal',
    expect.objectContaining(uiTemplateBody().preferenceModal),
  ),
  'button (template)': async (world) => {
    const { mainBanner } = await create(world, 'ui-templates');
    expect(mainBanner.buttons['accept-all']).toEqual({ type: 'primary', action: 'custom', cookies: '*' });
    for (const wrong of [
      { type: 'big', action: 'custom' },
      { type: 'primary', action: 'jump' },
    ]) {
      const buttons = { ...uiTemplateBody().mainBanner?.buttons, extra: wrong };
      await world
        .admin('post', '/ui-templates', {
          ...uiTemplateBody(),
          mainBanner: { ...uiTemplateBody().mainBanner, buttons },
        })
        .expect(400);
    }
  },
};

export const uiTemplates: Cases<'UI templates'> = {
  'GET /ui-templates': looks.list,
  'GET /ui-templates/:id': looks.get,
  'POST /ui-templates': async (world) => {
    await create(world, 'ui-templates');
    await world.admin('post', '/ui-templates', { mainBanner: {} }).expect(400);
  },
  'PUT /ui-templates/:id': async (world) => {
    const { id } = await create(world, 'ui-templates');
    const { body } = await world.admin('put', `/ui-templates/${id}`, { name: 'Renamed' }).expect(200);
    expect(body).toMatchObject({ id, name: 'Renamed' });
    const { template, profile } = await used(world, 'ui-templates');
    const { manage: _manage, ...buttons } = uiTemplateBody().mainBanner?.buttons ?? {};
    const guarded = await world
      .admin('put', `/ui-templates/${template.id}`, {
        mainBanner: { ...uiTemplateBody().mainBanner, buttons },
      })
      .expect(422);
    expect(JSON.stringify(guarded.body)).toContain(profile.id);
  },
  'DELETE /ui-templates/:id': looks.deleteGuard,
  'POST /ui-templates/:id/copy': looks.copy,
  'GET /ui-templates/:id/profile-usage': looks.usage,
};
