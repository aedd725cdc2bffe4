import { complianceGroupIds } from '#standards/compliance/index';
import { openAdminApp } from '../support/open-admin-app';
import { consentTemplate, createTemplate, insertForeignTemplate, uiTemplate } from '../support/templates';

const app = openAdminApp({ config: { receipts: { controllerName: 'Shop Ltd' } } }, 'all tests');

const create = (body: object) =>
  app.call('post', '/profiles/from-template', {
    name: 'From template',
    defaultLocale: 'en',
    complianceGroup: 'opt-in',
    ...body,
  });
const activate = (id: string) => app.call('post', `/profiles/${id}/activate`).expect(200);
const rules = (found: readonly { rule: string }[]) => found.map(({ rule }) => rule);

test('gives a draft with the template’s cookies and categories, texts and buttons, which can be published as it is', async () => {
  const template = await createTemplate(app, 'consent-templates');
  const { body, headers } = await create({ consentTemplateId: template.id }).expect(201);
  expect(headers.etag).toBe('"1"');
  expect(body).toMatchObject({
    name: 'From template',
    version: 1,
    isActive: false,
    publishedVersion: null,
    complianceGroup: 'opt-in',
    warnings: [],
  });
  const { cookies, categories } = consentTemplate();
  expect(body.profileJson).toMatchObject({ consentTemplateId: template.id, cookies, locales: ['en'] });
  expect(body.profileJson.preferenceModal.categories).toMatchObject(categories ?? {});
  expect(body.profileJson.mainBanner.buttons).toEqual([
    { text: 'Accept all', style: 'primary', action: 'custom', cookies: '*' },
    { text: 'Reject all', style: 'primary', action: 'custom', cookies: '!' },
    { text: 'Choose', style: 'secondary', action: 'manage' },
  ]);
  await activate(body.id);
  const [audit] = await app.knex('svc_audit').where({ action: 'profile:created', resource_id: body.id });
  expect(JSON.parse(audit.changes)).toMatchObject({ name: 'From template', fromTemplate: template.id });
});

test('labels the buttons of a UI template by what they do', async () => {
  const consent = await createTemplate(app, 'consent-templates');
  const ui = await createTemplate(
    app,
    'ui-templates',
    uiTemplate({ mainBanner: { position: 'top', buttons: uiTemplate().mainBanner?.buttons } }),
  );
  const { body } = await create({
    consentTemplateId: consent.id,
    uiTemplateId: ui.id,
    defaultLocale: 'de-AT',
  }).expect(201);
  const { mainBanner, gpcBanner, preferenceModal, uiTemplateId } = body.profileJson;
  expect(uiTemplateId).toBe(ui.id);
  const labels = (part: { buttons: { text: string }[] }) => part.buttons.map(({ text }) => text);
  expect(labels(mainBanner)).toEqual(['Alle akzeptieren', 'Alle ablehnen', 'Auswählen']);
  expect(labels(gpcBanner)).toEqual(labels(mainBanner));
  expect(preferenceModal.buttons).toEqual([
    { text: 'Auswahl speichern', style: 'primary', action: 'submit' },
  ]);
  expect(mainBanner.buttons[1]).toMatchObject({ style: 'primary', action: 'custom', cookies: '!' });
  expect(mainBanner).not.toHaveProperty('position');
  await activate(body.id);
  expect(
    (await app.request.get(`${app.publicBase}/profiles/default/opt-in/de-AT`)).body.ui.mainBanner.position,
  ).toBe('top');
});

test('fills in headings and texts that the template leaves out, in the language of the profile', async () => {
  const categories = {
    needed: { cookies: ['session'] },
    extra: { cookies: ['ga'] },
    ads: { heading: 'Reklame', legalBasis: 'consent', cookies: ['pixel'] },
    empty: {},
  };
  const { id } = await createTemplate(
    app,
    'consent-templates',
    consentTemplate({ categories: categories as never }),
  );
  const { body } = await create({ consentTemplateId: id, defaultLocale: 'de' }).expect(201);
  expect(body.profileJson.preferenceModal.categories).toMatchObject({
    needed: { heading: 'Notwendig', legalBasis: 'mandatory' },
    extra: { heading: 'Statistik', legalBasis: 'consent', htmlText: expect.stringContaining('<p>') },
    ads: { heading: 'Reklame' },
    empty: { heading: 'empty' },
  });
});

test('removes unsafe markup from the template’s texts', async () => {
  const { categories } = consentTemplate();
  const evil = {
    ...categories,
    analytics: { ...categories?.analytics, htmlText: 'Counts<img src=x onerror=alert(1)>' },
  };
  const { id } = await createTemplate(app, 'consent-templates', consentTemplate({ categories: evil }));
  const { body } = await create({ consentTemplateId: id }).expect(201);
  expect(body.profileJson.preferenceModal.categories.analytics.htmlText).toBe('Counts');
  expect(rules(body.warnings)).toEqual(['content/sanitised']);
});

test.each([
  ['all of them up to a hundred', 100, 100],
  ['a hundred of them, and how many more there are', 320, 101],
])('tells changes one by one: %s', async (_what, count, told) => {
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  const cookies = Object.fromEntries(
    ids.map((id) => [id, { purpose: 'marketing', listenGpc: true, preGranted: true }]),
  );
  const { id } = await createTemplate(app, 'consent-templates', {
    name: 'Eager',
    cookies,
    categories: { ads: { legalBasis: 'consent', cookies: ids } },
  });
  const { body } = await create({ consentTemplateId: id }).expect(201);
  const adapted = body.warnings.filter(({ rule }: { rule: string }) => rule === 'template/adapted');
  expect(adapted).toHaveLength(told);
  if (count > told) expect(adapted.at(-1).message).toMatch(/^220 more /);
  expect(
    Object.values(body.profileJson.cookies).filter(
      (cookie) => (cookie as { preGranted: boolean }).preGranted,
    ),
  ).toEqual([]);
});

test('has English texts, and says so, where there are none in the language', async () => {
  const { id } = await createTemplate(app, 'consent-templates');
  const { body } = await create({ consentTemplateId: id, defaultLocale: 'mi' }).expect(201);
  expect(body.defaultLocale).toBe('mi');
  expect(body.profileJson.mainBanner.buttons[0].text).toBe('Accept all');
  expect(body.warnings).toMatchObject([
    { rule: 'content/untranslated', locale: 'mi' },
    { rule: 'content/words-untranslated', locale: 'mi', field: 'words' },
  ]);
});

describe.each(complianceGroupIds)('in the group %s', (complianceGroup) => {
  test('saves what an ordinary template has without a change', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const { body } = await create({ consentTemplateId: id, complianceGroup }).expect(201);
    expect(rules(body.warnings)).toEqual([]);
  });

  test('saves even what breaks every rule, changed to the visitor’s side', async () => {
    const cookies = {
      need: { purpose: 'necessary', listenGpc: false },
      ads: { purpose: 'marketing', listenGpc: false, preGranted: true, cpraCategory: 'sensitive' },
      sold: { purpose: 'marketing', listenGpc: false, preGranted: true, cpraCategory: 'selling' },
      count: { purpose: 'analytics', listenGpc: false, preGranted: true, cpraCategory: 'sharing' },
      video: { purpose: 'functional', listenGpc: false, preGranted: true },
      theme: { purpose: 'preferences', listenGpc: false, preGranted: true },
    };
    const categories = {
      necessary: { legalBasis: 'mandatory', cookies: ['need', 'ads', 'count'] },
      marketing: { legalBasis: 'legitimate-interest', cookies: ['sold', 'video'] },
      'marketing-2': { legalBasis: 'mandatory', cookies: ['theme'] },
    };
    const { id } = await createTemplate(app, 'consent-templates', { name: 'Wild', cookies, categories });
    const { body } = await create({ consentTemplateId: id, complianceGroup }).expect(201);
    const held = Object.values(body.profileJson.preferenceModal.categories).flatMap(
      (category) => (category as { cookies: string[] }).cookies,
    );
    expect(held.sort()).toEqual(Object.keys(cookies).sort());
    expect(Object.keys(body.profileJson.cookies)).toEqual(Object.keys(cookies));
    const adapted = body.warnings.filter(({ rule }: { rule: string }) => rule === 'template/adapted');
    const isChanged =
      JSON.stringify(body.profileJson.cookies) !== JSON.stringify(cookies) ||
      'marketing-3' in body.profileJson.preferenceModal.categories;
    expect(adapted.length > 0).toBe(isChanged);
    if (complianceGroup.startsWith('opt-in')) {
      expect(body.profileJson.cookies.ads.preGranted).toBe(false);
      expect(body.profileJson.preferenceModal.categories.necessary.cookies).not.toContain('ads');
    }
    if (complianceGroup === 'opt-out-strict') expect(body.profileJson.cookies.sold.listenGpc).toBe(true);
    await activate(body.id);
    expect((await app.call('get', `/consent-templates/${id}`)).body).toMatchObject({ cookies, categories });
  });
});

test('can be made from cookies of the catalogue alone', async () => {
  const all = (await app.call('get', '/cookie-catalogue?q=google')).body;
  const { body: template } = await app
    .call('post', '/consent-templates', {
      name: 'Catalogue',
      catalogue: ['consent-visitor', ...all.map(({ id }: { id: string }) => id)],
    })
    .expect(201);
  const { body } = await create({ consentTemplateId: template.id, complianceGroup: 'opt-out-strict' }).expect(
    201,
  );
  expect(Object.keys(body.profileJson.cookies)).toHaveLength(all.length + 1);
  expect(body.warnings).toEqual([]);
});

describe('refuses', () => {
  test('templates that are not there or another tenant’s, naming each', async () => {
    const before = await app.knex('svc_profiles');
    const consentTemplateId = await insertForeignTemplate(app, 'consent-templates');
    const uiTemplateId = await insertForeignTemplate(app, 'ui-templates');
    const { body } = await create({ consentTemplateId, uiTemplateId }).expect(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'consentTemplateId' }, { path: 'uiTemplateId' }],
    });
    expect(await app.knex('svc_profiles')).toEqual(before);
  });

  test.each([
    ['no template', {}, 'consentTemplateId'],
    ['a group that is none', { consentTemplateId: 'x', complianceGroup: 'nonsense' }, 'complianceGroup'],
    ['a blank name', { consentTemplateId: 'x', name: '  ' }, 'name'],
  ])('%s', async (_what, body, path) => {
    const response = await create(body).expect(400);
    expect(response.body.details[0].path).toBe(path);
  });

  test('a default locale that is not a language tag', async () => {
    const { id } = await createTemplate(app, 'consent-templates');
    const response = await create({ consentTemplateId: id, defaultLocale: 'not a locale' }).expect(400);
    expect(response.body.details).toMatchObject([{ path: 'defaultLocale' }]);
  });
});
