import { firstOf, headerGeoProvider, timezoneGeoProvider } from 'express-consent';
import { jurisdictions } from '#standards/jurisdiction/index';
import { allGranted, consentCalls, cookieOf } from '../support/consent';
import {
  createTestApp,
  createTestClock,
  type TestApp,
  type TestAppOptions,
} from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { receiptCalls } from '../support/receipts';

/**
 * Which group each place of the world is in, as a visitor there meets it: written out by hand here, so that a
 * slip in the table of laws or in the lookup shows. Places come from headers, the moment from the service's
 * clock.
 */
const atReview = Date.UTC(2026, 10, 20, 12);

/** Countries with nothing more known, at the review. */
const groupsOfCountries: Readonly<Record<string, string>> = {
  'opt-in-explicit': 'AZ BY CN KR KZ OM RU TR VN',
  'opt-in':
    'AD AE AG AL AM AO AR AT AX BA BB BE BF BG BH BJ BL BQ BR BV BW CA CD CF CG CI CM CO CR CU CV CW CY CZ DE DK DO DZ EC EE EG EH ES ET FI FO FR GA GE GF ' +
    'GG GH GI GM GN GP GQ GR HR HU ID IE IM IS IT JE JM JO KE KG KW KY LA LI LS LT LU LV MA MC MD ME MF MG MK ML MN MO MQ MR MT MU MW NC NE NG NI NL NO NP PA ' +
    'PE PF PH PL PM PT QA RE RO RS RW SA SC SE SI SJ SK SM SN SO ST SV SX SZ TD TF TG TH TJ TM TN TZ UA UG UY UZ VG WF XK YT ZA ZM ZW',
  'opt-in-exempt': 'GB',
  'opt-out-strict': 'US',
  'notice-opt-out': 'AU BM BN CC CH CX HK HM IL JP MX MY NF SG TW',
  'notice-only':
    'AS AW BD BI BS BT BZ CL DJ GD GL GU GY IN KH KN LB LC LK MM MP MZ NZ PR PY SY TT UM VA VI VU',
  unregulated:
    'AF AI AQ BO CK DM ER FJ FK FM GS GT GW HN HT IO IQ IR KI KM KP LR LY MH MS MV NA NR NU PG PK PN PS PW SB SD SH SL SR SS TC TK TL TO TV VC VE WS YE',
};

/** States of the US and the District of Columbia, at the review. */
const groupsOfStates: Readonly<Record<string, string>> = {
  'opt-out-strict': 'CA CO CT DE MD MN MT NE NH NJ OR TX',
  'opt-out': 'FL IA IN KY NV RI TN UT VA',
  'notice-only': 'AK AL AR AZ DC GA HI ID IL KS LA MA ME MI MO MS NC ND NM NY OH OK PA SC SD VT WA WI WV WY',
};

/** Later changes of laws, from 00:00 UTC of the day: law, child age and group before and from then on. */
const changes = [
  ['CL', '', '2026-12-01', ['Law 19.628', null, 'notice-only'], ['LPDP', 14, 'opt-in']],
  ['US', 'OK', '2027-01-01', ['FTC Act', 13, 'notice-only'], ['OKCDPA', 13, 'opt-out']],
  ['US', 'LA', '2027-01-01', ['FTC Act', 13, 'notice-only'], ['LDPA', 13, 'opt-out-strict']],
  ['US', 'AL', '2027-05-01', ['FTC Act', 13, 'notice-only'], ['APDPA', 16, 'opt-out-strict']],
  [
    'BD',
    '',
    '2027-05-06',
    ['No general data protection law in force', null, 'notice-only'],
    ['PDPO', null, 'opt-in'],
  ],
  [
    'IN',
    '',
    '2027-05-13',
    ['IT Act s. 43A + SPDI Rules 2011', null, 'notice-only'],
    ['DPDPA', 18, 'opt-in-explicit'],
  ],
  [
    'IN',
    'MH',
    '2027-05-13',
    ['IT Act s. 43A + SPDI Rules 2011', null, 'notice-only'],
    ['DPDPA', 18, 'opt-in-explicit'],
  ],
  ['PY', '', '2027-11-27', ['Law 6534/2020', null, 'notice-only'], ['Law 7593', null, 'opt-in']],
  ['US', 'VT', '2028-01-01', ['FTC Act', 13, 'notice-only'], ['VDPOSA', 18, 'opt-out-strict']],
] as const;

const rows = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([group, places]) =>
    places.split(' ').map((place) => [place, group] as const),
  );

const opened: TestApp[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

async function open(now: number, config: TestAppOptions['config'] = {}): Promise<TestApp> {
  const geo = headerGeoProvider({ country: 'x-country', region: 'x-region' });
  const app = await createTestApp({
    clock: createTestClock(now),
    config: { geo, rateLimit: false, ...config },
  });
  opened.push(app);
  await app.service.start();
  return app;
}

const ask = (app: TestApp, path: string, country = '', region = '') =>
  app.request.get(`${app.publicBase}${path}`).set({ 'X-Country': country, 'X-Region': region });
const resolved = async (app: TestApp, country?: string, region?: string) =>
  (await ask(app, '/resolve-profile', country, region).expect(200)).body;

describe('at the review', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open(atReview);
  });

  test('every country has a line here, once', () => {
    const countries = rows(groupsOfCountries).map(([country]) => country);
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.sort()).toEqual(Object.keys(jurisdictions).sort());
    expect(countries).toHaveLength(250);
  });

  test.each(rows(groupsOfCountries))('a visitor from %s is in %s', async (country, group) => {
    const body = await resolved(app, country);
    expect(body).toMatchObject({
      complianceGroup: group,
      country,
      region: null,
      gpcBinding: group === 'opt-out-strict',
    });
    expect(body.law).toEqual(expect.stringMatching(/^\S/));
  });

  test('every state has a line here', () => {
    expect(new Set(rows(groupsOfStates).map(([state]) => state)).size).toBe(51);
  });

  test.each(rows(groupsOfStates))('a visitor from US-%s is in %s', async (state, group) => {
    expect(await resolved(app, 'US', state)).toMatchObject({
      complianceGroup: group,
      country: 'US',
      region: state,
      gpcBinding: group === 'opt-out-strict',
    });
  });

  test.each([
    ['CA', 'QC', 'opt-in', 'Law 25'],
    ['CA', 'ON', 'notice-opt-out', 'PIPEDA'],
    ['CA', 'AB', 'notice-opt-out', 'PIPA Alberta'],
    ['CA', 'BC', 'notice-opt-out', 'PIPA BC'],
    ['CA', '', 'opt-in', 'PIPEDA'],
    ['DE', 'BY', 'opt-in', 'GDPR'],
    ['US', 'CA', 'opt-out-strict', 'CPRA'],
    ['US', 'PR', 'notice-only', 'FTC Act'],
    ['US', 'SC', 'notice-only', 'SC AACD'],
    ['US', '', 'opt-out-strict', 'US state laws'],
    ['GM', '', 'opt-in', 'PDPPA'],
    ['BR', 'SP', 'opt-in', 'LGPD'],
  ])('%s %s is in %s under %s', async (country, region, group, law) => {
    expect(await resolved(app, country, region)).toMatchObject({
      complianceGroup: group,
      law,
      country,
      region: region || null,
    });
  });

  test.each([
    ['FR', '', { childAge: 15, sensitiveGroup: null, consentMonths: 6, reaskMonths: 6 }],
    ['IT', '', { childAge: 14, consentMonths: null, reaskMonths: 6 }],
    ['IE', '', { childAge: 16, sensitiveGroup: null, consentMonths: 6 }],
    ['DE', '', { childAge: 16, sensitiveGroup: null, consentMonths: null }],
    ['TH', '', { childAge: 20, sensitiveGroup: null, consentMonths: null }],
    ['US', 'VA', { childAge: 13, sensitiveGroup: 'opt-in', consentMonths: null }],
    ['US', 'CA', { childAge: 16, sensitiveGroup: null, consentMonths: null, reaskMonths: 12 }],
    ['US', 'SC', { childAge: 18, sensitiveGroup: null, consentMonths: null }],
    ['US', 'OH', { childAge: 13, sensitiveGroup: null, consentMonths: null }],
    ['US', '', { childAge: 18, sensitiveGroup: 'opt-in', consentMonths: null }],
    ['CA', 'BC', { childAge: 13, sensitiveGroup: 'opt-in', consentMonths: null }],
    ['XX', '', { childAge: null, sensitiveGroup: null, consentMonths: null }],
  ])(
    '%s %s gets the child age, the group for sensitive data and the longest validity of a choice',
    async (country, region, terms) => {
      expect(await resolved(app, country, region)).toMatchObject(terms);
    },
  );

  test.each(['', 'XX', 'T1', 'EU', 'A1', 'Germany'])(
    'a visitor from %j is nowhere, and in the default group',
    async (country) => {
      expect(await resolved(app, country, 'CA')).toMatchObject({
        complianceGroup: 'opt-in',
        country: null,
        region: null,
        law: null,
        gpcBinding: false,
      });
    },
  );
});

describe('a law to come', () => {
  test.each(changes)(
    'changes law, child age and group of %s %s together on %s, at the moment of the request',
    async (country, region, day, before, after) => {
      const app = await open(Date.parse(day) - 1);
      const answer = async () => {
        const { law, childAge, complianceGroup, gpcBinding } = await resolved(app, country, region);
        return [law, childAge, complianceGroup, gpcBinding];
      };
      expect(await answer()).toEqual([...before, false]);
      app.clock.advance(1);
      expect(await answer()).toEqual([...after, after[2] === 'opt-out-strict']);
    },
  );

  test('is named by no receipt of a decision made before it', async () => {
    const app = await open(Date.parse('2027-05-13') - 1);
    const { id } = await createActiveProfile(app, { profileJson: profileJson({ allowReceipt: true }) });
    const decide = () =>
      consentCalls(app)
        .submit({ visitorId: 'delhi', profileId: id, consentJson: allGranted })
        .set({ 'X-Country': 'IN', Cookie: cookieOf('delhi') });
    const receiptLaw = async () => (await receiptCalls(app).json('delhi').expect(200)).body.law;
    await decide().expect(200);
    app.clock.advance(86_400_000);
    expect(await receiptLaw()).toBe('IT Act s. 43A + SPDI Rules 2011');
    await decide().expect(200);
    expect(await receiptLaw()).toBe('DPDPA');
  });

  test('and nothing else moves a country or a state in the ten years after the review', async () => {
    const app = await open(Date.UTC(2036, 10, 20));
    const moved = new Map<string, string>(
      changes.map(([country, region, , , [, , after]]) => [`${country}${region}`, after]),
    );
    for (const [country, group] of rows(groupsOfCountries)) {
      expect([country, (await resolved(app, country)).complianceGroup]).toEqual([
        country,
        moved.get(country) ?? group,
      ]);
    }
    for (const [state, group] of rows(groupsOfStates)) {
      expect([state, (await resolved(app, 'US', state)).complianceGroup]).toEqual([
        state,
        moved.get(`US${state}`) ?? group,
      ]);
    }
  });

  test('moves the automatic profile too', async () => {
    const app = await open(Date.now());
    const eu = await createActiveProfile(app);
    const notice = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'notice-only' }),
    });
    const automatic = async () => (await ask(app, '/profiles/auto/en', 'PY').expect(200)).body;
    const begun = app.clock.now();
    app.clock.advance(Date.UTC(2027, 10, 26) - begun);
    expect(await automatic()).toMatchObject({ id: notice.id, resolvedComplianceGroup: 'notice-only' });
    app.clock.advance(86_400_000);
    expect(await automatic()).toMatchObject({ id: eu.id, resolvedComplianceGroup: 'opt-in' });
  });
});

describe('the configuration', () => {
  test('replaces the group of single countries and regions, custom groups among them', async () => {
    const app = await open(atReview, {
      compliance: {
        jurisdictions: {
          DE: 'opt-in-explicit',
          'US-CA': 'kiosk',
          CA: 'notice-only',
          'CA-QC': 'opt-in-explicit',
          IN: 'opt-in',
        },
      },
    });
    expect(await resolved(app, 'DE')).toMatchObject({ complianceGroup: 'opt-in-explicit', law: 'GDPR' });
    expect(await resolved(app, 'DE', 'BE')).toMatchObject({
      complianceGroup: 'opt-in-explicit',
      region: 'BE',
    });
    expect(await resolved(app, 'US', 'CA')).toMatchObject({
      complianceGroup: 'kiosk',
      law: 'CPRA',
      gpcBinding: true,
    });
    expect(await resolved(app, 'US', 'CO')).toMatchObject({ complianceGroup: 'opt-out-strict' });
    expect(await resolved(app, 'US')).toMatchObject({ complianceGroup: 'opt-out-strict' });
    expect(await resolved(app, 'CA')).toMatchObject({ complianceGroup: 'notice-only' });
    expect(await resolved(app, 'CA', 'QC')).toMatchObject({ complianceGroup: 'opt-in-explicit' });
    expect(await resolved(app, 'IN')).toMatchObject({ complianceGroup: 'opt-in' });
    expect(await resolved(app, 'AT')).toMatchObject({ complianceGroup: 'opt-in', law: 'GDPR' });
  });

  test('describes the group of an unknown country, including a custom group', async () => {
    const app = await open(atReview, { compliance: { defaultGroup: 'kiosk' } });
    expect(await resolved(app)).toMatchObject({ complianceGroup: 'kiosk', law: null });
    expect(await resolved(app, 'FR')).toMatchObject({ complianceGroup: 'opt-in' });
  });

  test.each(['opt-in-explicit', 'opt-out-strict', 'unregulated', 'kiosk'])(
    'fixes the group to %s wherever the visitor is',
    async (type) => {
      const app = await open(atReview, { compliance: { type, jurisdictions: { DE: 'opt-out' } } });
      for (const country of ['DE', 'US', 'AF', '']) {
        const fixed = {
          complianceGroup: type,
          country: null,
          region: null,
          law: null,
          gpcBinding: type === 'opt-out-strict',
        };
        expect(await resolved(app, country, 'CA')).toMatchObject(fixed);
      }
      expect((await ask(app, '/profiles/auto/en', 'DE').expect(404)).body.code).toBe('auto_disabled');
    },
  );
});

describe('the automatic profile', () => {
  test('falls back to the default group’s profile, then to the one activated last, then to none', async () => {
    const app = await open(Date.now(), { compliance: { defaultGroup: 'opt-out' } });
    const automatic = (country: string, query = '') => ask(app, `/profiles/auto/de${query}`, country);
    expect((await automatic('DE').expect(404)).body.code).toBe('profile_not_found');
    const activate = async (complianceGroup: 'unregulated' | 'notice-only' | 'opt-out' | 'opt-in') => {
      app.clock.advance(1000);
      return (await createActiveProfile(app, { profileJson: profileJson({ complianceGroup }) })).id;
    };
    const first = await activate('unregulated');
    const last = await activate('notice-only');
    expect((await automatic('DE').expect(200)).body).toMatchObject({
      id: last,
      resolvedComplianceGroup: 'opt-in',
      currentLocale: 'de',
    });
    expect((await automatic('AF').expect(200)).body).toMatchObject({
      id: first,
      resolvedComplianceGroup: 'unregulated',
    });
    const fallback = await activate('opt-out');
    await activate('notice-only');
    expect((await automatic('DE').expect(200)).body).toMatchObject({
      id: fallback,
      complianceGroup: 'opt-out',
      resolvedComplianceGroup: 'opt-in',
    });
    const own = await activate('opt-in');
    expect((await automatic('DE').expect(200)).body).toMatchObject({
      id: own,
      resolvedComplianceGroup: 'opt-in',
    });
  });

  test('finds the place by `tz`, and by `lang` inside a zone of several countries', async () => {
    const app = await createTestApp();
    opened.push(app);
    const swiss = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'notice-opt-out' }),
    });
    const eu = await createActiveProfile(app);
    const automatic = async (query: string) =>
      (await app.request.get(`${app.publicBase}/profiles/auto/de${query}`).expect(200)).body;
    expect(await automatic('?tz=Europe/Zurich')).toMatchObject({
      id: swiss.id,
      resolvedComplianceGroup: 'notice-opt-out',
    });
    expect(await automatic('?tz=Europe/Zurich&lang=de-LI,de;q=0.9')).toMatchObject({
      id: eu.id,
      resolvedComplianceGroup: 'opt-in',
    });
    expect(await automatic('?lang=de-CH')).toMatchObject({ id: eu.id, resolvedComplianceGroup: 'opt-in' });
  });

  test('is 400 for an invalid locale, and never stored by a shared cache', async () => {
    const app = await open(Date.now());
    await createActiveProfile(app);
    expect((await ask(app, '/profiles/auto/not_a_tag', 'DE').expect(400)).body.code).toBe(
      'validation_failed',
    );
    const { headers } = await ask(app, '/profiles/auto/en', 'DE').expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    await ask(app, '/profiles/auto/en', 'DE')
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
  });
});

test('a server that resolves for a visitor with its API key is not taken for the visitor', async () => {
  const app = await open(Date.now(), {
    geo: firstOf(headerGeoProvider({ country: 'x-country' }), timezoneGeoProvider()),
  });
  const { key } = (
    await app.request
      .post(`${app.adminBase}/apikeys`)
      .set(await app.asAdmin())
      .send({ name: 'SSR' })
      .expect(201)
  ).body;
  // The headers are those of the server's own connection; the time zone is what the browser told it.
  const { body } = await ask(app, '/resolve-profile?tz=Asia/Tokyo', 'DE').set('X-API-Key', key).expect(200);
  expect(body).toMatchObject({ country: 'JP', complianceGroup: 'notice-opt-out' });
  expect((await ask(app, '/resolve-profile?tz=Asia/Tokyo', 'DE').expect(200)).body.country).toBe('DE');
});
