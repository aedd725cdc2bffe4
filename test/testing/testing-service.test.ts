import express from 'express';
import type { ProfileCreate } from 'express-consent';
import {
  type ConsentCookiesOptions,
  consentCookies,
  createTestConsentService,
  type TestConsentService,
} from 'express-consent/testing';
import createKnex from 'knex';
import request from 'supertest';
import { encodeChoice } from '#standards/choice/index';
import { profileJson } from '../support/profiles';

let consent: TestConsentService;
let app: express.Express;
beforeAll(async () => {
  consent = await createTestConsentService({ profile: { group: 'opt-in', locales: ['de', 'en'] } });
  app = express();
  app.use(consent.service.publicRouter);
  app.use(consent.service.guard({ mode: 'enforce' }));
  app.get('/', (req, res) => {
    if (req.consent?.isGranted('analytics')) res.cookie('_ga', '1');
    res.json(consent.service.choice(req));
  });
});
afterAll(() => consent.close());

const visit = async (cookies?: Omit<ConsentCookiesOptions, 'profile'>, headers = {}) => {
  const call = request(app).get('/').set(headers);
  if (cookies !== undefined)
    call.set('Cookie', consentCookies({ profile: consent.profile, ...cookies }).header);
  return call.expect(200);
};

test('serves the published profile to every visitor, in its languages', async () => {
  const { body } = await request(app).get('/svc/api/v1/bootstrap?tz=America/New_York').expect(200);
  expect(body).toMatchObject({
    complianceGroup: 'opt-in',
    profileId: consent.profileId,
    profile: { currentLocale: 'de', locales: ['de', 'en'] },
  });
});

test('a route gets the choice of the cookies', async () => {
  expect((await visit()).body).toMatchObject({ decided: false, states: {} });
  const { body, headers } = await visit({ states: { analytics: 'granted' } });
  expect(body).toMatchObject({
    decided: true,
    profileId: consent.profileId,
    states: { necessary: 'granted', analytics: 'granted', marketing: 'denied' },
  });
  expect(headers['set-cookie']).toEqual([expect.stringMatching(/^_ga=1/)]);
  expect((await visit({ states: 'all' })).body.states).toMatchObject({ marketing: 'granted' });
  expect((await visit({ states: 'none' })).body.states).toMatchObject({
    necessary: 'granted',
    analytics: 'denied',
    marketing: 'denied',
  });
});

test('a choice expires after the days of the profile', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const { expiryDays = 0 } = consent.profile.profile ?? {};
  expect((await visit({ states: 'all', decidedAt: days(expiryDays - 1) })).body.decided).toBe(true);
  expect((await visit({ states: 'all', decidedAt: days(expiryDays + 1) })).body.decided).toBe(false);
});

test('the value is what the banner writes for the same decision', () => {
  const decidedAt = new Date(Date.UTC(2026, 0, 1));
  const cookies = (states: ConsentCookiesOptions['states']) =>
    consentCookies({
      profile: {
        profileId: 'shop',
        profileVersion: 3,
        asksFirst: true,
        cookies: { choice: 'choice', domain: 'shop.example', path: '/shop', sameSite: 'none', secure: null },
        profile: {
          expiryDays: 30,
          gpcMode: 'honor',
          cookies: { ga: { purpose: 'analytics', listenGpc: true } },
          preferenceModal: {
            categories: {
              basic: { legalBasis: 'mandatory' },
              stats: { legalBasis: 'consent', cookies: ['ga'] },
              fraud: { legalBasis: 'legitimate-interest' },
            },
          },
        },
      },
      states,
      url: 'https://www.shop.example/',
      decidedAt,
    });
  const expires = Date.UTC(2026, 0, 31);
  const category = { mandatory: false, preGranted: true, listensToGpc: false, purposes: '' } as const;
  const value = encodeChoice({
    profileId: 'shop',
    profileVersion: 3,
    decidedAt: decidedAt.getTime(),
    expiresAt: expires,
    gpcMode: 'honor',
    gpcDetected: false,
    gpcOverride: false,
    asksFirst: true,
    submissionId: null,
    categories: [
      { ...category, id: 'basic', state: null, mandatory: true },
      { ...category, id: 'stats', state: 'granted', listensToGpc: true, purposes: 'a' },
      { ...category, id: 'fraud', state: 'objected' },
    ],
  });
  const shared = { path: '/shop', secure: true };
  expect(cookies({ stats: 'granted' })).toEqual({
    header: `choice=${value}`,
    playwright: [
      {
        name: 'choice',
        value,
        domain: '.shop.example',
        expires: expires / 1000,
        sameSite: 'None',
        ...shared,
      },
    ],
    cypress: [
      { name: 'choice', value, options: { expiry: expires / 1000, sameSite: 'no_restriction', ...shared } },
    ],
  });
  expect(() => cookies({ statistics: 'granted' })).toThrow(
    'The profile has no category "statistics"; it has basic, stats, fraud.',
  );
});

test('a visitor without a profile or without a choice cookie has no cookies', () => {
  const { profile } = consent;
  expect(() => consentCookies({ profile: { ...profile, profile: null }, states: 'all' })).toThrow(
    'No profile',
  );
  const cookies = { ...profile.cookies, choice: null };
  expect(() => consentCookies({ profile: { ...profile, cookies }, states: 'all' })).toThrow(
    'choiceCookie.enabled',
  );
});

const openMemory = () =>
  createKnex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });

test('publishes the host’s own profile, with its configuration, on its own database', async () => {
  const knex = openMemory();
  const seen: string[] = [];
  const own = await createTestConsentService({
    profile: {
      name: 'Shop',
      defaultLocale: 'en',
      // The schema's type and the client's differ in an array that holds only 'none'.
      profileJson: profileJson({
        complianceGroup: 'opt-out',
        countries: ['US'],
      }) as ProfileCreate['profileJson'],
    },
    config: {
      knex,
      basePath: '/consent',
      choiceCookie: { name: 'shop_choice' },
      database: { tablePrefix: 'own_' },
      auth: { adminEmail: 'admin@shop.example', adminPassword: 'correct horse battery staple' },
      plugins: [{ name: 'watcher', initialize: () => void seen.push('initialize'), destroy() {} }],
    },
  });
  try {
    expect(own.profile).toMatchObject({ profileId: own.profileId, cookies: { choice: 'shop_choice' } });
    const { header } = consentCookies({ profile: own.profile, states: 'all' });
    expect(own.service.choice({ headers: { cookie: header } }).states).toEqual({
      necessary: 'granted',
      analytics: 'granted',
      marketing: 'granted',
    });
    // Only the service of the host runs its plugins, and the host's first operator can sign in.
    expect(seen).toEqual(['initialize']);
    const host = express().use(own.service.publicRouter, own.service.adminRouter);
    const credentials = { email: 'admin@shop.example', password: 'correct horse battery staple' };
    await request(host).post('/consent/admin/v1/auth/login').send(credentials).expect(200);
    await own.close();
    expect(await knex('own_profiles').count({ count: '*' })).toEqual([{ count: 1 }]);
    expect(await knex('own_users').select('email')).toEqual([{ email: 'admin@shop.example' }]);
  } finally {
    await own.close();
    await knex.destroy();
  }
});

test.each(['auto', undefined, 'opt-out'])(
  'every visitor gets the profile where the app has the type %j',
  async (type) => {
    const compliance = { type, dataSigningHash: 'a data signing hash that is long enough' };
    const own = await createTestConsentService({
      profile: { group: 'notice-only' },
      config: { compliance: compliance as never },
    });
    expect(own.profile).toMatchObject({ profileId: own.profileId, complianceGroup: 'notice-only' });
    await own.close();
  },
);

test('a profile that cannot be published is refused with its faults', async () => {
  await expect(
    createTestConsentService({ profile: { group: 'opt-in', locales: ['xx'] } }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
    body: { details: [expect.objectContaining({ path: 'locales[0]' })] },
  });
});

test('a database on which a profile is published is refused and stays as it is', async () => {
  const knex = openMemory();
  const config = { knex };
  try {
    const live = await createTestConsentService({ config });
    await live.close();
    const tables = ['svc_profiles', 'svc_profile_versions', 'svc_users', 'svc_audit'];
    const read = () => Promise.all(tables.map((table) => knex(table)));
    const before = await read();
    const own = profileJson({ complianceGroup: 'opt-in' }) as ProfileCreate['profileJson'];
    for (const profile of [
      { name: 'Test', defaultLocale: 'en', profileJson: own },
      { group: 'opt-in' },
      { group: 'opt-out' },
    ] as const)
      await expect(createTestConsentService({ config, profile })).rejects.toThrow(
        'The database has a published profile of opt-in',
      );
    expect(await read()).toEqual(before);
  } finally {
    await knex.destroy();
  }
});

test('no operator stays when the profile is refused', async () => {
  const knex = openMemory();
  try {
    await expect(
      createTestConsentService({ config: { knex }, profile: { group: 'opt-in', locales: ['xx'] } }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await knex('svc_users')).toEqual([]);
    expect(await knex('svc_user_roles')).toEqual([]);
  } finally {
    await knex.destroy();
  }
});
