import type { ConsentPlugin } from 'express-consent';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import type { ProfileDraftPayload } from '#platform/plugins/plugin-contract';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import {
  createActiveProfile,
  createProfile,
  germanContent,
  profileJson,
  withNewCategory,
} from '../support/profiles';
import { consentTemplate, createTemplate, insertForeignTemplate, uiTemplate } from '../support/templates';

type Draft = ProfileDraftPayload & { readonly profileJson: ProfileJson };
type Change = (draft: Draft) => unknown;

const drafts: Draft[] = [];
const activated: unknown[] = [];
let change: Change | null = null;

const plugin = (name: string, hooks: Partial<ConsentPlugin> = {}): ConsentPlugin => ({
  name,
  initialize() {},
  destroy() {},
  ...hooks,
});
const changing = plugin('changing', {
  beforeProfileSave(draft) {
    drafts.push(draft as Draft);
    return change?.(draft as Draft) as ProfileDraftPayload | undefined;
  },
  afterProfileActivate: (profile) => void activated.push(profile),
});

let app: TestApp;
let admin: { Authorization: string };
const opened: TestApp[] = [];
async function open(config: TestAppOptions['config'] = {}): Promise<TestApp> {
  const made = await createTestApp({ config: { plugins: [changing], rateLimit: false, ...config } });
  opened.push(made);
  return made;
}

beforeAll(async () => {
  app = await open();
  admin = await app.asAdmin();
});
beforeEach(() => {
  change = null;
  drafts.splice(0);
  activated.splice(0);
  app.logger.lines.splice(0);
});
afterAll(async () => {
  for (const made of opened) await made.close();
});

const post = (path: string, body: object = {}) =>
  app.request.post(`${app.adminBase}${path}`).set(admin).send(body);
const put = (id: string, body: object) =>
  app.request.put(`${app.adminBase}/profiles/${id}`).set(admin).send(body);
const stored = async (id: string) =>
  (await app.request.get(`${app.adminBase}/profiles/${id}`).set(admin).expect(200)).body;
const fileOf = async (id: string, version: number, locale = 'en') =>
  (
    await app.request
      .get(`${app.adminBase}/profiles/${id}/versions/${version}?locale=${locale}`)
      .set(admin)
      .expect(200)
  ).body;
const dropped = () => app.logger.lines.filter((line) => line.includes('was ignored'));
const auditOf = async (id: string) =>
  (await app.knex('svc_audit').where({ resource_id: id }).orderBy('id')).map((row) => ({
    action: row.action,
    ...JSON.parse(row.changes),
  }));

const rename: Change = (draft) => ({ ...draft, name: `${draft.name}!` });
const withJson =
  (json: object): Change =>
  (draft) => ({ ...draft, profileJson: { ...draft.profileJson, ...json } });

describe('beforeProfileSave', () => {
  test('sees the whole version as it would be saved, texts cleaned', async () => {
    const { id } = await createProfile(app, {
      name: 'Shop',
      profileJson: profileJson({
        mainBanner: { ...profileJson().mainBanner, htmlText: '<p onclick="x()">Cookies</p>' },
      }),
    });
    expect(drafts).toHaveLength(1);
    expect(drafts[0]).toMatchObject({
      tenantId: 'default',
      profileId: null,
      name: 'Shop',
      defaultLocale: 'en',
      profileJson: { locales: ['en', 'de'], mainBanner: { htmlText: '<p>Cookies</p>' } },
      localeContent: { de: { preferenceModal: { heading: 'Ihre Auswahl' } } },
    });
    await put(id, { localeContent: { fr: germanContent() } }).expect(200);
    expect(drafts[1]).toMatchObject({
      profileId: id,
      name: 'Shop',
      profileJson: { locales: ['en', 'de', 'fr'] },
    });
    expect(Object.keys(drafts[1]?.localeContent ?? {})).toEqual(['de', 'fr']);
  });

  test('may change name, shared fields and texts of any locale, which is what is saved, shown, served and audited', async () => {
    change = ({ localeContent, ...draft }) => ({
      ...draft,
      name: 'By the plugin',
      profileJson: {
        ...draft.profileJson,
        expiryDays: 200,
        mainBanner: { ...draft.profileJson.mainBanner, heading: 'Changed' },
      },
      localeContent: {
        ...localeContent,
        fr: germanContent({ preferenceModal: { ...germanContent().preferenceModal, heading: 'Vos choix' } }),
      },
    });
    const { body } = await post('/profiles', {
      name: 'Shop',
      defaultLocale: 'en',
      profileJson: profileJson(),
      localeContent: { de: germanContent() },
    }).expect(201);
    expect(body).toMatchObject({
      name: 'By the plugin',
      version: 1,
      warnings: [],
      profileJson: { expiryDays: 200, locales: ['en', 'de', 'fr'] },
    });
    expect(await stored(body.id)).toMatchObject({
      name: 'By the plugin',
      profileJson: { expiryDays: 200, mainBanner: { heading: 'Changed' } },
    });
    expect(await fileOf(body.id, 1, 'fr')).toMatchObject({
      expiryDays: 200,
      preferenceModal: { heading: 'Vos choix' },
    });
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await auditOf(body.id)).toEqual([
      {
        action: 'profile:created',
        name: 'By the plugin',
        complianceGroup: 'opt-in',
        locales: ['en', 'de', 'fr'],
        changedByPlugins: true,
        fileHashes: { en: sha256, de: sha256, fr: sha256 },
      },
    ]);
  });

  test('can remove a locale, and make another one the default', async () => {
    change = (draft) => ({ ...draft, localeContent: {} });
    const { id } = await createProfile(app);
    expect((await stored(id)).profileJson.locales).toEqual(['en']);
    change = (draft) => ({ ...draft, defaultLocale: 'nl' });
    const { body } = await put(id, { name: 'Dutch' }).expect(200);
    expect(body.profile).toMatchObject({ defaultLocale: 'nl', profileJson: { locales: ['nl', 'en'] } });
  });

  test('one that returns its input has changed nothing', async () => {
    change = (draft) => draft;
    const { id } = await createProfile(app);
    expect((await auditOf(id))[0]).not.toHaveProperty('changedByPlugins');
    expect(dropped()).toEqual([]);
  });

  test('can change one text of a language that lacks others', async () => {
    const { id } = await createProfile(app);
    const preferenceModal = { ...germanContent().preferenceModal, heading: 'Neu' };
    change = (draft) => ({ ...draft, localeContent: { de: germanContent({ preferenceModal }) } });
    await put(id, { profileJson: withNewCategory() }).expect(200);
    expect(dropped()).toEqual([]);
    expect((await fileOf(id, 2, 'de')).preferenceModal.heading).toBe('Neu');
  });

  test('runs on every route that writes a version', async () => {
    change = rename;
    const ids: string[] = [];
    const made = (
      await post('/profiles', { name: 'A', defaultLocale: 'en', profileJson: profileJson() }).expect(201)
    ).body;
    ids.push(made.id);
    const { id: template } = await createTemplate(
      app,
      'consent-templates',
      consentTemplate({ name: 'For a profile' }),
    );
    const fromTemplate = {
      consentTemplateId: template,
      name: 'B',
      defaultLocale: 'en',
      complianceGroup: 'opt-in',
    };
    const templated = (await post('/profiles/from-template', fromTemplate).expect(201)).body;
    const copied = (await post(`/profiles/${made.id}/copy`).expect(201)).body;
    const updated = (await put(made.id, {}).expect(200)).body.profile;
    const rolledBack = (await post(`/profiles/${made.id}/rollback`, { version: 1 }).expect(200)).body.profile;
    const csv = (
      await app.request.get(`${app.adminBase}/export/translations/${made.id}`).set(admin).expect(200)
    ).text;
    const imported = (
      await app.request
        .post(`${app.adminBase}/profiles/${made.id}/import-translations`)
        .set(admin)
        .set('Content-Type', 'text/csv')
        .send(csv)
        .expect(200)
    ).body.profile;
    const seeded = (await post('/setup/seed-profiles', { groups: ['unregulated'] }).expect(200)).body
      .created[0];
    expect([made, templated, copied, updated, rolledBack, imported].map(({ name }) => name)).toEqual([
      'A!',
      'B!',
      'Copy of A!!',
      'A!!',
      'A!!!',
      'A!!!!',
    ]);
    expect((await stored(seeded.profileId)).name).toMatch(/^Starter: .*!$/);
    expect(dropped()).toEqual([]);
    expect(drafts).toHaveLength(7);
  });

  test('does not run where nothing is written', async () => {
    const { id } = await createProfile(app);
    drafts.splice(0);
    await put(id, { name: '' }).expect(400);
    await put(id, { profileJson: {} }).expect(422);
    await put('unknown', {}).expect(404);
    await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(admin)
      .set('If-Match', '"7"')
      .send({})
      .expect(412);
    await post('/profiles/validate', { complianceGroup: 'opt-in', cookies: {}, categories: {} }).expect(200);
    await post(`/profiles/${id}/activate`).expect(200);
    await post(`/profiles/${id}/deactivate`).expect(200);
    expect(drafts).toEqual([]);
  });

  const blankBanner = { mainBanner: { ...profileJson().mainBanner, htmlText: '<p> </p>' } };
  test.each<[string, Change]>([
    ['the tenant', (draft) => ({ ...draft, tenantId: 'another' })],
    ['whose profile it is', (draft) => ({ ...draft, profileId: 'another' })],
    ['the name to nothing', (draft) => ({ ...draft, name: '   ' })],
    ['a field to a wrong type', withJson({ expiryDays: 'soon' })],
    ['the text to a blank one', withJson(blankBanner)],
    ['the group to one that is none', withJson({ complianceGroup: 'whatever' })],
    [
      'the group to a custom one with a bad name',
      withJson({ complianceGroup: undefined, customComplianceGroup: 'Not Kebab' }),
    ],
    ['the default locale to no language', (draft) => ({ ...draft, defaultLocale: 'not_a_tag' })],
    [
      'a locale to one that is none',
      (draft) => ({ ...draft, localeContent: { not_a_tag: germanContent() } }),
    ],
    [
      'a locale to half a translation',
      (draft) => ({ ...draft, localeContent: { fr: { preferenceModal: { heading: 'Vos choix' } } } }),
    ],
    ['the origins to no origins', withJson({ allowedOrigins: ['shop.example'] })],
    ['the template to one that is not there', withJson({ consentTemplateId: 'unknown' })],
    ['parameters against the law', withJson({ cookiesOverride: { pixel: { preGranted: true } } })],
    [
      'keys that reach the prototype',
      (draft) => ({
        ...draft,
        profileJson: { ...draft.profileJson, complianceConfig: JSON.parse('{"__proto__":"x"}') },
      }),
    ],
    ['NUL into a text', withJson({ complianceConfig: { note: 'a\u0000b' } })],
    [
      'more locales than a profile may have',
      (draft) => ({
        ...draft,
        localeContent: Object.fromEntries(
          Array.from({ length: 201 }, (_, n) => [`de-x-v${n}`, germanContent()]),
        ),
      }),
    ],
    [
      'facts so long that there is no room for every locale',
      (draft) => ({
        ...draft,
        profileJson: {
          ...draft.profileJson,
          cookies: {
            ...draft.profileJson.cookies,
            ...Object.fromEntries(
              Array.from({ length: 150 }, (_, n) => [
                `c${n}`,
                { purpose: 'necessary', listenGpc: false, description: 'x'.repeat(5000) },
              ]),
            ),
          },
        },
        localeContent: Object.fromEntries(
          Array.from({ length: 99 }, (_, n) => [`de-x-v${n}`, germanContent()]),
        ),
      }),
    ],
  ])(
    'cannot change %s: that is dropped with a warning, and the operator’s own is saved',
    async (_what, bad) => {
      const body = {
        name: 'Own',
        defaultLocale: 'en',
        profileJson: profileJson(),
        localeContent: { de: germanContent() },
      };
      const clean = (await post('/profiles', body).expect(201)).body;
      change = bad;
      const made = (await post('/profiles', body).expect(201)).body;
      const same = ({ name, defaultLocale, version, profileJson, warnings }: Record<string, unknown>) => ({
        name,
        defaultLocale,
        version,
        profileJson,
        warnings,
      });
      expect(same(made)).toEqual(same(clean));
      expect(dropped()).toEqual([expect.stringContaining('"hook":"beforeProfileSave"')]);
      const updated = (await put(made.id, { name: 'Own again' }).expect(200)).body;
      expect(updated.profile).toMatchObject({
        name: 'Own again',
        version: 2,
        profileJson: clean.profileJson,
      });
      expect(dropped()).toHaveLength(2);
    },
  );

  test('its markup is sanitised like an operator’s, and the operator gets a warning', async () => {
    change = withJson({
      mainBanner: {
        ...profileJson().mainBanner,
        htmlText: '<p>Hello <script>alert(1)</script><img src=x onerror=alert(1)></p>',
      },
    });
    const { body } = await post('/profiles', {
      name: 'A',
      defaultLocale: 'en',
      profileJson: profileJson(),
    }).expect(201);
    expect((await stored(body.id)).profileJson.mainBanner.htmlText).toBe('<p>Hello </p>');
    expect(body.warnings).toContainEqual(
      expect.objectContaining({ rule: 'content/sanitised', section: 'mainBanner', field: 'htmlText' }),
    );
  });

  test('warnings about the operator’s own input are kept', async () => {
    const odd = {
      mainBanner: {
        ...profileJson().mainBanner,
        htmlText: '<p onclick="x()">Shop Ltd, 2 partners <a href="/p">Policy</a></p>',
      },
      unknownField: 1,
    };
    const body = { name: 'A', defaultLocale: 'en', profileJson: { ...profileJson(), ...odd } };
    const own = (await post('/profiles', body).expect(201)).body.warnings;
    change = rename;
    const changed = (await post('/profiles', body).expect(201)).body.warnings;
    expect(own.map(({ rule }: { rule: string }) => rule).sort()).toEqual([
      'content/sanitised',
      'profile/unknown-field',
    ]);
    const sorted = (list: object[]) => list.map((item) => JSON.stringify(item)).sort();
    expect(sorted(changed)).toEqual(sorted(own));
  });

  test('may link a template, and one of another tenant is as if it were not there', async () => {
    const { id: own } = await createTemplate(app, 'ui-templates', uiTemplate({ name: 'Own look' }));
    const foreign = await insertForeignTemplate(app, 'ui-templates');
    change = withJson({ uiTemplateId: own });
    const { id } = await createProfile(app);
    expect((await stored(id)).profileJson.uiTemplateId).toBe(own);
    expect((await fileOf(id, 1)).ui.mainBanner).toMatchObject({ headingTag: 'h2' });
    change = withJson({ uiTemplateId: foreign });
    await put(id, {}).expect(200);
    expect((await stored(id)).profileJson.uiTemplateId).toBe(own);
    expect(dropped()).toHaveLength(1);
  });

  test('may change the group of a draft, but of no profile that is active or is to be', async () => {
    change = withJson({ complianceGroup: 'opt-out' });
    const draft = (
      await post('/profiles', { name: 'Draft', defaultLocale: 'en', profileJson: profileJson() }).expect(201)
    ).body;
    expect(draft.complianceGroup).toBe('opt-out');
    const toBe = profileJson({ complianceGroup: 'notice-only', isActive: true });
    const active = (
      await post('/profiles', { name: 'Active', defaultLocale: 'en', profileJson: toBe }).expect(201)
    ).body;
    expect(active).toMatchObject({ complianceGroup: 'notice-only', isActive: true });
    expect((await put(active.id, { name: 'Still active' }).expect(200)).body.profile).toMatchObject({
      name: 'Still active',
      complianceGroup: 'notice-only',
    });
    expect(
      (await post('/setup/seed-profiles', { groups: ['opt-in-explicit'] }).expect(200)).body.created,
    ).toMatchObject([{ group: 'opt-in-explicit' }]);
    expect(dropped()).toHaveLength(3);
  });

  test('cannot activate anything', async () => {
    change = withJson({ isActive: true, complianceGroup: 'notice-opt-out' });
    const { body } = await post('/profiles', {
      name: 'Quiet',
      defaultLocale: 'en',
      profileJson: profileJson(),
    }).expect(201);
    expect(body).toMatchObject({ isActive: false, complianceGroup: 'notice-opt-out' });
  });

  test('each plugin sees what the one before made of it, and one that is bad does not undo the one before', async () => {
    const add = (name: string) =>
      plugin(name, { beforeProfileSave: (draft) => ({ ...draft, name: `${draft.name} ${name}` }) });
    const bad = plugin('bad', {
      beforeProfileSave: (draft) => ({ ...draft, name: `${draft.name} bad`, defaultLocale: '!' }),
    });
    const chained = await open({ plugins: [add('one'), bad, add('two')] });
    const { id } = await createProfile(chained, { name: 'Zero' });
    const { body } = await chained.request
      .get(`${chained.adminBase}/profiles/${id}`)
      .set(await chained.asAdmin());
    expect(body.name).toBe('Zero one two');
  });
});

describe('afterProfileActivate', () => {
  const told = (id: string, version: number, complianceGroup: string, name = 'Shop EU') => ({
    tenantId: 'default',
    profileId: id,
    name,
    version,
    complianceGroup,
  });

  test('hears of every publication, whichever route made it, once it can be read', async () => {
    const { id } = await createProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-in-exempt' }),
    });
    expect(activated).toEqual([]);
    await post(`/profiles/${id}/activate`).expect(200);
    await put(id, { name: 'Second' }).expect(200);
    await post(`/profiles/${id}/activate`).expect(200);
    expect(activated.splice(0)).toEqual([
      told(id, 1, 'opt-in-exempt'),
      told(id, 2, 'opt-in-exempt', 'Second'),
    ]);

    const strict = profileJson({
      complianceGroup: 'opt-out-strict',
      isActive: true,
      gpcBanner: profileJson().mainBanner,
    });
    const created = (
      await post('/profiles', { name: 'Strict', defaultLocale: 'en', profileJson: strict }).expect(201)
    ).body;
    await post(`/profiles/${created.id}/deactivate`).expect(200);
    await put(created.id, { profileJson: strict }).expect(200);
    expect(activated.splice(0)).toEqual([
      told(created.id, 1, 'opt-out-strict', 'Strict'),
      told(created.id, 2, 'opt-out-strict', 'Strict'),
    ]);

    const [seeded] = (await post('/setup/seed-profiles', { groups: ['notice-opt-out'] }).expect(200)).body
      .created;
    expect(activated).toEqual([
      expect.objectContaining({ profileId: seeded.profileId, version: 1, complianceGroup: 'notice-opt-out' }),
    ]);
  });

  test('is not called for content that was not published', async () => {
    const rival = profileJson({ complianceGroup: 'opt-in-exempt', isActive: true });
    expect(
      (await post('/profiles', { name: 'Rival', defaultLocale: 'en', profileJson: rival }).expect(200)).body
        .requiresChoice,
    ).toBe(true);
    const groupless = await createProfile(app, { profileJson: profileJson({ complianceGroup: undefined }) });
    await post(`/profiles/${groupless.id}/activate`).expect(422);
    await post('/profiles/unknown/activate').expect(404);
    await post('/setup/seed-profiles', { groups: ['notice-opt-out'] }).expect(200);
    expect(activated).toEqual([]);
  });

  test('the new version is served by the time its event is emitted', async () => {
    const served: unknown[] = [];
    const reader: TestApp[] = [];
    const asks = plugin('asks', {
      async afterProfileActivate() {
        const [there] = reader;
        if (there)
          served.push(
            (await there.request.get(`${there.publicBase}/profiles/default/opt-in/en`)).body.mainBanner
              .heading,
          );
      },
    });
    const there = await open({ plugins: [asks] });
    reader.push(there);
    const { id } = await createActiveProfile(there);
    const changed = profileJson({ mainBanner: { ...profileJson().mainBanner, heading: 'Second heading' } });
    await there.request
      .put(`${there.adminBase}/profiles/${id}`)
      .set(await there.asAdmin())
      .send({ profileJson: changed })
      .expect(200);
    await there.request
      .post(`${there.adminBase}/profiles/${id}/activate`)
      .set(await there.asAdmin())
      .expect(200);
    expect(served).toEqual(['Your privacy', 'Second heading']);
  });
});

describe('around a profile that is fetched', () => {
  let target: string | ((id: string) => string) = '';
  let changed: (profile: Record<string, unknown>) => unknown = () => undefined;
  let fetching: TestApp;
  let first: { id: string };
  let second: { id: string };
  beforeAll(async () => {
    const fetches = plugin('fetches', {
      beforeProfileFetch: (id) => (typeof target === 'function' ? target(id) : target || undefined),
      afterProfileFetch: (profile) => changed(profile) as Record<string, unknown>,
    });
    fetching = await open({ plugins: [fetches] });
    first = await createActiveProfile(fetching, { name: 'First' });
    second = await createProfile(fetching, {
      name: 'Second',
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
  });
  beforeEach(() => {
    target = '';
    changed = () => undefined;
    fetching.logger.lines.splice(0);
  });
  const fetched = (path: string) => fetching.request.get(`${fetching.publicBase}/profiles/${path}`);
  const refusals = () => fetching.logger.lines.filter((line) => line.includes('was ignored')).length;

  test('beforeProfileFetch may send to another profile, for the automatic one too', async () => {
    target = second.id;
    expect((await fetched(first.id).expect(200)).body).toMatchObject({
      id: second.id,
      complianceGroup: 'opt-out',
    });
    expect((await fetched(`${first.id}/de`).expect(200)).body).toMatchObject({
      id: second.id,
      currentLocale: 'de',
    });
    expect((await fetched('auto/de?tz=Europe/Berlin').expect(200)).body).toMatchObject({
      id: second.id,
      resolvedComplianceGroup: 'opt-in',
    });
  });

  test('beforeProfileFetch can replace an id that does not exist', async () => {
    target = (id) => (id === 'shop' ? first.id : id);
    expect((await fetched('shop').expect(200)).body.id).toBe(first.id);
    await fetched('other').expect(404);
  });

  test('beforeProfileFetch cannot send to another tenant’s profile', async () => {
    const foreign = await createProfile(fetching, { name: 'Foreign' });
    await fetching.knex('svc_profiles').where({ id: foreign.id }).update({ tenant_id: 'another' });
    target = foreign.id;
    expect((await fetched(first.id).expect(200)).body.id).toBe(first.id);
    expect((await fetched('auto/en?tz=Europe/Berlin').expect(200)).body.id).toBe(first.id);
    expect(refusals()).toBe(2);
  });

  test('afterProfileFetch: markup beyond what operators may write does not reach browsers', async () => {
    changed = (profile) => ({
      ...profile,
      mainBanner: {
        ...(profile.mainBanner as object),
        htmlText: '<p>Hi <b>you</b><script>alert(1)</script></p>',
      },
    });
    expect((await fetched(first.id).expect(200)).body.mainBanner.htmlText).toBe('<p>Hi <b>you</b></p>');
  });

  test.each<[string, (profile: Record<string, unknown>) => unknown]>([
    ['another id', (profile) => ({ ...profile, id: second.id })],
    ['another locale', (profile) => ({ ...profile, currentLocale: 'fr' })],
    ['no banner', ({ mainBanner: _banner, ...profile }) => profile],
    ['cookies that are none', (profile) => ({ ...profile, cookies: ['ga'] })],
    [
      'a heading that is not text',
      (profile) => ({ ...profile, preferenceModal: { ...(profile.preferenceModal as object), heading: {} } }),
    ],
    ['an expiry of never', (profile) => ({ ...profile, expiryDays: 0 })],
    ['a deep nest', (profile) => ({ ...profile, note: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) })],
  ])('afterProfileFetch: %s is dropped', async (_what, bad) => {
    const clean = (await fetched(first.id).expect(200)).body;
    changed = bad;
    expect((await fetched(first.id).expect(200)).body).toEqual(clean);
    expect(refusals()).toBe(1);
  });

  test('afterProfileFetch: the changed content has its own ETag', async () => {
    const clean = (await fetched(first.id)).headers.etag;
    changed = (profile) => ({ ...profile, darkMode: true });
    const { headers, body } = await fetched(first.id);
    expect(body.darkMode).toBe(true);
    expect(headers.etag).not.toBe(clean);
    await fetched(first.id)
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
  });
});

describe('a plugin that cannot be registered', () => {
  const registering = (plugins: unknown[]) => () =>
    createTestApp({ config: { plugins: plugins as ConsentPlugin[] } });
  const broken = () => {
    throw new Error('no licence');
  };

  test('is named with every other one, by its place', async () => {
    class Base {
      initialize() {}
      destroy() {}
      beforeConsentSaves() {}
    }
    class Derived extends Base {
      readonly name = 'derived';
    }
    const made = [
      () => plugin('one'),
      () => plugin('one'),
      () => null,
      broken,
      () => plugin('two'),
      async () => plugin('late'),
      () => ({ name: 'half' }),
      () => ({ ...plugin('typo'), beforConsentSave() {} }),
      () => ({ ...plugin('own'), beforeholdTheWeather() {}, onConsentSave() {} }),
      () => new Derived(),
    ];
    await expect(registering(made)()).rejects.toMatchObject({
      name: 'ConfigError',
      errors: [
        { path: 'plugins.1', message: 'A plugin named "one" is already registered' },
        { path: 'plugins.2', message: 'A plugin must have a name' },
        { path: 'plugins.3', message: 'no licence' },
        { path: 'plugins.5', message: 'A plugin must have a name' },
        { path: 'plugins.6', message: 'Plugin "half" must have initialize() and destroy()' },
        {
          path: 'plugins.7',
          message: 'Plugin "typo": beforConsentSave is not a hook; did you mean beforeConsentSave?',
        },
        {
          path: 'plugins.9',
          message: 'Plugin "derived": beforeConsentSaves is not a hook; did you mean beforeConsentSave?',
        },
      ],
    });
  });
});
