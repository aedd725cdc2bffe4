import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, germanContent, serviceProfileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

/** Services of a profile: their form, texts, files and templates. */

const app = openAdminApp({ config: { tenancy } }, 'all tests');

const create = (profileJson: ProfileJson, localeContent: object = {}) =>
  app.call('post', '/profiles', { name: 'Shop EU', defaultLocale: 'en', profileJson, localeContent });
const german = { ...germanContent(), services: { youtube: { description: 'Spielt Videos ab.' } } };

describe('the services of a profile', () => {
  test('are saved, published with the texts of each language, and carried over', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: serviceProfileJson(),
      localeContent: { de: german },
    });
    const file = async (locale: string) =>
      (await app.request.get(`${app.publicBase}/profiles/default/opt-in/${locale}`).expect(200)).body;
    const english = await file('en');
    expect(english.granularity).toBe('service');
    expect(english.services.youtube).toEqual(serviceProfileJson().services?.youtube);
    expect(english.cookies.yt.service).toBe('youtube');
    expect((await file('de')).services.youtube).toMatchObject({
      name: 'YouTube',
      description: 'Spielt Videos ab.',
      category: 'marketing',
    });
    const { body } = await app.call('put', `/profiles/${id}?include=localeContent`, { name: 'New' });
    expect((body.profile ?? body).localeContent.de.services).toEqual(german.services);
  });

  test('are not in the files of a profile without any', async () => {
    const { id } = await createProfile(app);
    const { body } = await app.request.get(`${app.publicBase}/profiles/${id}`).expect(200);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['services']));
    expect(body).not.toHaveProperty('granularity');
  });

  test.each<[string, Partial<ProfileJson>, string, string]>([
    [
      'a parameter of an unknown service',
      { services: {} },
      'profileJson.cookies.ga.service',
      '"ga" is not a service',
    ],
    [
      'a service of an unknown category',
      { services: { ...serviceProfileJson().services, extra: { category: 'social', name: 'Extra' } } },
      'profileJson.services.extra.category',
      '"social" is not a category',
    ],
    [
      'a parameter in another category than its service',
      { services: { ...serviceProfileJson().services, ga: { category: 'marketing', name: 'GA' } } },
      'profileJson.cookies.ga.service',
      '"ga" belongs to the category "marketing", and this parameter to "analytics"',
    ],
  ])('with %s is refused, and nothing is saved', async (_which, overrides, path, message) => {
    const count = async () => (await app.call('get', '/profiles')).body.length;
    const before = await count();
    const { body } = await create(serviceProfileJson(overrides)).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed' });
    expect(body.details).toContainEqual({ path, message });
    expect(await count()).toBe(before);
  });

  test.each([
    ['an upper-case key', { YouTube: { category: 'marketing', name: 'YouTube' } }],
    ['a key that is too long', { ['y'.repeat(33)]: { category: 'marketing', name: 'YouTube' } }],
    ['no category', { youtube: { name: 'YouTube' } }],
    ['a script as the address', { youtube: { category: 'marketing', privacyUrl: 'javascript:alert(1)' } }],
    [
      'too many',
      Object.fromEntries(
        Array.from({ length: 65 }, (_, index) => [`s${index}`, { category: 'marketing', name: 'S' }]),
      ),
    ],
  ])('are refused with %s', async (_which, services) => {
    await create(serviceProfileJson({ services } as never)).expect(400);
  });

  test('need a name; another language shows that of the default locale', async () => {
    const services = { ...serviceProfileJson().services, meta: { category: 'marketing', name: ' ' } };
    const { body } = await create(serviceProfileJson({ services })).expect(422);
    expect(body.errors).toContainEqual(
      expect.objectContaining({
        rule: 'content/blank',
        section: 'services',
        field: 'meta.name',
        locale: 'en',
      }),
    );
    await create(serviceProfileJson(), { de: german }).expect(201);
  });

  test('warn about texts of a service that the profile does not have', async () => {
    const { body } = await create(serviceProfileJson(), {
      de: { ...german, services: { vimeo: { name: 'Vimeo' } } },
    }).expect(201);
    expect(body.warnings).toContainEqual(
      expect.objectContaining({ rule: 'content/locale-structure', field: 'services' }),
    );
  });

  test('are in differences, translations and the audit log, by name', async () => {
    const { id } = await createProfile(app, {
      profileJson: serviceProfileJson(),
      localeContent: { de: german },
    });
    const services = { ...serviceProfileJson().services };
    services.youtube = { category: 'marketing', name: 'YouTube', description: 'Shows videos.' };
    await app
      .call('put', `/profiles/${id}`, {
        profileJson: serviceProfileJson({ services, granularity: 'category' }),
      })
      .expect(200);
    const { body: diff } = await app.call('get', `/profiles/${id}/versions/1/diff/2`).expect(200);
    expect(diff.shared.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['granularity', 'services.youtube.privacyUrl']),
    );
    expect(diff.locales.en).toContainEqual({
      path: 'services.youtube.description',
      before: 'Plays videos.',
      after: 'Shows videos.',
    });
    const { body: audit } = await app.call('get', `/audit?q=${id}`).expect(200);
    expect(JSON.stringify(audit.items[0].changes)).toContain('granularity');
    const { text: csv } = await app.call('get', `/export/translations/${id}`).expect(200);
    expect(csv).toContain('services.youtube.description');
    const translated = csv.replace('Spielt Videos ab.', 'Zeigt Videos.');
    await app.request
      .post(`${app.adminBase}/profiles/${id}/import-translations`)
      .set(app.admin)
      .set('Content-Type', 'text/csv')
      .send(translated)
      .expect(200);
    const { body } = await app.call('get', `/profiles/${id}?include=localeContent`);
    expect(body.localeContent.de.services.youtube.description).toBe('Zeigt Videos.');
    expect(body.profileJson.services.youtube).toMatchObject({ category: 'marketing', name: 'YouTube' });
  });

  test('come from a template, in the categories that the group requires', async () => {
    const { cookies = {}, services = {}, preferenceModal } = serviceProfileJson();
    const template = {
      name: 'Shop',
      cookies: { ...cookies, ga: { ...cookies.ga, purpose: 'analytics' } },
      categories: {
        necessary: { legalBasis: 'mandatory', cookies: ['session', 'ga'] },
        marketing: { legalBasis: 'consent', cookies: preferenceModal?.categories?.marketing?.cookies },
      },
      services: { ...services, ga: { ...services.ga, category: 'necessary' } },
    };
    const { body: refused } = await app
      .call('post', '/consent-templates', { ...template, services })
      .expect(400);
    expect(refused.details).toContainEqual({
      path: 'services.ga.category',
      message: '"analytics" is not a category',
    });
    const { body: saved } = await app.call('post', '/consent-templates', template).expect(201);
    expect(saved.services).toEqual(template.services);
    await app.call('put', `/consent-templates/${saved.id}`, { services: {} }).expect(400);
    const { body: profile } = await app
      .call('post', '/profiles/from-template', {
        consentTemplateId: saved.id,
        name: 'From template',
        defaultLocale: 'en',
        complianceGroup: 'opt-in',
      })
      .expect(201);
    // The group does not allow analytics in a mandatory category.
    expect(profile.profileJson.services.ga.category).toBe('analytics');
    expect(profile.profileJson.cookies.ga.service).toBe('ga');
    expect(profile.profileJson.services.youtube).toEqual(services.youtube);
  });

  test('of another tenant are not found', async () => {
    const { id } = await createProfile(app, { profileJson: serviceProfileJson() });
    const other = await createTenant(app, 'services-other');
    await app.call('get', `/profiles/${id}`).set('X-Tenant-Id', other.id).expect(404);
  });
});
