import { TCString } from '@iabtechlabtcf/core';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { cmpList, createFakeRegistry, type FakeRegistry, paths } from '../support/fake-registry';
import { createActiveProfile, profileJson } from '../support/profiles';
import { makeTcString, vendorList } from '../support/tc-strings';
import { until } from '../support/webhook-receiver';

let registry: FakeRegistry;
let app: TestApp;
let profileId: string;
let plainId: string;

/** A profile whose category for marketing alone follows Global Privacy Control. */
function askingFor(category: string) {
  const { cookies = {} } = profileJson();
  return profileJson({
    cookies: Object.fromEntries(
      Object.entries(cookies).map(([id, cookie]) => [id, { ...cookie, listenGpc: id === 'pixel' }]),
    ),
    gpcMode: 'honor',
    tcf: { vendors: [1, 3], purposes: [1, 2, 7], category },
  });
}

beforeAll(async () => {
  registry = await createFakeRegistry();
  app = await createTestApp({
    clock: createTestClock(Date.parse('2026-11-22T22:15:00Z')),
    config: { rateLimit: false, tcf: registry.tcf, gpp: { enabled: true } },
  });
  await app.service.start();
  profileId = (await createActiveProfile(app, { profileJson: askingFor('marketing'), localeContent: {} })).id;
  plainId = (
    await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-in-exempt', countries: undefined }),
      localeContent: {},
    })
  ).id;
  await until(async () => {
    const { status } = await app.request.get(`${app.publicBase}/tcf/list/100/en`).query({ profileId });
    return status === 200;
  });
});
afterAll(async () => {
  await app.close();
  await registry.close();
});

const accepted = {
  purposes: [1, 2, 7],
  legitimateInterests: [7],
  specialFeatures: [1],
  vendors: [1, 3],
  vendorLegitimateInterests: [1],
};
const refused = {
  purposes: [],
  legitimateInterests: [],
  specialFeatures: [],
  vendors: [],
  vendorLegitimateInterests: [],
};
const submit = (body: object) =>
  consentCalls(app).submit({ profileId, consentJson: allGranted, locale: 'de', ...body });

describe('choices under the TCF', () => {
  test('become the TC string of the record', async () => {
    const { body } = await submit({ tcf: { ...accepted, listVersion: 100, screen: 2 } }).expect(200);
    const model = TCString.decode(body.tcfString);
    expect(model).toMatchObject({
      cmpId: 31,
      cmpVersion: 2,
      consentScreen: 2,
      consentLanguage: 'DE',
      vendorListVersion: 100,
      policyVersion: 5,
      publisherCountryCode: 'DE',
      isServiceSpecific: true,
      created: new Date('2026-11-22T00:00:00Z'),
    });
    // Vendors have purpose 7 by legitimate interest only.
    expect([...model.purposeConsents.values()]).toEqual([1, 2]);
    expect([...model.purposeLegitimateInterests.values()]).toEqual([7]);
    expect(model.purposeOneTreatment).toBe(false);
    expect([...model.vendorConsents.values()]).toEqual([1, 3]);
    expect([...model.vendorLegitimateInterests.values()]).toEqual([1]);
    expect([...model.vendorsDisclosed.values()]).toEqual([1, 3]);
    const stored = await app.knex('svc_consents').where({ visitor_id: body.visitorId }).first();
    expect(stored.tcf_string).toBe(body.tcfString);
  });

  test('of a decision that arrives late make a string of its day', async () => {
    const decidedAt = '2026-11-12T09:00:00Z';
    const made = await submit({ tcf: { ...accepted, listVersion: 100 }, decidedAt }).expect(200);
    const { tcfString } = made.body;
    expect(TCString.decode(tcfString).created).toEqual(new Date('2026-11-12T00:00:00Z'));
    const sent = await submit({ tcfString, decidedAt }).expect(200);
    expect(sent.body).toMatchObject({ tcfString });
    await submit({ tcfString }).expect(400);
    await submit({ tcfString, decidedAt: '2026-11-14T09:00:00Z' }).expect(400);
  });

  test('allow nothing that the profile did not ask for', async () => {
    const all = Array.from({ length: 12 }, (_, index) => index + 1);
    const tcf = {
      ...accepted,
      purposes: all,
      legitimateInterests: all,
      specialFeatures: all,
      vendors: [1, 2, 3, 900],
    };
    const { body } = await submit({ tcf }).expect(200);
    const model = TCString.decode(body.tcfString);
    expect([...model.purposeConsents.values()]).toEqual([1, 2]);
    expect([...model.purposeLegitimateInterests.values()]).toEqual([7]);
    expect([...model.specialFeatureOptins.values()]).toEqual([1]);
    expect([...model.vendorConsents.values()]).toEqual([1, 3]);
  });

  test('of a refusal become a string that refuses', async () => {
    const { body } = await submit({ consentJson: allDenied, tcf: refused }).expect(200);
    expect(body.warnings).toBeUndefined();
    const model = TCString.decode(body.tcfString);
    expect([...model.purposeConsents.values(), ...model.vendorConsents.values()]).toEqual([]);
    expect([...model.vendorsDisclosed.values()]).toEqual([1, 3]);
  });

  test('are dropped from a decision that refuses everything else', async () => {
    const { body } = await submit({ consentJson: allDenied, tcf: accepted }).expect(200);
    expect(body.tcfString).toBeUndefined();
    expect(body.warnings).toMatchObject([{ code: 'invalid_tc_string', reason: 'contradicts_decision' }]);
  });

  test('are withheld once a signal denies the category that they belong to, though another one stays granted', async () => {
    const { body } = await submit({ tcf: accepted }).expect(200);
    const { tcfString, visitorId } = body;
    const gppString = `DBABMA~${tcfString}`;
    await consentCalls(app).update(visitorId, { consentJson: allGranted, gppString }).expect(200);
    const read = async (headers: Record<string, string>) =>
      (await consentCalls(app).read(visitorId).set(headers).expect(200)).body;
    const limited = await read({ 'Sec-GPC': '1' });
    expect(limited.effectiveConsent).toEqual({ ...allGranted, marketing: 'denied' });
    expect([limited.tcfString, limited.gppString]).toEqual([undefined, undefined]);
    expect(await read({})).toMatchObject({ effectiveConsent: allGranted, tcfString, gppString });
  });

  test('contradict a decision that refuses the category that they belong to', async () => {
    const partial = { consentJson: { ...allGranted, marketing: 'denied' }, tcf: accepted };
    const { body } = await submit(partial).expect(400);
    expect(body).toMatchObject({ code: 'invalid_tc_string', reason: 'contradicts_decision' });
    const { visitorId } = (await submit({ tcf: accepted }).expect(200)).body;
    const withdrawn = await consentCalls(app)
      .submit({ profileId, visitorId, ...partial })
      .set('Cookie', cookieOf(visitorId))
      .expect(200);
    expect(withdrawn.body.warnings).toMatchObject([{ reason: 'contradicts_decision' }]);
    expect(withdrawn.body.tcfString).toBeUndefined();
    expect((await submit({ ...partial, tcf: refused }).expect(200)).body.tcfString).toEqual(
      expect.any(String),
    );
  });

  test('of a page that is out of date belong to the category of its version', async () => {
    const explicit = { complianceGroup: 'opt-in-explicit', countries: undefined } as const;
    const { id } = await createActiveProfile(app, {
      profileJson: { ...askingFor('marketing'), ...explicit },
      localeContent: {},
    });
    const admin = await app.asAdmin();
    const url = `${app.adminBase}/profiles/${id}`;
    const next = { ...askingFor('analytics'), ...explicit };
    await app.request.put(url).set(admin).send({ profileJson: next }).expect(200);
    await app.request.post(`${url}/activate`).set(admin).expect(200);
    const consentJson = { ...allGranted, analytics: 'denied' };
    const { body } = await submit({ profileId: id, profileVersion: 1, consentJson, tcf: accepted }).expect(
      200,
    );
    // The string is there, and is not one of the category that it would belong to now.
    expect(body).toMatchObject({ consentJson });
    expect([body.warnings, body.tcfString]).toEqual([undefined, undefined]);
  });

  test.each([
    ['an unknown vendor list', () => ({ tcf: { ...accepted, listVersion: 7 } }), 'vendor_list_unavailable'],
    [
      'a profile that does not ask under the framework',
      () => ({ tcf: accepted, profileId: plainId }),
      'profile_without_tcf',
    ],
  ])('for %s refuse a grant and let a refusal through', async (_, body, reason) => {
    const grant = await submit(body()).expect(400);
    expect(grant.body).toMatchObject({ code: 'invalid_tc_string', reason });
    const refusal = await submit({ ...body(), consentJson: allDenied }).expect(200);
    expect(refusal.body.warnings).toMatchObject([{ code: 'invalid_tc_string', reason }]);
    expect(refusal.body.tcfString).toBeUndefined();
  });

  test('refuse a grant and let a refusal through while TCF is off', async () => {
    const off = await createTestApp({ config: { rateLimit: false } });
    try {
      const { id } = await createActiveProfile(off);
      const send = (consentJson: object) =>
        consentCalls(off).submit({ profileId: id, consentJson, tcf: accepted });
      expect((await send(allGranted).expect(400)).body).toMatchObject({ reason: 'framework_disabled' });
      expect((await send(allDenied).expect(200)).body.warnings).toMatchObject([
        { reason: 'framework_disabled' },
      ]);
    } finally {
      await off.close();
    }
  });

  describe('about a version that the database does not have', () => {
    const lost = { profileVersion: 9 };
    /** The choices of a visitor who allows all that is offered, as the widget finds them. */
    const findOffered = async () => {
      const { body } = await app.request
        .get(`${app.publicBase}/tcf/list/100/en`)
        .query({ profileId })
        .expect(200);
      const vendors = Object.values<Record<string, number[]> & { id: number }>(body.vendors);
      const having = (field: string) =>
        vendors.filter((vendor) => (vendor[field] ?? []).length > 0).map(({ id }) => id);
      const declared = (field: string) => [...new Set(vendors.flatMap((vendor) => vendor[field] ?? []))];
      return {
        purposes: declared('purposes'),
        legitimateInterests: declared('legIntPurposes'),
        specialFeatures: Object.keys(body.specialFeatures).map(Number),
        vendors: having('purposes'),
        vendorLegitimateInterests: having('legIntPurposes'),
      };
    };

    test('refuse everything optional when they refuse anything', async () => {
      const offered = await findOffered();
      for (const tcf of [
        refused,
        { ...offered, vendors: offered.vendors.slice(1) },
        { ...offered, purposes: [1] },
      ]) {
        const { body } = await submit({ ...lost, tcf }).expect(200);
        expect(body).toMatchObject({ consentJson: allDenied, profileVersion: 1 });
        expect(body.tcfString).toBeUndefined();
        expect(body.warnings).toMatchObject([{ code: 'unknown_version' }]);
      }
    });

    test('refuse everything optional in a TC string too', async () => {
      const made = await submit({ consentJson: allDenied, tcf: refused }).expect(200);
      const { body } = await submit({ ...lost, tcfString: made.body.tcfString }).expect(200);
      expect(body).toMatchObject({ consentJson: allDenied, warnings: [{ code: 'unknown_version' }] });
    });

    test('are refused when they allow all that is offered: no grant is invented', async () => {
      const { body } = await submit({ ...lost, tcf: await findOffered() }).expect(400);
      expect(body.details).toMatchObject([{ path: 'profileVersion' }]);
      await submit({ ...lost, profileId: plainId, tcf: accepted }).expect(400);
      const refusal = await submit({ ...lost, profileId: plainId, tcf: refused }).expect(200);
      expect(refusal.body.warnings).toMatchObject([{ code: 'unknown_version' }]);
    });
  });

  test('cannot come with a TC string', async () => {
    const tcfString = makeTcString({ created: new Date('2026-11-22T00:00:00Z') });
    const { body } = await submit({ tcf: accepted, tcfString }).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', details: [{ path: 'tcf' }] });
  });

  test.each([
    [{}],
    [{ ...accepted, purposes: [25] }],
    [{ ...accepted, purposes: [0] }],
    [{ ...accepted, vendors: ['1'] }],
    [{ ...accepted, vendors: Array.from({ length: 5001 }, () => 1) }],
    [{ ...accepted, listVersion: 4096 }],
    [{ ...accepted, screen: 64 }],
    [[]],
    ['all'],
  ])('are refused as %j', async (tcf) => {
    const { body } = await submit({ tcf }).expect(400);
    expect(body.code).toBe('validation_failed');
  });
});

describe('the GPP signal of an answer', () => {
  const california = { timezone: 'America/Los_Angeles' };

  test('has the visitor’s section, ready for the API', async () => {
    const { body } = await submit({ consentJson: allDenied, ...california }).expect(200);
    expect(body.gpp).not.toHaveProperty('withGpc');
    expect(body.gpp).toMatchObject({
      string: body.gppString,
      signalStatus: 'ready',
      cmpId: 31,
    });
    const [name] = Object.keys(body.gpp.parsedSections);
    expect(body.gpp.supportedAPIs).toContain(`${body.gpp.sectionList[0]}:${name}`);
    expect(body.gpp.applicableSections).toEqual(body.gpp.sectionList);
    expect(body.gpp.parsedSections[name as string]).toEqual([
      expect.objectContaining({ Version: expect.any(Number), SharingOptOut: 1 }),
      { SubsectionType: 1, Gpc: false },
    ]);
  });

  test('says that no section applies elsewhere', async () => {
    const { body } = await submit({ timezone: 'Europe/Berlin' }).expect(200);
    expect(body.gpp).toMatchObject({
      string: 'DBAA',
      sectionList: [],
      applicableSections: [-1],
      parsedSections: {},
      signalStatus: 'ready',
    });
  });
});

test('a vendor list that another process has fetched is found as soon as a page names it', async () => {
  const beside = await createTestApp({
    knex: app.knex,
    clock: app.clock,
    config: { rateLimit: false, tcf: registry.tcf, gpp: { enabled: true, sections: ['tcfeuv2'] } },
  });
  try {
    await beside.service.start();
    registry.lists[paths.vendors] = vendorList(102, 5);
    app.clock.advance(8 * 86_400_000);
    await app.service.maintenance();
    const list = ({ request, publicBase }: TestApp, version: number) =>
      request.get(`${publicBase}/tcf/list/${version}/en`).query({ profileId });
    await list(app, 102).expect(200);
    const asked = registry.requests.length;

    const body = { profileId, consentJson: allGranted, locale: 'en', tcf: { ...accepted, listVersion: 102 } };
    const { tcfString } = (await consentCalls(beside).submit(body).expect(200)).body;
    expect(TCString.decode(tcfString)).toMatchObject({ vendorListVersion: 102 });
    await list(beside, 102).expect(200);
    await list(beside, 103).expect(404);
    // Both have one storage.
    expect(registry.requests.length).toBe(asked);

    // The strings of a CMP whose registration has ended must be discarded: decisions are about the categories alone.
    const decided = (await consentCalls(beside).submit(body).expect(200)).body;
    expect(decided.gpp).toMatchObject({ applicableSections: [2], signalStatus: 'ready' });
    const ofHost = { profileId, consentJson: allGranted, gppString: `DBABMA~${decided.tcfString}` };
    const { visitorId } = (await consentCalls(beside).submit(ofHost).expect(200)).body;
    const readHosts = async () => (await consentCalls(beside).read(visitorId).expect(200)).body;
    expect(await readHosts()).toMatchObject({ gppString: ofHost.gppString });
    const ask = async () =>
      (await beside.request.get(`${beside.publicBase}/bootstrap`).query({ tz: 'Europe/Berlin' }).expect(200))
        .body;
    expect((await ask()).tcf).not.toBeNull();
    registry.lists[paths.cmps] = cmpList({ id: 31, name: 'Shop CMP', deletedDate: '2026-11-01T00:00:00Z' });
    app.clock.advance(8 * 86_400_000);
    await beside.service.maintenance();
    await beside.service.maintenance();
    expect(await ask()).toMatchObject({
      tcf: null,
      gpp: { applicableSections: [-1], signalStatus: 'ready' },
    });
    const late = (await consentCalls(beside).submit(body).expect(200)).body;
    const before = (await consentCalls(beside).read(decided.visitorId).expect(200)).body;
    for (const record of [late, before, await readHosts()]) {
      expect(record).toMatchObject({ consentJson: allGranted, effectiveConsent: allGranted });
      expect([record.tcfString, record.gppString, record.warnings]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    const sent = (await consentCalls(beside).submit(ofHost).expect(200)).body;
    expect(sent.gpp).toMatchObject({ applicableSections: [-1], string: 'DBAA', signalStatus: 'ready' });
    // An outage does not register it again.
    app.clock.advance(8 * 86_400_000);
    expect((await ask()).tcf).toBeNull();
    const warnings = beside.logger.lines.filter((line: string) => line.includes('deregistered'));
    expect(warnings).toHaveLength(1);
  } finally {
    await beside.close();
  }
});
