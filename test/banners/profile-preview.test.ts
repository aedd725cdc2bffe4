import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';

const app = openAdminApp();
const preview = (body: object) => app.call('post', '/profiles/preview', body);
const content = () => ({
  defaultLocale: 'en',
  profileJson: profileJson(),
  localeContent: { de: germanContent() },
});

describe('previewing content that is not saved', () => {
  test('answers what publishing the same content gives visitors, in each language', async () => {
    const { id } = await createActiveProfile(app, content());
    for (const locale of ['en', 'de']) {
      const { body } = await preview({ ...content(), locale }).expect(200);
      const published = (await app.request.get(`${app.publicBase}/profiles/${id}/${locale}`).expect(200))
        .body;
      expect({ ...body.profile, id }).toEqual(published);
      expect(body.errors).toEqual([]);
    }
  });

  test('saves nothing', async () => {
    const rows = async () =>
      Promise.all(
        ['svc_profiles', 'svc_profile_versions', 'svc_audit'].map((name) => app.knex(name).count()),
      );
    const before = await rows();
    await preview(content()).expect(200);
    expect(await rows()).toEqual(before);
  });

  test('shows the default language where there is no other', async () => {
    for (const locale of ['fr', 'not a language']) {
      const { body } = await preview({ ...content(), locale }).expect(200);
      expect(body.profile.currentLocale).toBe('en');
    }
  });

  test('removes markup that visitors would not get', async () => {
    const sent = content();
    const mainBanner = { ...sent.profileJson.mainBanner, htmlText: '<p>Hi<img src=x onerror=alert(1)></p>' };
    const { body } = await preview({ ...sent, profileJson: { ...sent.profileJson, mainBanner } }).expect(200);
    expect(body.profile.mainBanner.htmlText).toBe('<p>Hi</p>');
  });

  test('shows content that cannot be saved yet, and says why', async () => {
    const sent = content();
    const mainBanner = { ...sent.profileJson.mainBanner, htmlText: '' };
    const { body } = await preview({ ...sent, profileJson: { ...sent.profileJson, mainBanner } }).expect(200);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'htmlText' })]);
    expect(body.profile.preferenceModal.heading).toBe(sent.profileJson.preferenceModal?.heading);
  });

  test('judges missing texts as a save of the changed languages does', async () => {
    const { id } = await createActiveProfile(app, content());
    const { preferenceModal } = profileJson();
    const maps = { heading: 'Maps', htmlText: 'Shows maps.', legalBasis: 'consent', cookies: [] };
    const sent = {
      ...content(),
      profileJson: {
        ...profileJson(),
        preferenceModal: { ...preferenceModal, categories: { ...preferenceModal?.categories, maps } },
      },
    };
    const missing = { locale: 'de', section: 'preferenceModal', field: 'categories.maps.heading' };
    const unchanged = (await preview({ ...sent, changedLocales: [] }).expect(200)).body;
    expect(unchanged.errors).toEqual([]);
    expect(unchanged.warnings).toContainEqual(
      expect.objectContaining({ ...missing, rule: 'content/untranslated' }),
    );
    for (const changed of [{}, { changedLocales: ['DE'] }]) {
      const { errors } = (await preview({ ...sent, ...changed }).expect(200)).body;
      expect(errors).toEqual([expect.objectContaining({ ...missing, rule: 'content/blank' })]);
    }
    await app.call('put', `/profiles/${id}`, sent).expect(422);
    const saved = await app.call('put', `/profiles/${id}`, { profileJson: sent.profileJson }).expect(200);
    expect(saved.body.warnings).toEqual(unchanged.warnings);
  });

  test('refuses what has another form, and who may not read profiles', async () => {
    await preview({ ...content(), defaultLocale: '?' }).expect(400);
    await preview({ defaultLocale: 'en' }).expect(400);
    await app.request.post(`${app.adminBase}/profiles/preview`).send(content()).expect(401);
  });
});
