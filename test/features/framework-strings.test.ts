import { GppModel } from '@iabgpp/cmpapi';
import { headerGeoProvider } from '../../src/geo';
import type { ConsentDraft } from '../../src/plugins/plugin-contract';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { createActiveProfile } from '../support/profiles';
import { makeTcString } from '../support/tc-strings';

const today = Date.parse('2026-11-21T12:00:00.000Z');
let registry: FakeRegistry;
beforeAll(async () => {
  registry = await createFakeRegistry();
});
afterAll(() => registry.close());

/** Tells the visitor's place by a header, as a content delivery network does. */
const place = (value: string | undefined) => ({ 'x-country': value?.split('-')[0] ?? '', 'x-region': value?.split('-')[1] ?? '' });

async function makeApp(config: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({
    clock: createTestClock(today),
    ...config,
    config: { rateLimit: false, geo: headerGeoProvider({ country: 'x-country', region: 'x-region' }), ...config.config },
  });
  return { app, profileId: (await createActiveProfile(app)).id, calls: consentCalls(app) };
}

/** What a string says of its only US section. */
function saying(gppString: string): { section: string; fields: Record<string, unknown> } {
  const [[section, fields] = ['', {}]] = Object.entries(new GppModel(gppString).toObject() as Record<string, Record<string, unknown>>);
  return { section, fields };
}

describe('with both frameworks on', () => {
  let app: TestApp;
  let profileId: string;
  let calls: ReturnType<typeof consentCalls>;
  const decode = async (path: string, query: object) =>
    app.request
      .get(`${app.adminBase}${path}`)
      .query(query)
      .set(await app.asAdmin());

  beforeAll(async () => {
    ({ app, profileId, calls } = await makeApp({ config: { tcf: registry.tcf, gpp: { enabled: true } } }));
  });
  afterAll(() => app.close());

  test('a good TC string is stored and answered', async () => {
    const tcfString = makeTcString();
    const { body } = await calls.submit({ visitorId: 'good', profileId, consentJson: allGranted, tcfString }).expect(200);
    expect(body.tcfString).toBe(tcfString);
    expect((await calls.read('good').expect(200)).body.tcfString).toBe(tcfString);
  });

  test.each([
    ['wrong_cmp_id', makeTcString({ cmpId: 32 })],
    ['disclosed_vendors_missing', makeTcString({ withDisclosedVendors: false })],
    ['created_in_future', makeTcString({ created: new Date(today + 86_400_000) })],
    ['not_base64url', 'no TC string'],
    ['unsupported_version', 'BOEFEAyOEFEAyAHABDENAIgAAAB9vABAASA'],
  ])('a TC string with %s is refused by POST and PUT, and changes nothing', async (reason, tcfString) => {
    const refused = await calls.submit({ visitorId: 'bad', profileId, consentJson: allGranted, tcfString }).expect(400);
    expect(refused.body).toEqual({
      error: expect.any(String),
      code: 'invalid_tc_string',
      reason,
      details: [{ path: 'tcfString', message: expect.any(String) }],
    });
    await calls.read('bad').expect(404);
    await calls.submit({ visitorId: 'kept', profileId, consentJson: allGranted }).set('Cookie', cookieOf('kept')).expect(200);
    expect((await calls.update('kept', { consentJson: allDenied, tcfString }).expect(400)).body.code).toBe('invalid_tc_string');
    expect((await calls.read('kept')).body.consentJson).toEqual(allGranted);
  });

  test('a GPP string that cannot be read is refused', async () => {
    const { body } = await calls.submit({ visitorId: 'bad', profileId, consentJson: allGranted, gppString: 'DBABBg' }).expect(400);
    expect(body).toMatchObject({ code: 'invalid_gpp_string', reason: 'bad_header', details: [{ path: 'gppString' }] });
  });

  test('a GPP string that a visitor sends is kept as it is', async () => {
    const gppString = 'DBABBg~BAQAAABA.QA';
    const { body } = await calls.submit({ visitorId: 'own', profileId, consentJson: allGranted, gppString }).set(place('US-TX')).expect(200);
    expect(body.gppString).toBe(gppString);
  });

  test.each([
    ['US-CA', 'usca', { SharingOptOut: 2, SharingOptOutNotice: 1, SaleOptOutNotice: 0, SaleOptOut: 0 }],
    ['US-TX', 'ustx', { TargetedAdvertisingOptOut: 2, ProcessingNotice: 1 }],
    ['US-WA', 'usnat', { SharingOptOut: 2, TargetedAdvertisingOptOut: 2 }],
  ])('a visitor in %s gets a string of %s', async (where, section, fields) => {
    const visitorId = `in-${where}`;
    const { body } = await calls.submit({ visitorId, profileId, consentJson: allGranted }).set(place(where)).expect(200);
    expect(saying(body.gppString)).toEqual({ section, fields: expect.objectContaining(fields) });
    expect((await calls.read(visitorId)).body.gppString).toBe(body.gppString);
  });

  test('a change of mind makes a new string, for the place where the visitor was', async () => {
    await calls.submit({ visitorId: 'changes', profileId, consentJson: allGranted }).set(place('US-CA')).expect(200);
    const { body } = await calls.update('changes', { consentJson: allDenied }).expect(200);
    expect(saying(body.gppString)).toMatchObject({ section: 'usca', fields: { SharingOptOut: 1 } });
  });

  test('Global Privacy Control opts out and stands in its sub-section', async () => {
    const { body } = await calls
      .submit({ visitorId: 'gpc', profileId, consentJson: {} })
      .set({ ...place('US-CA'), 'Sec-GPC': '1' })
      .expect(200);
    expect(saying(body.gppString).fields).toMatchObject({ Gpc: true });
  });

  test('a visitor elsewhere gets none', async () => {
    const { body } = await calls.submit({ visitorId: 'elsewhere', profileId, consentJson: allGranted }).set(place('DE-BY')).expect(200);
    expect(body).not.toHaveProperty('gppString');
  });

  test('what a plugin puts in is held to the same rules', async () => {
    const plugin = {
      name: 'rewrites',
      initialize() {},
      destroy() {},
      beforeConsentSave: (draft: ConsentDraft) => ({ ...draft, tcfString: makeTcString({ cmpId: 99 }) }),
    };
    const other = await makeApp({ config: { tcf: registry.tcf, plugins: [plugin] } });
    const tcfString = makeTcString();
    const { body } = await other.calls.submit({ visitorId: 'v', profileId: other.profileId, consentJson: allGranted, tcfString }).expect(200);
    expect(body.tcfString).toBe(tcfString);
    await other.app.close();
  });

  test('a privacy officer reads a TC string in words', async () => {
    const { status, body } = await decode('/tcf/decode', { string: makeTcString() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 2,
      created: '2026-11-20T00:00:00.000Z',
      cmpId: 31,
      publisherCC: 'DE',
      segments: expect.arrayContaining(['core', 'disclosedVendors']),
      purposes: [
        { id: 1, consent: true, legitimateInterest: false },
        { id: 2, consent: true, legitimateInterest: false },
        { id: 7, consent: true, legitimateInterest: true },
      ],
      vendors: [
        { id: 1, consent: true, legitimateInterest: false, disclosed: true },
        { id: 2, consent: false, legitimateInterest: true, disclosed: true },
        { id: 3, consent: true, legitimateInterest: false, disclosed: true },
      ],
      check: { valid: true, reason: null, message: null },
    });
    expect((await decode('/tcf/decode', { string: makeTcString({ publisherCC: 'FR' }) })).body.check).toMatchObject({
      valid: false,
      reason: 'wrong_publisher_cc',
    });
  });

  test('and a GPP string', async () => {
    const { status, body } = await decode('/gpp/decode', { string: 'DBABBg~BAQAAABA.QA' });
    expect(status).toBe(200);
    expect(body.sections).toEqual([{ id: 8, name: 'usca', fields: expect.any(Array) }]);
    expect(body.sections[0].fields).toEqual(
      expect.arrayContaining([
        { name: 'SaleOptOut', value: 1, meaning: 'opted out' },
        { name: 'MspaCoveredTransaction', value: 1, meaning: 'yes' },
        { name: 'Gpc', value: false, meaning: 'Global Privacy Control was off' },
      ]),
    );
  });

  test.each([
    ['/tcf/decode', { string: 'x' }, 400, 'invalid_tc_string'],
    ['/gpp/decode', { string: 'x' }, 400, 'invalid_gpp_string'],
    ['/tcf/decode', {}, 400, 'validation_failed'],
    ['/gpp/decode', { string: '' }, 400, 'validation_failed'],
    ['/tcf/decode', { string: makeTcString(), lang: '../secret' }, 400, 'validation_failed'],
  ])('%s with %j is %i %s', async (path, query, status, code) => {
    const answer = await decode(path, query);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('with both frameworks off', () => {
  let app: TestApp;
  let profileId: string;
  let calls: ReturnType<typeof consentCalls>;
  beforeAll(async () => {
    ({ app, profileId, calls } = await makeApp());
  });
  afterAll(() => app.close());

  test('strings are stored as given, and none is made', async () => {
    const sent = { tcfString: 'anything', gppString: 'goes' };
    const { body } = await calls
      .submit({ visitorId: 'v', profileId, consentJson: allGranted, ...sent })
      .set(place('US-CA'))
      .expect(200);
    expect(body).toMatchObject(sent);
    const { body: bare } = await calls.submit({ visitorId: 'w', profileId, consentJson: allGranted }).set(place('US-CA')).expect(200);
    expect(bare).not.toHaveProperty('gppString');
  });

  test.each([
    ['/tcf/decode', 'tcf_disabled'],
    ['/gpp/decode', 'gpp_disabled'],
  ])('%s is 404 %s, whatever else is wrong with the request, once it is known who asks', async (path, code) => {
    const answer = await app.request.get(`${app.adminBase}${path}`).set(await app.asAdmin());
    expect([answer.status, answer.body.code]).toEqual([404, code]);
    expect((await app.request.get(`${app.adminBase}${path}`)).status).toBe(401);
  });
});
