import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const app = openAdminApp({ onDisk: true, config: { tenancy } });

const get = (path: string) => app.call('get', `/profiles${path}`);
const partial = () => {
  const { mainBanner, ...rest } = germanContent();
  return { ...rest, mainBanner: { htmlText: '<p>Cookies?</p>', buttons: mainBanner?.buttons } };
};

describe('the own texts of each locale', () => {
  test('are returned on request, without the texts that come from the default locale', async () => {
    const { id } = await createProfile(app, { localeContent: { de: partial(), fr: germanContent() } });
    expect((await get(`/${id}`).expect(200)).body).not.toHaveProperty('localeContent');
    const { body, headers } = await get(`/${id}?include=localeContent`).expect(200);
    expect(headers.etag).toBe('"1"');
    expect(Object.keys(body.localeContent).sort()).toEqual(['de', 'fr']);
    expect(body.localeContent.de).toEqual(partial());
    expect(body.localeContent.fr.mainBanner.heading).toBe('Ihre Privatsphäre');
    expect(body.profileJson.mainBanner.heading).toBe('Your privacy');
    // The file that visitors get has the default locale's heading in its place.
    const file = (await get(`/${id}/versions/1?locale=de`).expect(200)).body;
    expect(file.mainBanner.heading).toBe('Your privacy');
  });

  test.each([
    ['of a built-in group', {}],
    ['without a group', { complianceGroup: undefined }],
  ])('are in the answer to an update of a profile %s, as they are read afterwards', async (_which, group) => {
    const json = profileJson(group);
    const { id } = await createProfile(app, { profileJson: json, localeContent: { de: germanContent() } });
    const mainBanner = { ...json.mainBanner, heading: 'Your choice' };
    const send = (query: string) =>
      app
        .call('put', `/profiles/${id}${query}`)
        .send({ profileJson: { ...json, mainBanner } })
        .expect(200);
    const { warnings, ...saved } = (await send('?include=localeContent')).body;
    expect(saved.profile ?? saved).toEqual((await get(`/${id}?include=localeContent`)).body);
    expect((saved.profile ?? saved).outdatedTexts.de).toEqual({ 'mainBanner.heading': 2 });
    expect(warnings).toEqual(expect.any(Array));
    const plain = (await send('')).body;
    expect(plain.profile ?? plain).not.toHaveProperty('localeContent');
  });

  test('belong to the version, also of an archived profile', async () => {
    const mainBanner = { ...profileJson().mainBanner, htmlText: '<p>Cookies?</p>' };
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ mainBanner }),
      localeContent: { de: partial() },
    });
    await app.call('put', `/profiles/${id}`, { localeContent: { de: germanContent() } }).expect(200);
    expect((await get(`/${id}?include=localeContent`)).body.localeContent.de.mainBanner.heading).toBe(
      'Ihre Privatsphäre',
    );
    await app.call('delete', `/profiles/${id}`).expect(200);
    const { body } = await get(`/${id}/versions/1/content`).expect(200);
    expect(body).toEqual({
      id,
      version: 1,
      name: 'Shop EU',
      createdAt: expect.stringMatching(/Z$/),
      defaultLocale: 'en',
      profileJson: { ...profileJson({ mainBanner }), locales: ['en', 'de'] },
      localeContent: { de: partial() },
      outdatedTexts: {},
      uncheckedTexts: {},
    });
    await get(`/${id}?include=localeContent`).expect(404);
  });

  test('can be saved again as they were returned', async () => {
    const { id } = await createProfile(app, { localeContent: { de: germanContent() } });
    const { profileJson, localeContent } = (await get(`/${id}?include=localeContent`)).body;
    await app.call('put', `/profiles/${id}`, { profileJson, localeContent }).expect(200);
    const diff = (await get(`/${id}/versions/1/diff/2`).expect(200)).body;
    expect([diff.shared, diff.locales]).toEqual([[], {}]);
  });

  test('are refused for unknown versions, other tenants and unknown parts', async () => {
    const { id } = await createProfile(app);
    for (const version of ['2', '0', 'x', '1.0'])
      expect((await get(`/${id}/versions/${version}/content`).expect(404)).body.code).toBe(
        'version_not_found',
      );
    expect((await get(`/${id}?include=everything`).expect(400)).body.code).toBe('validation_failed');
    const { id: tenant } = await createTenant(app, 'south');
    for (const [path, code] of [
      [`/${id}?include=localeContent`, 'profile_not_found'],
      [`/${id}/versions/1/content`, 'version_not_found'],
    ])
      expect((await get(`${path}`).set('X-Tenant-Id', tenant).expect(404)).body.code).toBe(code);
  });
});
