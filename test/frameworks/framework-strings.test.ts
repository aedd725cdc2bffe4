import { GppModel } from '@iabgpp/cmpapi';
import { headerGeoProvider } from '#platform/geo/index';
import type { ConsentDraft } from '#platform/plugins/plugin-contract';
import { createApiKey } from '../support/accounts';
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
const place = (value: string | undefined) => ({
  'x-country': value?.split('-')[0] ?? '',
  'x-region': value?.split('-')[1] ?? '',
});

async function makeApp(config: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({
    clock: createTestClock(today),
    ...config,
    config: {
      rateLimit: false,
      geo: headerGeoProvider({ country: 'x-country', region: 'x-region' }),
      ...config.config,
    },
  });
  return { app, profileId: (await createActiveProfile(app)).id, calls: consentCalls(app) };
}

/** The fields of the only US section of a string. */
function saying(gppString: string): { section: string; fields: Record<string, unknown> } {
  const [[section, fields] = ['', {}]] = Object.entries(
    new GppModel(gppString).toObject() as Record<string, Record<string, unknown>>,
  );
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
    const { body } = await calls
      .submit({ visitorId: 'good', profileId, consentJson: allGranted, tcfString })
      .expect(200);
    expect(body.tcfString).toBe(tcfString);
    expect((await calls.read('good').expect(200)).body.tcfString).toBe(tcfString);
  });

  const refusing = {
    purposeConsents: [],
    purposeLegitimateInterests: [],
    vendorConsents: [],
    specialFeatures: [],
  };

  test('a refusal of everything keeps no string that allows something, whether sent or kept', async () => {
    const [tcfString, header] = [makeTcString(), 'DBABMA'];
    const warning = {
      reason: 'contradicts_decision',
      message:
        'must not allow what the decision refuses: consentJson grants no optional category, or not `tcf.category` of the profile',
    };
    const inGpp = `${header}~${tcfString}`;
    const refused = await calls
      .submit({ visitorId: 'refuses', profileId, consentJson: allDenied, tcfString, gppString: inGpp })
      .expect(200);
    expect(refused.body.warnings).toEqual([
      { code: 'invalid_tc_string', path: 'tcfString', ...warning },
      { code: 'invalid_gpp_string', path: 'gppString', ...warning },
    ]);
    await calls.submit({ visitorId: 'withdraws', profileId, consentJson: allGranted, tcfString }).expect(200);
    const withdrawn = await calls.update('withdraws', { consentJson: allDenied, tcfString }).expect(200);
    expect(withdrawn.body.warnings).toEqual([{ code: 'invalid_tc_string', path: 'tcfString', ...warning }]);
    for (const { body } of [refused, withdrawn, await calls.read('refuses'), await calls.read('withdraws')]) {
      expect(body.consentJson).toEqual(allDenied);
      expect(body).not.toHaveProperty('tcfString');
      expect(body).not.toHaveProperty('gppString');
    }
    expect(
      await app
        .knex('svc_consents')
        .whereNotNull('tcf_string')
        .whereIn('visitor_id', ['refuses', 'withdraws']),
    ).toEqual([]);
  });

  test('a refusal of everything keeps a string that says so', async () => {
    const strings = { tcfString: makeTcString(refusing), gppString: `DBABMA~${makeTcString(refusing)}` };
    const { body } = await calls
      .submit({ visitorId: 'refuses-well', profileId, consentJson: allDenied, ...strings })
      .expect(200);
    expect(body).toMatchObject(strings);
    expect(body).not.toHaveProperty('warnings');
  });

  test('a signal that denies everything withholds a string that allows something, until it is gone', async () => {
    const tcfString = makeTcString();
    await calls.submit({ visitorId: 'signals', profileId, consentJson: allGranted, tcfString }).expect(200);
    const { body } = await calls.read('signals').set('Sec-GPC', '1').expect(200);
    expect(body.effectiveConsent).toEqual(allDenied);
    expect(body).not.toHaveProperty('tcfString');
    expect((await calls.read('signals').expect(200)).body.tcfString).toBe(tcfString);
  });

  test.each([
    ['wrong_cmp_id', makeTcString({ cmpId: 32 })],
    ['disclosed_vendors_missing', makeTcString({ vendorsDisclosed: null })],
    ['wrong_policy_version', makeTcString({ policyVersion: 6 })],
    ['unknown_purpose', makeTcString({ purposeConsents: [1, 12] })],
    ['not_updated', makeTcString({ created: new Date('2026-11-19T00:00:00Z') })],
    ['created_in_future', makeTcString({ created: new Date('2026-11-22T00:00:00Z') })],
    ['not_base64url', 'no TC string'],
    ['unsupported_version', 'BOEFEAyOEFEAyAHABDENAIgAAAB9vABAASA'],
  ])('a TC string with %s is refused by POST and PUT, and changes nothing', async (reason, tcfString) => {
    const refused = await calls
      .submit({ visitorId: 'bad', profileId, consentJson: allGranted, tcfString })
      .expect(400);
    expect(refused.body).toEqual({
      error: expect.any(String),
      code: 'invalid_tc_string',
      reason,
      details: [{ path: 'tcfString', message: expect.any(String) }],
    });
    await calls.read('bad').expect(404);
    await calls
      .submit({ visitorId: 'kept', profileId, consentJson: allDenied })
      .set('Cookie', cookieOf('kept'))
      .expect(200);
    expect((await calls.update('kept', { consentJson: allGranted, tcfString }).expect(400)).body.code).toBe(
      'invalid_tc_string',
    );
    expect((await calls.read('kept')).body.consentJson).toEqual(allDenied);
  });

  test('a withdrawal by a page with an older version of the CMP is stored without its TC string', async () => {
    await calls
      .submit({ visitorId: 'older', profileId, consentJson: allGranted, tcfString: makeTcString() })
      .expect(200);
    const { body } = await calls
      .update('older', { consentJson: allDenied, tcfString: makeTcString({ cmpVersion: 1 }) })
      .expect(200);
    const warning = {
      code: 'invalid_tc_string',
      reason: 'wrong_cmp_version',
      path: 'tcfString',
      message: expect.any(String),
    };
    expect(body).toMatchObject({ consentJson: allDenied, warnings: [warning] });
    expect((await calls.read('older')).body).toMatchObject({ consentJson: allDenied });
    expect((await calls.read('older')).body).not.toHaveProperty('tcfString');
  });

  test('a server with an API key cannot pass on an older string as a new decision', async () => {
    const { key } = await createApiKey(app);
    const tcfString = makeTcString({ created: new Date('2026-11-19T00:00:00Z') });
    for (const source of ['banner', 'api', 'import']) {
      const { body } = await calls
        .submit({ visitorId: 'passed-on', profileId, consentJson: allGranted, tcfString, source })
        .set('X-API-Key', key)
        .expect(400);
      expect(body).toMatchObject({ code: 'invalid_tc_string', reason: 'not_updated' });
    }
    await calls
      .submit({ visitorId: 'passed-on', profileId, consentJson: allDenied })
      .set('X-API-Key', key)
      .expect(200);
    const { body } = await calls
      .update('passed-on', { consentJson: allGranted, tcfString })
      .set('X-API-Key', key)
      .expect(400);
    expect(body).toMatchObject({ code: 'invalid_tc_string', reason: 'not_updated' });
  });

  test('a PUT that repeats the stored decision days later keeps its TC string', async () => {
    const clock = createTestClock(today);
    const other = await makeApp({ clock, config: { tcf: registry.tcf } });
    const tcfString = makeTcString();
    await other.calls
      .submit({ visitorId: 'v', profileId: other.profileId, consentJson: allGranted, tcfString })
      .expect(200);
    clock.advance(3 * 86_400_000);
    const { body } = await other.calls
      .update('v', { consentJson: allGranted, tcfString, locale: 'de' })
      .expect(200);
    expect(body).toMatchObject({ tcfString, locale: 'de' });
    expect(body).not.toHaveProperty('warnings');
    await other.calls.update('v', { consentJson: { ...allGranted, more: 'granted' }, tcfString }).expect(400);
    await other.app.close();
  });

  test('an answer warns of each string that was dropped, and a GPP string is made in its place', async () => {
    const sent = { tcfString: 'no TC string', gppString: 'DBABBg' };
    const { body } = await calls
      .submit({ visitorId: 'both', profileId, consentJson: allDenied, ...sent })
      .set(place('US-CA'))
      .expect(200);
    expect(body.warnings.map(({ path, reason }: { path: string; reason: string }) => [path, reason])).toEqual(
      [
        ['tcfString', 'not_base64url'],
        ['gppString', 'bad_header'],
      ],
    );
    expect(body).not.toHaveProperty('tcfString');
    expect(saying(body.gppString)).toMatchObject({ section: 'usca', fields: { SharingOptOut: 1 } });
  });

  test('plugins never see a string that is dropped', async () => {
    const seen: ConsentDraft[] = [];
    const watch = (draft: ConsentDraft) => void seen.push(draft);
    const plugin = {
      name: 'watches',
      initialize() {},
      destroy() {},
      beforeConsentSave: watch,
      beforeConsentUpdate: watch,
    };
    const other = await makeApp({ config: { tcf: registry.tcf, plugins: [plugin] } });
    const submission = { visitorId: 'v', profileId: other.profileId };
    await other.calls.submit({ ...submission, consentJson: allDenied, tcfString: 'x' }).expect(200);
    await other.calls
      .submit({ ...submission, consentJson: allGranted, tcfString: makeTcString() })
      .expect(200);
    await other.calls.update('v', { consentJson: allGranted, tcfString: 'x' }).expect(200);
    expect(seen.map(({ tcfString }) => tcfString)).toEqual([undefined, makeTcString(), undefined]);
    expect((await other.calls.read('v')).body).not.toHaveProperty('tcfString');
    await other.app.close();
  });

  test('a GPP string that cannot be read is refused', async () => {
    const { body } = await calls
      .submit({ visitorId: 'bad', profileId, consentJson: allGranted, gppString: 'DBABBg' })
      .expect(400);
    expect(body).toMatchObject({
      code: 'invalid_gpp_string',
      reason: 'bad_header',
      details: [{ path: 'gppString' }],
    });
  });

  test('a GPP string that a visitor sends is kept as it is', async () => {
    const gppString = 'DBABBg~BAQAAABA.QA';
    const { body } = await calls
      .submit({ visitorId: 'own', profileId, consentJson: allGranted, gppString })
      .set(place('US-TX'))
      .expect(200);
    expect(body.gppString).toBe(gppString);
  });

  test.each([
    ['US-CA', 'usca', { SharingOptOut: 2, SharingOptOutNotice: 1, SaleOptOutNotice: 0, SaleOptOut: 0 }],
    ['US-TX', 'ustx', { TargetedAdvertisingOptOut: 2, ProcessingNotice: 1 }],
    ['US-WA', 'usnat', { SharingOptOut: 2, TargetedAdvertisingOptOut: 2 }],
  ])('a visitor in %s gets a string of %s', async (where, section, fields) => {
    const visitorId = `in-${where}`;
    const { body } = await calls
      .submit({ visitorId, profileId, consentJson: allGranted })
      .set(place(where))
      .expect(200);
    expect(saying(body.gppString)).toEqual({ section, fields: expect.objectContaining(fields) });
    expect((await calls.read(visitorId)).body.gppString).toBe(body.gppString);
  });

  test('a change of mind makes a new string, for the place where the visitor was', async () => {
    await calls
      .submit({ visitorId: 'changes', profileId, consentJson: allGranted })
      .set(place('US-CA'))
      .expect(200);
    const { body } = await calls.update('changes', { consentJson: allDenied }).expect(200);
    expect(saying(body.gppString)).toMatchObject({ section: 'usca', fields: { SharingOptOut: 1 } });
  });

  test('Global Privacy Control opts out and appears in its sub-section', async () => {
    const { body } = await calls
      .submit({ visitorId: 'gpc', profileId, consentJson: {} })
      .set({ ...place('US-CA'), 'Sec-GPC': '1' })
      .expect(200);
    expect(saying(body.gppString).fields).toMatchObject({ Gpc: true });
  });

  test('a visitor elsewhere gets none', async () => {
    const { body } = await calls
      .submit({ visitorId: 'elsewhere', profileId, consentJson: allGranted })
      .set(place('DE-BY'))
      .expect(200);
    expect(body).not.toHaveProperty('gppString');
  });

  test('values that a plugin adds must follow the same rules', async () => {
    const plugin = {
      name: 'rewrites',
      initialize() {},
      destroy() {},
      beforeConsentSave: (draft: ConsentDraft) => ({ ...draft, tcfString: makeTcString({ cmpId: 99 }) }),
    };
    const other = await makeApp({ config: { tcf: registry.tcf, plugins: [plugin] } });
    const tcfString = makeTcString();
    const { body } = await other.calls
      .submit({ visitorId: 'v', profileId: other.profileId, consentJson: allGranted, tcfString })
      .expect(200);
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
    expect(
      (await decode('/tcf/decode', { string: makeTcString({ publisherCC: 'FR' }) })).body.check,
    ).toMatchObject({
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
    const { body: bare } = await calls
      .submit({ visitorId: 'w', profileId, consentJson: allGranted })
      .set(place('US-CA'))
      .expect(200);
    expect(bare).not.toHaveProperty('gppString');
  });

  test.each([
    ['/tcf/decode', 'tcf_disabled'],
    ['/gpp/decode', 'gpp_disabled'],
  ])(
    '%s is 404 %s, whatever else is wrong with the request, once it is known who asks',
    async (path, code) => {
      const answer = await app.request.get(`${app.adminBase}${path}`).set(await app.asAdmin());
      expect([answer.status, answer.body.code]).toEqual([404, code]);
      expect((await app.request.get(`${app.adminBase}${path}`)).status).toBe(401);
    },
  );
});
