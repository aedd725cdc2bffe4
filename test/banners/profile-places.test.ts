import type { LocaleContent, ProfileJson } from '#banners/profiles/profile-schemas';
import { readCsv } from '../support/exports';
import { openAdminApp } from '../support/open-admin-app';
import { createProfile, germanContent, profileJson } from '../support/profiles';
import { createTemplate, uiTemplate } from '../support/templates';

/** The facts in a profile that compliance rules need: its visitors, the way back to the choices, the recipients. */

const app = openAdminApp();

const post = (json: ProfileJson, localeContent: Record<string, LocaleContent> = {}) =>
  app.call('post', '/profiles', { name: 'Shop', defaultLocale: 'en', profileJson: json, localeContent });
const shown = async (id: string, locale: string) =>
  (await app.request.get(`${app.publicBase}/profiles/${id}/${locale}`).expect(200)).body;
const rules = (findings: readonly { readonly rule: string }[]) => findings.map(({ rule }) => rule);

function withCookie(id: string, facts: object, overrides: Partial<ProfileJson> = {}): ProfileJson {
  const json = profileJson(overrides);
  return { ...json, cookies: { ...json.cookies, [id]: { ...json.cookies?.[id], ...facts } } } as ProfileJson;
}

describe('countries', () => {
  test('decide which laws the rules apply, and visitors do not get the list', async () => {
    const german = await post(profileJson({ countries: ['DE'] })).expect(201);
    expect(german.body.warnings).toEqual([]);
    const french = await post(profileJson({ countries: ['DE', 'FR'] })).expect(201);
    expect(french.body.warnings).toEqual([
      expect.objectContaining({
        rule: 'expiry/too-long',
        message: expect.stringContaining('365 days, and 6 months at most in FR'),
      }),
    ]);
    expect(french.body.profileJson.countries).toEqual(['DE', 'FR']);
    expect(await shown(french.body.id, 'en')).not.toHaveProperty('countries');
  });

  test('left out mean every place of the group', async () => {
    const { body } = await post(profileJson({ countries: undefined })).expect(201);
    expect(rules(body.warnings)).toEqual(['expiry/too-long']);
  });

  test.each([
    ['a code of no country', ['DE', 'ZZ'], 'profileJson.countries[1]'],
    ['lower case', ['de'], 'profileJson.countries[0]'],
    ['a name', ['Germany'], 'profileJson.countries[0]'],
    ['no list', 'DE', 'profileJson.countries'],
    ['one twice', ['DE', 'DE'], 'profileJson.countries'],
  ])('refuse %s', async (_what, countries, path) => {
    const response = await post({ ...profileJson(), countries: countries as string[] }).expect(400);
    expect(response.body.details[0].path).toBe(path);
  });

  test('can be given when cookies and categories are validated alone', async () => {
    const { cookies, preferenceModal } = withCookie('ga', {
      exemptMeasurement: true,
      preGranted: true,
      serviceProvider: true,
    });
    const validate = (countries?: string[]) =>
      app.call('post', '/profiles/validate', {
        complianceGroup: 'opt-in',
        cookies,
        categories: preferenceModal?.categories,
        countries,
      });
    const [finding] = (await validate(['FR', 'DE']).expect(200)).body.warnings;
    expect([finding.rule, finding.message]).toEqual([
      'measurement/without-consent',
      expect.stringContaining('not in DE'),
    ]);
    expect((await validate(['FR']).expect(200)).body.warnings[0].message).not.toContain('not in');
    await validate(['ZZZ']).expect(400);
  });
});

describe('the data fiduciary', () => {
  test('is asked for in India from the day of its law on', async () => {
    const indian = profileJson({ complianceGroup: 'opt-in-explicit', countries: ['IN'] });
    const day = Date.UTC(2027, 4, 13);
    if (app.clock.now() < day) {
      expect(rules((await post(indian).expect(201)).body.warnings)).toEqual([]);
      app.clock.advance(day - app.clock.now());
      app.admin = await app.asAdmin();
    }
    expect(rules((await post(indian).expect(201)).body.warnings)).toEqual(['india/fiduciary']);
    const named = { ...indian, complianceConfig: { controllerName: 'Shop Ltd', dataFiduciary: 'Shop Ltd' } };
    expect((await post(named).expect(201)).body.warnings).toEqual([]);
  });
});

describe('the lasting link', () => {
  test('is published with its title in each language, the default’s where a language has none', async () => {
    const json = profileJson({ choicesLink: { text: 'Your Privacy Choices', optOutIcon: true } });
    const { id } = await createProfile(app, {
      profileJson: json,
      localeContent: {
        de: germanContent({ choicesLink: { text: 'Ihre Wahlmöglichkeiten' } }),
        fr: germanContent(),
      },
    });
    expect((await shown(id, 'en')).choicesLink).toEqual({ text: 'Your Privacy Choices', optOutIcon: true });
    expect((await shown(id, 'de')).choicesLink).toEqual({ text: 'Ihre Wahlmöglichkeiten', optOutIcon: true });
    expect((await shown(id, 'fr')).choicesLink).toEqual({ text: 'Your Privacy Choices', optOutIcon: true });
  });

  test('has no icon unless it says so, and is left out where there is none', async () => {
    const { id } = await createProfile(app);
    expect((await shown(id, 'en')).choicesLink).toEqual({ text: 'Privacy settings', optOutIcon: false });
    const without = await post(profileJson({ choicesLink: undefined })).expect(201);
    expect(rules(without.body.warnings)).toEqual(['choices/no-lasting-link']);
    expect(await shown(without.body.id, 'en')).not.toHaveProperty('choicesLink');
  });

  test('must have a title', async () => {
    const response = await post(profileJson({ choicesLink: { text: ' ' } }), {
      de: germanContent({ choicesLink: {} }),
    }).expect(422);
    const blank = (locale: string) =>
      expect.objectContaining({ rule: 'content/blank', locale, section: 'choicesLink', field: 'text' });
    expect(response.body.errors).toEqual([blank('en'), blank('de')]);
  });

  test('has the same icon in every language', async () => {
    const { body } = await post(profileJson(), {
      de: germanContent({ choicesLink: { text: 'Datenschutz', optOutIcon: true } }),
    }).expect(201);
    expect(body.warnings).toEqual([
      expect.objectContaining({
        rule: 'content/locale-structure',
        locale: 'de',
        section: 'choicesLink',
        field: 'optOutIcon',
      }),
    ]);
    expect((await shown(body.id, 'de')).choicesLink).toEqual({ text: 'Datenschutz', optOutIcon: false });
  });

  test('is translated with the other texts, and seen in a comparison of versions', async () => {
    const { id } = await createProfile(app);
    const csv = (await app.call('get', `/export/translations/${id}`).expect(200)).text;
    expect(readCsv(csv).rows.map((row) => row['choicesLink.text'])).toEqual(['Privacy settings', '']);
    await app
      .call('post', `/profiles/${id}/import-translations`)
      .set('Content-Type', 'text/csv')
      .send('locale,choicesLink.text\r\nde,Datenschutzeinstellungen\r\n')
      .expect(200);
    expect((await shown(id, 'de')).choicesLink.text).toBe('Datenschutzeinstellungen');
    const { body: diff } = await app.call('get', `/profiles/${id}/versions/1/diff/2`).expect(200);
    expect(diff).toMatchObject({
      shared: [],
      locales: { de: [{ path: 'choicesLink.text', before: null, after: 'Datenschutzeinstellungen' }] },
    });

    await app
      .call('post', `/profiles/${id}/import-translations`)
      .set('Content-Type', 'text/csv')
      .send('locale,choicesLink.text\r\nde,\r\n')
      .expect(200);
    expect((await shown(id, 'de')).choicesLink.text).toBe('Privacy settings');
  });

  test('keeps its title when another locale becomes the default', async () => {
    const { id } = await createProfile(app);
    const german = profileJson({
      ...germanContent({ choicesLink: { text: 'Datenschutz' } }),
      mainBanner: { ...profileJson().mainBanner, ...germanContent().mainBanner },
    });
    await app.call('put', `/profiles/${id}`, { defaultLocale: 'de', profileJson: german }).expect(200);
    expect((await shown(id, 'en')).choicesLink).toEqual({ text: 'Privacy settings', optOutIcon: false });
    expect((await shown(id, 'de')).choicesLink).toEqual({ text: 'Datenschutz', optOutIcon: false });
  });
});

describe('facts about the recipients of data', () => {
  test('reach visitors, and are checked', async () => {
    const facts = {
      serviceProvider: true,
      providerContact: 'privacy@provider.example',
      providerCountry: 'US',
    };
    const { body } = await post(withCookie('ga', facts)).expect(201);
    expect((await shown(body.id, 'en')).cookies.ga).toMatchObject(facts);
    for (const wrong of [{ serviceProvider: 'yes' }, { providerCountry: 'USA' }, { providerContact: 7 }])
      await post(withCookie('ga', wrong)).expect(400);
  });
});

describe('audience measurement that is exempt in some countries', () => {
  const measured = (facts: object) => {
    const json = withCookie('ga', { exemptMeasurement: true, firstParty: true, ...facts });
    const categories = json.preferenceModal?.categories;
    Object.assign(categories?.analytics ?? {}, { legalBasis: 'mandatory' });
    return json;
  };

  test('can be saved without consent, with a warning', async () => {
    for (const exemptMeasurement of [true, undefined]) {
      const { body } = await post(measured({ exemptMeasurement, duration: '13 months' })).expect(201);
      expect(rules(body.warnings)).toEqual(['measurement/without-consent']);
    }
  });

  test('is refused when it is kept for too long, marked or not', async () => {
    const long = await post(measured({ duration: '2 Jahre' })).expect(422);
    expect(rules(long.body.errors)).toEqual(['measurement/not-exempt']);
    const unmarked = await post(measured({ exemptMeasurement: undefined, duration: '2 Jahre' })).expect(422);
    expect(rules(unmarked.body.errors)).toEqual(['consent/mandatory-basis']);
  });
});

test('Italian visitors need an X, which the UI template gives', async () => {
  const json = profileJson({ countries: ['IT'] });
  expect(rules((await post(json).expect(201)).body.warnings)).toEqual(['banner/no-close']);
  const template = uiTemplate();
  const { id: uiTemplateId } = await createTemplate(app, 'ui-templates', {
    ...template,
    mainBanner: { ...template.mainBanner, showClose: true },
  });
  expect((await post({ ...json, uiTemplateId }).expect(201)).body.warnings).toEqual([]);
});

test('a site for children is warned of each cookie that advertises to them', async () => {
  const { body } = await post(profileJson({ forChildren: true, countries: ['DE'] })).expect(201);
  expect(body.warnings).toEqual([
    expect.objectContaining({
      rule: 'children/advertising',
      parameter: 'pixel',
      message: expect.stringContaining('below 16 years'),
    }),
    expect.objectContaining({ rule: 'age/no-gate' }),
  ]);
});
