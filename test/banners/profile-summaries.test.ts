import type { LocaleContent } from '#banners/profiles/profile-schemas';
import { createUser } from '../support/accounts';
import { openAdminApp } from '../support/open-admin-app';
import { createProfile, germanContent, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const app = openAdminApp({ config: { tenancy } });

const summaries = async (header: Record<string, string> = {}) =>
  (await app.call('get', '/profiles?summary=1').set(header).expect(200)).body;

/** German texts for everything of the test profile that is to be translated. */
const complete = (): LocaleContent => {
  const german = germanContent({ choicesLink: { text: 'Datenschutz' } });
  const categories = Object.entries(german.preferenceModal?.categories ?? {}).map(([id, category]) => [
    id,
    { ...category, htmlText: 'Text.' },
  ]);
  const preferenceModal = {
    ...german.preferenceModal,
    htmlText: '<p>Wählen Sie.</p>',
    categories: Object.fromEntries(categories),
  };
  return { ...german, preferenceModal };
};

test('say who saved what when, what visitors see of it and what is left to translate', async () => {
  const author = await createUser(app, { role: ['profiles:read', 'profiles:update'] });
  const created = new Date(app.clock.now()).toISOString();
  const gaps = { ...complete(), choicesLink: undefined };
  const { id } = await createProfile(app, { localeContent: { de: complete() } });
  app.clock.advance(1000);
  const activated = new Date(app.clock.now()).toISOString();
  await app.call('post', `/profiles/${id}/activate`).expect(200);
  app.clock.advance(1000);
  const updated = new Date(app.clock.now()).toISOString();
  const content = {
    profileJson: { ...profileJson(), madeUp: true },
    localeContent: { fr: { ...gaps, mainBanner: { ...gaps.mainBanner, heading: ' ' } } },
  };
  const answer = await app.request
    .put(`${app.adminBase}/profiles/${id}`)
    .set(author.as)
    .send(content)
    .expect(200);
  expect(answer.body.warnings.length).toBeGreaterThan(0);
  expect(await summaries()).toEqual([
    {
      id,
      name: 'Shop EU',
      complianceGroup: 'opt-in',
      isActive: true,
      version: 2,
      publishedVersion: 1,
      defaultLocale: 'en',
      locales: ['en', 'de', 'fr'],
      missingTexts: { de: 0, fr: 2 },
      outdatedTexts: {},
      uncheckedTexts: {},
      textCount: 15,
      categories: { necessary: 'Necessary', analytics: 'Analytics', marketing: 'Marketing' },
      findings: { errors: 0, warnings: answer.body.warnings.length },
      createdAt: created,
      updatedAt: updated,
      activatedAt: activated,
      updatedBy: { id: author.id, email: author.email },
      consentTemplateName: null,
      uiTemplateName: null,
    },
  ]);
  const coverage = (await app.call('get', '/compliance-coverage').expect(200)).body;
  const { profile } = coverage.find(
    (entry: { complianceGroup: string }) => entry.complianceGroup === 'opt-in',
  );
  expect(profile).toMatchObject({ id, version: 2, publishedVersion: 1, missingTexts: { de: 0, fr: 2 } });
});

test('count descriptions of cookies, but not their names or the words of the widget', async () => {
  const { cookies = {} } = profileJson();
  const described = { ...cookies, ga: { ...cookies.ga, description: 'Counts.' } } as typeof cookies;
  await createProfile(app, {
    profileJson: profileJson({ cookies: described, words: { close: 'Close it' }, privacyUrl: '/privacy' }),
    localeContent: { de: complete(), fr: { ...complete(), cookies: { ga: { description: 'Compte.' } } } },
  });
  expect((await summaries())[0].missingTexts).toEqual({ de: 1, fr: 0 });
});

test('stay right after copying, rolling back and importing', async () => {
  const { id } = await createProfile(app, { localeContent: { de: complete() } });
  await app.call('put', `/profiles/${id}`, { localeContent: { de: null, fr: complete() } }).expect(200);
  await app.call('post', `/profiles/${id}/rollback`, { version: 1 }).expect(200);
  expect((await summaries())[0]).toMatchObject({
    version: 3,
    locales: ['en', 'de'],
    missingTexts: { de: 0 },
  });
  await app
    .call('post', `/profiles/${id}/import-translations`)
    .set('Content-Type', 'text/csv')
    .send('locale,mainBanner.heading\nde,\n')
    .expect(200);
  expect((await summaries())[0]).toMatchObject({ version: 4, missingTexts: { de: 1 } });
  await app.call('post', `/profiles/${id}/copy`).expect(201);
  expect((await summaries())[1]).toMatchObject({
    version: 1,
    locales: ['en', 'de'],
    missingTexts: { de: 1 },
  });
});

test('are read without the content of profiles and versions', async () => {
  await createProfile(app);
  const statements: string[] = [];
  const listen = ({ sql }: { readonly sql: string }) => void statements.push(sql);
  app.knex.on('query', listen);
  await summaries();
  app.knex.off('query', listen);
  const reading = statements.filter((sql) => /svc_profile/.test(sql));
  expect(reading).toHaveLength(1);
  expect(reading[0]).not.toMatch(/\*|_json|content|\Wfiles\W/);
});

test('are those of the tenant', async () => {
  const { header } = await createTenant(app, 'south');
  await createProfile(app);
  expect(await summaries(header)).toEqual([]);
});
