import { createUser } from '../support/accounts';
import { createTestClock } from '../support/create-test-app';
import { type AdminApp, openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const march = Date.UTC(2027, 2, 1, 9);
const hour = 3_600_000;
const overrides = { 'US-CA': 'kiosk', CA: 'notice-only', 'DE-BE': 'opt-in-explicit' };

const get = async (app: AdminApp, path: string, query: Record<string, string> = {}) =>
  (await app.call('get', path).query(query).expect(200)).body;

describe('the table of places', () => {
  const app = openAdminApp(
    { clock: createTestClock(march), config: { compliance: { jurisdictions: overrides }, rateLimit: false } },
    'all tests',
  );
  const list = (query: Record<string, string> = {}) => get(app, '/jurisdictions', query);
  const find = async (country: string, region: string | null = null, query: Record<string, string> = {}) =>
    (await list(query)).items.find(
      (item: { country: string; region: string | null }) =>
        item.country === country && item.region === region,
    );

  test('has every country, and says what the configuration decides', async () => {
    const { items, ...about } = await list();
    expect(about).toEqual({
      at: '2027-03-01T09:00:00.000Z',
      asOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      type: 'auto',
      defaultGroup: 'opt-in',
    });
    expect(items.filter(({ region }: { region: string | null }) => region === null)).toHaveLength(250);
    expect(await find('FR')).toEqual({
      country: 'FR',
      region: null,
      law: 'GDPR',
      source: expect.stringContaining('CNIL'),
      lawGroup: 'opt-in',
      group: 'opt-in',
      overridden: false,
      from: null,
      next: null,
      regionUnknown: null,
      gpcBinding: false,
      childAge: 15,
      confidence: 'high',
      checked: true,
      asOf: about.asOf,
      note: null,
    });
    expect(await find('US', 'CA')).toMatchObject({
      law: 'CPRA',
      lawGroup: 'opt-out-strict',
      group: 'kiosk',
      overridden: true,
      gpcBinding: true,
    });
    expect(await find('US')).toMatchObject({
      group: 'notice-only',
      overridden: false,
      regionUnknown: { law: 'US state laws', group: 'opt-out-strict' },
    });
    expect((await find('CA')).regionUnknown).toMatchObject({
      lawGroup: 'opt-in',
      group: 'notice-only',
    });
    // A region without its own law that only the configuration names.
    expect(await find('DE', 'BE')).toMatchObject({
      law: 'GDPR',
      lawGroup: 'opt-in',
      group: 'opt-in-explicit',
    });
  });

  test('announces a law that begins later, and has it from its first day', async () => {
    const before = { law: 'FTC Act', group: 'notice-only', from: null };
    expect(await find('US', 'AL', { at: '2027-04-30' })).toMatchObject({
      ...before,
      next: { law: 'APDPA', group: 'opt-out-strict', from: '2027-05-01' },
    });
    expect(await find('US', 'AL', { at: '2027-05-01' })).toMatchObject({
      law: 'APDPA',
      group: 'opt-out-strict',
      from: '2027-05-01',
      next: null,
    });
  });

  test.each([
    ['/jurisdictions', { at: 'soon' }, 'at'],
    ['/resolve', { at: '2026-02-30' }, 'at'],
    ['/resolve', { country: 'XX' }, 'country'],
    ['/resolve', { country: 'US', region: '06' }, 'region'],
    ['/resolve', { region: 'CA' }, 'region'],
    ['/resolve', { country: 'DE', locale: 'no language' }, 'locale'],
  ])('%s refuses %j', async (path, query, field) => {
    const { body } = await app.call('get', path).query(query).expect(400);
    expect([body.code, body.details[0].path]).toEqual(['validation_failed', field]);
  });

  test('is for those who may read profiles', async () => {
    const auditor = await createUser(app, { role: 'auditor' });
    for (const path of ['/jurisdictions', '/resolve'])
      await app.request
        .get(app.adminBase + path)
        .set(auditor.as)
        .expect(403);
  });
});

describe('what a visitor gets', () => {
  const clock = createTestClock(march);
  const app = openAdminApp({
    clock,
    config: { tenancy, compliance: { jurisdictions: overrides }, rateLimit: false },
  });
  const resolve = (query: Record<string, string>) => get(app, '/resolve', query);

  test('is the law, the group and the banner of the place, in the language that fits best', async () => {
    const { id } = await createActiveProfile(app, { name: 'EU', localeContent: { de: germanContent() } });
    expect(await resolve({ country: 'at', locale: 'de-AT' })).toEqual({
      at: new Date(clock.now()).toISOString(),
      country: 'AT',
      region: null,
      law: 'GDPR',
      complianceGroup: 'opt-in',
      overridden: false,
      gpcBinding: false,
      childAge: 14,
      sensitiveGroup: null,
      consentMonths: null,
      reaskMonths: 6,
      profile: {
        id,
        name: 'EU',
        version: 1,
        locale: 'de',
        locales: ['en', 'de'],
        from: new Date(clock.now()).toISOString(),
      },
    });
    expect((await resolve({ country: 'FR', locale: 'fr' })).profile.locale).toBe('en');
    expect(await resolve({ country: 'US', region: 'CA' })).toMatchObject({
      complianceGroup: 'kiosk',
      overridden: true,
      law: 'CPRA',
      profile: null,
    });
    // The country is unknown.
    expect(await resolve({})).toMatchObject({
      country: null,
      law: null,
      complianceGroup: 'opt-in',
      profile: { id },
    });
    const { header } = await createTenant(app, 'south');
    expect((await app.call('get', '/resolve?country=AT').set(header).expect(200)).body.profile).toBeNull();
  });

  test('is what it was at that time', async () => {
    const { id } = await createActiveProfile(app, { name: 'First' });
    const first = new Date(clock.now() + 1).toISOString();
    clock.advance(hour);
    app.admin = await app.asAdmin();
    await app.call('put', `/profiles/${id}`, { name: 'Second' }).expect(200);
    await app.call('post', `/profiles/${id}/activate`).expect(200);
    expect((await resolve({ country: 'DE', at: first })).profile).toMatchObject({
      name: 'First',
      version: 1,
    });
    expect((await resolve({ country: 'DE' })).profile).toMatchObject({ name: 'Second', version: 2 });
    expect((await resolve({ country: 'DE', at: '2027-02-28' })).profile).toBeNull();
    // In future times, the law of that time and what is published now.
    expect(await resolve({ country: 'IN', at: '2027-05-13' })).toMatchObject({
      law: 'DPDPA',
      complianceGroup: 'opt-in-explicit',
    });
    expect((await resolve({ country: 'DE', at: '2030-01-01' })).profile).toMatchObject({ name: 'Second' });
  });
});

describe('one group for everyone', () => {
  const app = openAdminApp({ config: { compliance: { type: 'opt-out-strict' } } }, 'all tests');

  test('applies in every place', async () => {
    await createActiveProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out-strict' }) });
    const { type, items } = await get(app, '/jurisdictions');
    expect(type).toBe('opt-out-strict');
    const groups = items.map(({ group, overridden }: { group: string; overridden: boolean }) =>
      [group, overridden].join(' '),
    );
    expect([...new Set(groups)]).toEqual(['opt-out-strict true']);
    expect(await get(app, '/resolve', { country: 'DE' })).toMatchObject({
      country: null,
      complianceGroup: 'opt-out-strict',
      overridden: true,
      gpcBinding: true,
      profile: { version: 1 },
    });
  });
});
