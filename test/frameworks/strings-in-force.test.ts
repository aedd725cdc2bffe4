import { headerGeoProvider } from '#platform/geo/index';
import { readTcString } from '#standards/tcf/index';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { exportCalls } from '../support/exports';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { importFile, plainMapping } from '../support/imports';
import { createActiveProfile, profileJson } from '../support/profiles';
import { makeTcString } from '../support/tc-strings';
import { until } from '../support/webhook-receiver';

/** Which strings vendors still get: those of this CMP that are not too old, and of decisions that still count. */
const today = Date.parse('2026-11-22T22:15:00Z');
const day = 86_400_000;

let registry: FakeRegistry;
let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;
let usProfileId: string;

beforeAll(async () => {
  registry = await createFakeRegistry();
});
afterAll(() => registry.close());

beforeEach(async () => {
  app = await createTestApp({
    clock: createTestClock(today),
    config: {
      rateLimit: false,
      tcf: registry.tcf,
      gpp: { enabled: true, sections: ['tcfeuv2', 'usca', 'usva', 'usnat'] },
      geo: headerGeoProvider({ country: 'x-country', region: 'x-region' }),
      compliance: { type: 'auto', jurisdictions: { 'US-VA': 'opt-out' } },
    },
  });
  await app.service.start();
  calls = consentCalls(app);
  profileId = await createProfile({ expiryDays: 730, tcf: { vendors: [1, 3] } });
  usProfileId = await createProfile({
    complianceGroup: 'opt-out-strict',
    countries: undefined,
    gpcBanner: profileJson().mainBanner,
  });
  await until(async () => (await bootstrap()).tcf !== null);
});
afterEach(() => app.close());

const createProfile = async (json: Parameters<typeof profileJson>[0]) =>
  (await createActiveProfile(app, { profileJson: profileJson(json), localeContent: {} })).id;
const bootstrap = async () =>
  (await app.request.get(`${app.publicBase}/bootstrap`).set('X-Country', 'DE').expect(200)).body;

const accepted = {
  purposes: [1, 2],
  legitimateInterests: [7],
  specialFeatures: [],
  vendors: [1, 3],
  vendorLegitimateInterests: [1],
};

async function decide(place: string, body: object = {}) {
  const [country = '', region = ''] = place.split('-');
  const sent = { profileId: country === 'DE' ? profileId : usProfileId, consentJson: allGranted, ...body };
  return calls.submit(sent).set({ 'X-Country': country, 'X-Region': region }).expect(200);
}

/** Reads a visitor's own record at a place. */
async function readOwn(visitorId: string, place = 'DE') {
  const [country = '', region = ''] = place.split('-');
  const { body } = await app.request
    .get(`${app.publicBase}/consent`)
    .set({ Cookie: cookieOf(visitorId), 'X-Country': country, 'X-Region': region })
    .expect(200);
  return body;
}

describe('an imported TC string', () => {
  const decided = new Date('2026-10-01T00:00:00Z');
  const importWith = async (tcfString: string, gppString = '') => {
    const csv = `visitor,decided,country,analytics,ads,tc,gpp\nv-1,2026-10-01T10:00:00Z,DE,yes,yes,${tcfString},${gppString}\n`;
    const mapping = { ...plainMapping, tcfString: 'tc', gppString: 'gpp' } as never;
    expect((await importFile(app, profileId, csv, { mapping })).counts).toMatchObject({ written: 1 });
  };

  test.each([
    ['of another CMP', { cmpId: 300 }],
    ['without disclosed vendors', { vendorsDisclosed: null }],
    ['that is older than 13 months', { created: new Date('2025-10-20T00:00:00Z') }],
  ])('%s is evidence, and not given to vendors', async (_why, wishes) => {
    const tcfString = makeTcString({ created: decided, ...wishes });
    await importWith(tcfString);
    const { record, verification, gpp } = await readOwn('v-1');
    expect(verification.valid).toBe(true);
    expect(record).not.toHaveProperty('tcfString');
    expect(gpp).toMatchObject({ applicableSections: [2], sectionList: [], signalStatus: 'not ready' });
    expect((await calls.read('v-1').expect(200)).body).not.toHaveProperty('tcfString');
    const admin = await app.asAdmin();
    const { body } = await app.request.get(`${app.adminBase}/consents/v-1`).set(admin).expect(200);
    expect(body.tcfString).toBe(tcfString);
    expect(body).not.toHaveProperty('gppString');
    const [exported] = await exportCalls(app).json('/consents');
    expect(exported.tcfString).toBe(tcfString);
    const history = await app.request.get(`${app.adminBase}/consents/v-1/history`).set(admin).expect(200);
    expect(history.body).toMatchObject([{ tcfString }]);
  });

  test('of this CMP is given to vendors, with other values of its version and publisher too', async () => {
    const tcfString = makeTcString({ created: decided, cmpVersion: 1, publisherCC: 'FR' });
    await importWith(tcfString);
    const { record, gpp } = await readOwn('v-1');
    expect(record.tcfString).toBe(tcfString);
    expect(gpp).toMatchObject({ sectionList: [2], signalStatus: 'ready' });
  });

  test('of another CMP in a GPP string is evidence too', async () => {
    const gppString = `DBABMA~${makeTcString({ created: decided, cmpId: 300 })}`;
    await importWith('', gppString);
    const { record, gpp } = await readOwn('v-1');
    expect(record).not.toHaveProperty('gppString');
    expect(gpp).toMatchObject({ sectionList: [], signalStatus: 'not ready' });
    const [exported] = await exportCalls(app).json('/consents');
    expect(exported.gppString).toBe(gppString);
  });
});

describe('a decision under the TCF', () => {
  test('counts for 13 months, also where the profile says longer', async () => {
    const { body, headers } = await decide('DE', { tcf: accepted });
    const expiresAt = new Date(today + 396 * day).toISOString();
    expect(body.expiresAt).toBe(expiresAt);
    expect(String(headers['set-cookie'])).toContain(`Max-Age=${(396 * day) / 1000};`);
    expect((await bootstrap()).profile.expiryDays).toBe(396);
    app.clock.advance(396 * day - 1);
    const { record, verification, gpp } = await readOwn(body.visitorId);
    expect(verification).toMatchObject({ valid: true, expiresAt });
    expect(readTcString(record.tcfString)).toMatchObject({ cmpId: 31 });
    expect(gpp).toMatchObject({ sectionList: [2], signalStatus: 'ready' });
    app.clock.advance(1);
    expect((await readOwn(body.visitorId)).verification).toMatchObject({ valid: false, reason: 'expired' });
  });

  test('of a longer life leaves its string with the record when it is too old', async () => {
    const { body } = await decide('DE', { tcf: accepted });
    app.clock.advance(397 * day);
    expect((await readOwn(body.visitorId)).record).not.toHaveProperty('tcfString');
    const admin = await app.asAdmin();
    const { body: kept } = await app.request.get(`${app.adminBase}/consents/${body.visitorId}`).set(admin);
    expect(kept.tcfString).toBe(body.tcfString);
  });

  test('has no effect on profiles that do not ask under it', async () => {
    await createProfile({ complianceGroup: 'opt-in-exempt', countries: undefined, expiryDays: 730 });
    const { body } = await decide('US-CA');
    expect(body.expiresAt).toBe(new Date(today + 365 * day).toISOString());
  });
});

describe('a decision that no longer counts', () => {
  const core = async (visitorId: string, place: string) => {
    const { gpp } = await readOwn(visitorId, place);
    return { ...gpp, core: Object.values(gpp.parsedSections as Record<string, object[]>)[0]?.[0] };
  };

  test('is not presented where the law asks first', async () => {
    const { body } = await decide('DE', { tcf: accepted });
    expect(body.gpp).toMatchObject({ sectionList: [2], signalStatus: 'ready' });
    app.clock.advance(396 * day);
    const { record, gpp } = await readOwn(body.visitorId);
    expect(gpp).toMatchObject({
      string: 'DBAA',
      applicableSections: [2],
      sectionList: [],
      parsedSections: {},
      signalStatus: 'not ready',
    });
    // The record is what was decided.
    expect(record.effectiveConsent).toMatchObject(allGranted);
  });

  test('is not presented either when its profile asks again', async () => {
    const { body } = await decide('DE', { tcf: accepted });
    const admin = await app.asAdmin();
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(admin)
      .send({ requireReconsent: true });
    await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);
    expect((await readOwn(body.visitorId)).gpp).toMatchObject({
      sectionList: [],
      signalStatus: 'not ready',
    });
  });

  test('opts out where the law does not ask first, if it did', async () => {
    const refused = (await decide('US-CA', { consentJson: allDenied })).body.visitorId;
    const granted = (await decide('US-CA')).body.visitorId;
    app.clock.advance(366 * day);
    expect(await core(refused, 'US-CA')).toMatchObject({
      sectionList: [8],
      signalStatus: 'ready',
      core: { SharingOptOut: 1 },
    });
    expect(await core(granted, 'US-CA')).toMatchObject({
      sectionList: [8],
      signalStatus: 'ready',
      core: { SharingOptOut: 2 },
    });
    // The same visitor in a place that asks first.
    expect((await readOwn(refused, 'DE')).gpp).toMatchObject({ sectionList: [], applicableSections: [-1] });
  });

  test('has agreed to the use of sensitive data no longer', async () => {
    const { cookies = {} } = profileJson();
    const sensitive = { ...cookies.pixel, cpraCategory: 'sensitive', sensitiveData: ['health'] };
    usProfileId = await createProfile({
      complianceGroup: 'opt-out',
      countries: undefined,
      cookies: { ...cookies, pixel: sensitive as never },
    });
    const { visitorId } = (await decide('US-VA')).body;
    expect((await core(visitorId, 'US-VA')).core.SensitiveDataProcessing).toContain(2);
    app.clock.advance(366 * day);
    expect((await core(visitorId, 'US-VA')).core.SensitiveDataProcessing).not.toContain(2);
  });
});
