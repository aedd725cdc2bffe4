import { headerGeoProvider } from '#platform/geo/header-geo-provider';
import { addSignIn, openDevice } from '../support/account-devices';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestClock } from '../support/create-test-app';
import { exportCalls } from '../support/exports';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, serviceProfileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

type Row = Record<string, unknown> & { readonly visitorId: string };

/** Records of every kind, exported from one tenant and imported into another with the preset for it. */
const app = openAdminApp(
  {
    clock: createTestClock(Date.UTC(2026, 5, 1)),
    config: {
      rateLimit: false,
      tenancy,
      gpp: { enabled: true },
      geo: headerGeoProvider({ country: 'cf-ipcountry', region: 'cf-region-code' }),
    },
  },
  'all tests',
);
const content = serviceProfileJson({
  complianceGroup: 'opt-out-strict',
  gpcMode: 'strict',
  accountRule: 'strictest',
});
const profile = { profileJson: content, localeContent: {} };

let profileId: string;
let before: Row[];
let tenants = 0;

const inCalifornia = { 'CF-IPCountry': 'US', 'CF-Region-Code': 'CA' };

beforeAll(async () => {
  profileId = (await createActiveProfile(app, profile)).id;
  const calls = consentCalls(app);
  const { key } = await createApiKey(app);
  const submit = (visitorId: string, more: object = {}) => {
    app.clock.advance(1000);
    return calls
      .submit({ visitorId, profileId, consentJson: allGranted, ...more })
      .set({ ...inCalifornia, Cookie: cookieOf(visitorId) });
  };
  const update = (visitorId: string, more: object = {}) => {
    app.clock.advance(1000);
    return calls.update(visitorId, { consentJson: allGranted, ...more });
  };
  const link = (visitorId: string, subjectId: string) =>
    update(visitorId, { subjectId }).set('X-API-Key', key).expect(200);

  await submit('plain', { locale: 'en-GB', method: 'accept', layer: 'banner', ageVerified: true }).expect(
    200,
  );
  await submit('notice', { consentJson: {} }).expect(200);
  await submit('invented', { consentJson: { ...allDenied, made_up: 'granted' } }).expect(200);
  await submit('strings', { tcfString: 'CPxBQ5A.YA' }).expect(200);
  await submit('services', { consentJson: allDenied, services: { youtube: true } }).expect(200);
  await submit('withdrawn').expect(200);
  await update('withdrawn', { consentJson: allDenied, method: 'save', layer: 'preferences' }).expect(200);
  await submit('server', { subjectId: 'user-1' }).set('X-API-Key', key).expect(200);

  await submit('opted-out').set('Sec-GPC', '1').expect(200);
  await update('opted-out', {
    consentJson: { ...allGranted, analytics: 'denied' },
    gpcDetected: false,
  }).expect(200);
  await submit('late-signal').expect(200);
  await update('late-signal', { gpcDetected: true }).expect(200);
  await submit('against', { gpcOverride: true }).set('Sec-GPC', '1').expect(200);

  await submit('laptop').expect(200);
  await submit('phone').set('Sec-GPC', '1').expect(200);
  for (const device of ['laptop', 'phone']) await link(device, 'user-2');
  await submit('left').expect(200);
  await submit('gone').set('Sec-GPC', '1').expect(200);
  for (const device of ['left', 'gone']) await link(device, 'user-3');
  await calls.erase('gone').expect(200);

  const ask = async (visitorId: string) =>
    (await calls.askParent(visitorId, { profileId }).expect(200)).body.token;
  await submit('child', { parentalConsentToken: await ask('child') }).expect(200);
  const token = await ask('allowed');
  await submit('allowed', { parentalConsentToken: token }).expect(200);
  await calls
    .resolveParent(token, { consentJson: { analytics: 'granted', marketing: 'denied' } })
    .expect(200);

  await app.call('post', `/profiles/${profileId}/experiments`, {
    variants: [{ texts: { en: { mainBanner: { heading: 'May we?' } } } }],
  });
  await submit('variant', { profileVersion: 2, variant: 'B' }).expect(200);

  addSignIn(app);
  const device = openDevice(app);
  await device.decide(profileId, { ...allDenied, analytics: 'granted' });
  await device.signIn('user-4');
  app.clock.advance(1000);
  before = (await exportCalls(app).json('/consents')) as Row[];
});

const byVisitor = (rows: readonly Row[]) => new Map(rows.map((row) => [row.visitorId, row]));

test('an export contains records of every kind', () => {
  const rows = byVisitor(before);
  expect(before).toHaveLength(18);
  expect(rows.get('services')).toMatchObject({ services: { youtube: true, meta: false, ga: false } });
  expect(rows.get('opted-out')).toMatchObject({
    gpcDetected: false,
    decidedWithSignal: true,
    effectiveConsent: allDenied,
  });
  expect(rows.get('late-signal')).toMatchObject({
    gpcDetected: true,
    decidedWithSignal: false,
    signalAt: null,
  });
  expect(rows.get('left')).toMatchObject({
    decidedWithSignal: false,
    signalAt: expect.any(String),
    effectiveConsent: allDenied,
  });
  expect(rows.get('variant')).toMatchObject({ variant: 'B' });
  expect(before.filter(({ deviceId }) => deviceId !== undefined)).toHaveLength(1);
});

test.each(['csv', 'json'])('as %s it comes back whole, except for what cannot travel', async (format) => {
  tenants += 1;
  const other = await createTenant(app, `other-${tenants}`);
  const { id } = await createActiveProfile(app, profile, other.id);
  const file = (await exportCalls(app).get('/consents', { format })).text;
  const send = () =>
    app
      .call('post', '/imports', { profileId: id, preset: 'express-consent', fileName: 'own', file })
      .set(other.header)
      .expect(200);
  expect((await send()).body).toMatchObject({ read: 18, written: 18, refused: 0 });
  const after = (await exportCalls(app, other.id).json('/consents')) as Row[];
  const expected = before.map(({ apiKeyId, variant, deviceId, ...row }) => ({
    ...row,
    id: expect.any(String),
    profileId: id,
    profileVersion: 1,
    source: 'import',
    by: 'import',
  }));
  expect(byVisitor(after)).toEqual(byVisitor(expected as unknown as Row[]));
  const own = app.knex('svc_consents').where({ tenant_id: 'default' }).select('visitor_id', 'choice');
  const imported = app.knex('svc_consents').where({ tenant_id: other.id }).select('visitor_id', 'choice');
  expect(await imported.orderBy('visitor_id')).toEqual(await own.orderBy('visitor_id'));
  expect((await send()).body).toMatchObject({ written: 0, unchanged: 18, refused: 0 });
});

test('a record that was decided first by a clock ahead comes back, and its next decision sets that right', async () => {
  const { id: tenantId, header } = await createTenant(app, 'two-clocks');
  const { id } = await createActiveProfile(app, profile, tenantId);
  const decide = () =>
    consentCalls(app)
      .submit({ visitorId: 'two-clocks', profileId: id, consentJson: allGranted })
      .set('Cookie', cookieOf('two-clocks'))
      .expect(200);
  await decide();
  const row = () => app.knex('svc_consents').where({ visitor_id: 'two-clocks', tenant_id: tenantId });
  await row().update({ created_at: app.clock.now() + 500 });
  app.clock.advance(1000);
  // The last decision is from before the first, by another clock.
  const file = (await exportCalls(app, tenantId).get('/consents', { format: 'csv' })).text;
  const imported = await app
    .call('post', '/imports', { profileId: id, preset: 'express-consent', fileName: 'own', file })
    .set(header)
    .expect(200);
  expect(imported.body).toMatchObject({ unchanged: 1, refused: 0 });
  await row().update({ created_at: app.clock.now() + 500 });
  const { body } = await decide();
  expect(body.createdAt).toBe(body.updatedAt);
  await row().update({ created_at: app.clock.now() + 500 });
  const changed = await consentCalls(app).update('two-clocks', { consentJson: allDenied }).expect(200);
  expect(changed.body.createdAt).toBe(changed.body.updatedAt);
});

test('a row over a record replaces all of its decision', async () => {
  const { key } = await createApiKey(app);
  const decided = { visitorId: 'replaced', profileId, consentJson: allDenied, services: { youtube: true } };
  const first = {
    profileVersion: 2,
    variant: 'B',
    tcfString: 'CPxBQ5A.YA',
    gpcOverride: true,
    ageVerified: true,
  };
  const manner = { method: 'save', layer: 'preferences', gpcDetected: true };
  await consentCalls(app)
    .submit({ ...decided, ...first, ...manner })
    .set('X-API-Key', key)
    .expect(200);
  const deviceId = 'a-device';
  await app.knex('svc_consents').where({ visitor_id: 'replaced' }).update({ device_id: deviceId });
  app.clock.advance(1000);
  const at = new Date(app.clock.now()).toISOString();
  const file = `visitorId,updatedAt,createdAt,consent.analytics\nreplaced,${at},${at},granted\n`;
  const body = { profileId, preset: 'express-consent', fileName: 'one', file };
  expect((await app.call('post', '/imports', body).expect(200)).body).toMatchObject({ written: 1 });
  const { body: record } = await app.call('get', '/consents/replaced').expect(200);
  expect(record).toMatchObject({ source: 'import', by: 'import', consentJson: { analytics: 'granted' } });
  const [state, earlier] = await consentCalls(app).history('replaced');
  expect(earlier).toMatchObject({ variant: 'B', method: 'save', gpcOverride: true });
  for (const shown of [record, state]) {
    expect(shown).toMatchObject({ gpcDetected: false, profileVersion: expect.any(Number) });
    for (const field of [
      ...['variant', 'services', 'tcfString', 'gpcOverride', 'ageVerified'],
      ...['method', 'layer', 'apiKeyId', 'deviceId'],
    ])
      expect(shown).not.toHaveProperty(field);
  }
});

test.each([
  ['no JSON object', 'services,"[1]"', /must be an object/],
  ['an answer that is neither yes nor no', 'services,"{""youtube"":""perhaps""}"', /not a valid yes or no/],
  ['a name that is too long', `services,"{""${'x'.repeat(65)}"":true}"`, /longer than 64 characters/],
])('a row whose services are %s is refused', async (_what, cell, reason) => {
  const [column, value] = [cell.slice(0, cell.indexOf(',')), cell.slice(cell.indexOf(',') + 1)];
  const file = `visitorId,updatedAt,createdAt,consent.analytics,${column}\nv,2026-01-01,2026-01-01,granted,${value}\n`;
  const body = { profileId, preset: 'express-consent', fileName: 'one', file };
  const { body: result } = await app.call('post', '/imports', body).expect(200);
  expect(result).toMatchObject({ refused: 1, reasons: [{ reason: expect.stringMatching(reason) }] });
});
