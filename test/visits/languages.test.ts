import { consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';

/** A profile in both Chinese scripts, two languages with a region alone, and Norwegian under the code of one form. */
const locales = ['zh-Hant', 'zh-Hans', 'en-GB', 'fr-CA', 'nb'];
const heading = (locale: string) => `Heading in ${locale}`;

let app: TestApp;
let profileId: string;
beforeAll(async () => {
  app = await createTestApp();
  const contentIn = (locale: string) =>
    germanContent({ mainBanner: { ...germanContent().mainBanner, heading: heading(locale) } });
  ({ id: profileId } = await createActiveProfile(app, {
    defaultLocale: 'de',
    profileJson: profileJson(),
    localeContent: Object.fromEntries(locales.map((locale) => [locale, contentIn(locale)])),
  }));
});
afterAll(() => app.close());

test.each([
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['en-US', 'en-GB'],
  ['fr', 'fr-CA'],
  ['no', 'nb'],
  ['ja', 'de'],
])('a reader of %s is served %s wherever languages are matched', async (tag, locale) => {
  const { request, publicBase } = app;
  const inGermany = '?tz=Europe/Berlin';
  const resolved = await request.get(`${publicBase}/resolve-profile${inGermany}&lang=${tag}`).expect(200);
  expect(resolved.body).toMatchObject({ locale, path: `${publicBase}/profiles/default/opt-in/${locale}` });
  const byHeader = await request
    .get(`${publicBase}/resolve-profile${inGermany}`)
    .set('Accept-Language', `${tag};q=0.9, ja;q=0.1`)
    .expect(200);
  expect(byHeader.body.locale).toBe(locale);

  const bootstrap = await request.get(`${publicBase}/bootstrap${inGermany}&lang=${tag}`).expect(200);
  expect(bootstrap.body.locale).toBe(locale);
  expect(bootstrap.body.profile.currentLocale).toBe(locale);

  const auto = await request.get(`${publicBase}/profiles/auto/${tag}${inGermany}`).expect(200);
  const expected = locale === 'de' ? profileJson().mainBanner?.heading : heading(locale);
  expect(auto.body).toMatchObject({ currentLocale: tag, mainBanner: { heading: expected } });

  const place = await request
    .get(`${app.adminBase}/resolve`)
    .query({ country: 'DE', locale: tag })
    .set(await app.asAdmin())
    .expect(200);
  expect(place.body.profile.locale).toBe(locale);
});

test('a decision in a regional language counts as the language whose texts were read', async () => {
  const { submit } = consentCalls(app);
  await submit({ visitorId: 'mei', profileId, consentJson: { analytics: 'denied' }, locale: 'zh-TW' }).expect(
    200,
  );
  const { counted_as: countedAs } = await app.knex('svc_consents').where({ visitor_id: 'mei' }).first();
  expect(JSON.parse(countedAs)).toMatchObject({ locale: 'zh-Hant' });
});
