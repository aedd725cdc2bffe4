import { ConfigError } from 'express-consent';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { complianceGroupIds, complianceRules } from '#standards/compliance/index';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';

let app: TestApp;
/** One app for the tests of the surrounding describe. */
function shareApp(): void {
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
}

interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly locale?: string;
  readonly parameter?: string;
}
const rulesOf = (findings: readonly Finding[]) => findings.map(({ rule }) => rule);

async function post(profile: object, to = app) {
  const body = { name: 'Shop', defaultLocale: 'en', ...profile };
  return to.request
    .post(`${to.adminBase}/profiles`)
    .set(await to.asAdmin())
    .send(body);
}

const withRules = (rules: Record<string, 'error' | 'warning' | 'off'>, options: TestAppOptions = {}) =>
  createTestApp({
    ...options,
    config: { compliance: { dataSigningHash: 'test data signing hash, long enough too', rules } },
  });

/** The fixture with single facts of one cookie changed. */
function withCookie(id: string, facts: object, overrides: Partial<ProfileJson> = {}): ProfileJson {
  const json = profileJson(overrides);
  return { ...json, cookies: { ...json.cookies, [id]: { ...json.cookies?.[id], ...facts } } } as ProfileJson;
}

describe('saving a profile', () => {
  shareApp();

  test('is refused with every blocking fault, every blank text and every warning at once', async () => {
    const response = await post({
      profileJson: withCookie('ga', { preGranted: true, provider: undefined }),
      localeContent: {
        de: germanContent({ preferenceModal: { ...germanContent().preferenceModal, heading: ' ' } }),
      },
    });
    expect(response.status).toBe(422);
    expect(response.body.code).toBe('profile_invalid');
    expect(rulesOf(response.body.errors)).toEqual(['content/blank', 'consent/pre-granted']);
    expect(response.body.errors[1]).toEqual({
      rule: 'consent/pre-granted',
      message:
        'The analytics cookie “ga” is granted before the visitor has chosen: set its preGranted to false, in cookiesOverride too',
      parameter: 'ga',
      law: expect.stringContaining('Planet49'),
    });
    expect(rulesOf(response.body.warnings)).toEqual(['parameter/undisclosed']);
    expect((await app.request.get(`${app.adminBase}/profiles`).set(await app.asAdmin())).body).toEqual([]);
  });

  test('returns warnings with the saved profile, also when it is saved again', async () => {
    const json = profileJson({ expiryDays: 700 });
    const created = await post({ profileJson: json });
    expect(created.status).toBe(201);
    expect(created.body.warnings).toEqual([
      expect.objectContaining({ rule: 'expiry/too-long', message: expect.stringContaining('700 days') }),
    ]);

    const again = await app.request
      .put(`${app.adminBase}/profiles/${created.body.id}`)
      .set(await app.asAdmin())
      .send({ name: 'Renamed' });
    expect([again.status, again.body.profile.version, rulesOf(again.body.warnings)]).toEqual([
      200,
      2,
      ['expiry/too-long'],
    ]);
  });

  test('looks at each language’s own banner', async () => {
    const german = germanContent({
      mainBanner: {
        ...germanContent().mainBanner,
        htmlText: '<p>Shop Ltd und 2 Partner: <a href="javascript:alert(1)">mehr</a></p>',
      },
    });
    const { body } = await post({
      profileJson: profileJson(),
      localeContent: { de: german, fr: germanContent() },
    });
    // The script link was taken out before the rules looked.
    expect(body.warnings.map(({ rule, locale }: Finding) => `${rule} ${locale}`)).toEqual([
      'content/sanitised de',
      'banner/no-policy-link de',
    ]);
  });

  test('warns of labels that mislead, of silence taken as consent and of a law that is stricter', async () => {
    const { mainBanner } = profileJson();
    const response = await post({
      profileJson: profileJson({
        complianceGroup: 'opt-in-exempt',
        countries: ['FR'],
        mainBanner: {
          ...mainBanner,
          htmlText:
            '<p>Shop Ltd and 2 partners. If you do not object within 5 seconds, we begin. Your choice is final. <a href="/privacy">More</a></p>',
          buttons: [
            { text: 'Reject all', style: 'primary', action: 'custom', cookies: '*' },
            { text: 'Subscribe for 9.99 EUR', style: 'primary', action: 'custom', cookies: '!' },
            { text: 'Settings', style: 'secondary', action: 'manage' },
          ],
        },
      }),
    });
    expect(response.status).toBe(201);
    expect(rulesOf(response.body.warnings)).toEqual(
      expect.arrayContaining([
        'button/misleading-label',
        'button/pay-to-refuse',
        'wording/silence',
        'wording/no-withdrawal',
        'countries/stricter-law',
      ]),
    );
  });

  test('applies the rules to cookiesOverride as well', async () => {
    const response = await post({
      profileJson: profileJson({ cookiesOverride: { pixel: { preGranted: true } } }),
    });
    expect([response.status, rulesOf(response.body.errors)]).toEqual([422, ['consent/pre-granted']]);
  });

  test('uses the group’s own gpcMode and 365 days by default', async () => {
    const strict = { complianceGroup: 'opt-out-strict' } as const;
    const silent = await post({ profileJson: profileJson(strict) });
    expect([silent.status, rulesOf(silent.body.warnings)]).toEqual([
      201,
      ['gpc/no-banner', 'countries/stricter-law'],
    ]);
    const ignoring = await post({
      profileJson: profileJson({ ...strict, gpcMode: 'ignore', expiryDays: 30 }),
    });
    expect([ignoring.status, rulesOf(ignoring.body.errors), rulesOf(ignoring.body.warnings)]).toEqual([
      422,
      ['gpc/ignored'],
      ['gpc/no-banner', 'expiry/too-short', 'countries/stricter-law'],
    ]);
  });

  test.each([
    ['a custom group', { complianceGroup: undefined, customComplianceGroup: 'kiosk' }],
    ['no group', { complianceGroup: undefined }],
  ])('with %s is judged by no rule', async (_what, group) => {
    const response = await post({ profileJson: withCookie('ga', { preGranted: true }, group) });
    expect([response.status, response.body.warnings]).toEqual([201, []]);
  });

  test('goes by the built-in group when a custom one is named too', async () => {
    const response = await post({
      profileJson: withCookie('ga', { preGranted: true }, { customComplianceGroup: 'kiosk' }),
    });
    expect([response.status, rulesOf(response.body.errors)]).toEqual([422, ['consent/pre-granted']]);
  });

  test('that breaks a rule leaves what was saved and published as it was', async () => {
    const { id } = await createActiveProfile(app);
    const refused = await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(await app.asAdmin())
      .send({ profileJson: withCookie('ga', { preGranted: true }) });
    expect(refused.status).toBe(422);
    const { body } = await app.request.get(`${app.adminBase}/profiles/${id}`).set(await app.asAdmin());
    expect(body).toMatchObject({ version: 1, publishedVersion: 1, isActive: true });
  });
});

describe('severities of the configuration', () => {
  shareApp();

  test('turn an error into a warning or into nothing', async () => {
    const lenient = await withRules({ 'consent/pre-granted': 'warning', 'parameter/undisclosed': 'off' });
    const response = await post(
      { profileJson: withCookie('ga', { preGranted: true, provider: '' }) },
      lenient,
    );
    expect([response.status, rulesOf(response.body.warnings)]).toEqual([201, ['consent/pre-granted']]);
    await lenient.close();
  });

  test('turn a warning into an error, which the next save of an older profile meets and its publishing does not', async () => {
    const { id } = await createProfile(app, { profileJson: profileJson({ expiryDays: 700 }) });
    const strict = await withRules(
      { 'expiry/too-long': 'error' },
      { knex: app.knex, directory: app.directory, clock: app.clock },
    );
    const admin = await strict.asAdmin();
    const refused = await strict.request
      .put(`${strict.adminBase}/profiles/${id}`)
      .set(admin)
      .send({ name: 'Renamed' });
    expect([refused.status, rulesOf(refused.body.errors)]).toEqual([422, ['expiry/too-long']]);
    await strict.request.post(`${strict.adminBase}/profiles/${id}/activate`).set(admin).expect(200);
    await strict.close();
  });

  test('of a rule that does not exist are refused at start, with the rules that do', async () => {
    const wrong = withRules({
      'banner/no-regect': 'error',
      'content/blank': 'off',
      'expiry/too-long': 'off',
    });
    const error = await wrong.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    const { errors } = error as ConfigError;
    expect(errors.map(({ path }) => path)).toEqual([
      'compliance.rules.banner/no-regect',
      'compliance.rules.content/blank',
    ]);
    for (const { id } of complianceRules) expect(errors[0]?.message).toContain(id);
  });
});

describe('validating without saving', () => {
  shareApp();

  const validate = async (body: object, to = app) =>
    to.request
      .post(`${to.adminBase}/profiles/validate`)
      .set(await to.asAdmin())
      .send(body);
  const parts = ({ complianceGroup, cookies, preferenceModal }: ProfileJson) => ({
    complianceGroup,
    cookies,
    categories: preferenceModal?.categories,
  });

  test('answers errors and warnings as a save would, and saves nothing', async () => {
    const json = withCookie('ga', { preGranted: true, provider: '' });
    const response = await validate(parts(json));
    const saved = await post({ profileJson: json });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ errors: saved.body.errors, warnings: saved.body.warnings });
    expect(rulesOf(response.body.errors)).toEqual(['consent/pre-granted']);
    expect((await app.request.get(`${app.adminBase}/profiles`).set(await app.asAdmin())).body).toEqual([]);
  });

  test('finds nothing in content that follows the rules, and skips what it cannot see', async () => {
    for (const complianceGroup of complianceGroupIds) {
      expect((await validate(parts(profileJson({ complianceGroup })))).body).toEqual({
        errors: [],
        warnings: [],
      });
    }
  });

  test.each(['complianceGroup', 'cookies', 'categories'])('needs %s', async (field) => {
    const response = await validate({ ...parts(profileJson()), [field]: undefined });
    expect([response.status, response.body.code, response.body.details[0].path]).toEqual([
      400,
      'validation_failed',
      field,
    ]);
  });

  test.each([
    ['a group that is not built in', { complianceGroup: 'kiosk' }, 'complianceGroup'],
    ['cookies that are not a map', { cookies: [] }, 'cookies'],
    ['a cookie without a purpose', { cookies: { a: { listenGpc: true } } }, 'cookies.a.purpose'],
    ['a category whose list is none', { categories: { a: { cookies: 'ga' } } }, 'categories.a.cookies'],
  ])('refuses %s', async (_what, overrides, path) => {
    const response = await validate({ ...parts(profileJson()), ...overrides });
    expect([response.status, response.body.details[0].path]).toEqual([400, path]);
  });

  test('refuses categories that list thousands of parameters, each of which belongs to one', async () => {
    const cookies = Array.from({ length: 2000 }, (_, index) => `cookie-${index}`);
    const categories = Object.fromEntries(
      ['a', 'b', 'c'].map((id) => [id, { heading: id, legalBasis: 'consent', cookies }]),
    );
    const response = await validate({ ...parts(profileJson()), categories });
    expect([response.status, response.body.details[0].path]).toEqual([400, 'categories']);
  });

  test('lists only the first of a hundred thousand faults, so that other requests are not delayed', async () => {
    const cookies = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${'x'.repeat(64)}-${index}`, {}]));
    const many = await validate({ ...parts(profileJson()), cookies: cookies(20_000) });
    expect([many.status, many.body.details.length]).toEqual([400, 1]);
    const few = await validate({ ...parts(profileJson()), cookies: cookies(20) });
    expect(few.body.details.length).toBeGreaterThanOrEqual(20);
  });

  test('goes by the severities of the configuration', async () => {
    const lenient = await withRules({ 'consent/pre-granted': 'warning' });
    const { body } = await validate(parts(withCookie('ga', { preGranted: true })), lenient);
    expect([rulesOf(body.errors), rulesOf(body.warnings)]).toEqual([[], ['consent/pre-granted']]);
    await lenient.close();
  });

  test('is not taken for a profile of that id', async () => {
    const response = await app.request.get(`${app.adminBase}/profiles/validate`).set(await app.asAdmin());
    expect([response.status, response.headers.allow]).toEqual([405, expect.stringContaining('POST')]);
  });
});

describe('compliance coverage', () => {
  shareApp();

  const coverage = async () =>
    (
      await app.request
        .get(`${app.adminBase}/compliance-coverage`)
        .set(await app.asAdmin())
        .expect(200)
    ).body;

  test('lists the built-in groups, strictest first, while there is no profile', async () => {
    const list = await coverage();
    expect(list.map(({ complianceGroup }: { complianceGroup: string }) => complianceGroup)).toEqual(
      complianceGroupIds,
    );
    for (const { label, profile } of list) expect([typeof label, profile]).toEqual(['string', null]);
  });

  test('shows the active profile of each group, and custom groups that any profile names', async () => {
    await createProfile(app, { name: 'Draft' });
    const { id } = await createActiveProfile(app, { name: 'EU' });
    const custom = (customComplianceGroup: string) =>
      profileJson({ complianceGroup: undefined, customComplianceGroup });
    await createProfile(app, { profileJson: custom('terminal') });
    const kiosk = await createActiveProfile(app, { name: 'Kiosk', profileJson: custom('kiosk') });
    await createProfile(app, { name: 'None', profileJson: profileJson({ complianceGroup: undefined }) });

    const list = await coverage();
    expect(list).toHaveLength(10);
    expect(list[1]).toMatchObject({
      complianceGroup: 'opt-in',
      profile: { id, name: 'EU', complianceGroup: 'opt-in', isActive: true },
    });
    expect(list.slice(8)).toMatchObject([
      {
        complianceGroup: 'kiosk',
        label: 'kiosk',
        profile: { id: kiosk.id, name: 'Kiosk', complianceGroup: 'kiosk', isActive: true },
      },
      { complianceGroup: 'terminal', label: 'terminal', profile: null },
    ]);
    expect(list.filter(({ profile }: { profile: unknown }) => profile !== null)).toHaveLength(2);
  });
});
