import { readTcString } from '#standards/tcf/index';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { until } from '../support/webhook-receiver';

let registry: FakeRegistry;
let app: TestApp;

beforeAll(async () => {
  registry = await createFakeRegistry();
  app = await createTestApp({
    clock: createTestClock(Date.parse('2026-11-22T22:15:00Z')),
    config: { rateLimit: false, tcf: { ...registry.tcf, publisherCC: 'US' }, gpp: { enabled: true } },
  });
  await app.service.start();
  await createActiveProfile(app, {
    profileJson: profileJson({
      countries: undefined,
      tcf: { vendors: [1, 3], purposes: [1, 2, 7], publisherRestrictions: [] },
    }),
    localeContent: { de: germanContent() },
  });
  await createActiveProfile(app, {
    profileJson: profileJson({
      complianceGroup: 'opt-out-strict',
      countries: undefined,
      tcf: undefined,
      gpcBanner: profileJson().mainBanner,
    }),
    localeContent: {},
  });
  await until(async () => (await bootstrap('Europe/Berlin')).tcf !== null);
});
afterAll(async () => {
  await app.close();
  await registry.close();
});

const bootstrap = async (tz: string, lang = 'en') =>
  (await app.request.get(`${app.publicBase}/bootstrap`).query({ tz, lang }).expect(200)).body;

describe('what the frameworks’ APIs say before a decision', () => {
  test('under the TCF: who asks, and a string that consents to nothing', async () => {
    const { tcf } = await bootstrap('Europe/Berlin', 'de');
    expect(tcf).toEqual({
      cmpId: 31,
      cmpVersion: 2,
      policyVersion: 5,
      listVersion: 100,
      gdprApplies: true,
      publisherCC: 'US',
      tcString: expect.any(String),
      refusedString: expect.any(String),
    });
    const refused = {
      created: Date.parse('2026-11-22T00:00:00Z'),
      consentLanguage: 'DE',
      consentScreen: 1,
      vendorListVersion: 100,
      purposeConsents: [],
      vendorConsents: [],
      specialFeatureOptIns: [],
      purposeLegitimateInterests: [],
      vendorLegitimateInterests: [],
      vendorsDisclosed: [1, 3],
    };
    expect(readTcString(tcf.refusedString)).toMatchObject(refused);
    expect(readTcString(tcf.tcString)).toMatchObject({
      ...refused,
      purposeLegitimateInterests: [7],
      vendorLegitimateInterests: [1, 3],
    });
    expect((await bootstrap('Europe/Berlin', 'de')).tcf).toEqual(tcf);
    expect(readTcString((await bootstrap('Europe/Berlin')).tcf.tcString)).toMatchObject({
      consentLanguage: 'EN',
    });
    app.clock.advance(86_400_000);
    expect(readTcString((await bootstrap('Europe/Berlin', 'de')).tcf.refusedString)).toMatchObject({
      ...refused,
      created: Date.parse('2026-11-23T00:00:00Z'),
    });
  });

  test('under the TCF: that the GDPR does not apply in Brazil to a publisher of the US', async () => {
    const brazil = await bootstrap('America/Sao_Paulo');
    expect(brazil).toMatchObject({ country: 'BR', found: true });
    expect(brazil.tcf.gdprApplies).toBe(false);
  });

  test.each([
    ['RE', true],
    ['AX', true],
    ['GB', true],
    ['NC', false],
    ['GI', false],
    ['CH', false],
  ])('under the TCF: to a publisher in %s the GDPR applies everywhere: %s', async (publisherCC, applies) => {
    const config = { rateLimit: false, tcf: { ...registry.tcf, publisherCC } } as const;
    const there = await createTestApp({ knex: app.knex, clock: app.clock, config });
    await there.service.start();
    const read = async (tz: string) =>
      (await there.request.get(`${there.publicBase}/bootstrap`).query({ tz, lang: 'en' }).expect(200)).body;
    expect((await read('America/Sao_Paulo')).tcf.gdprApplies).toBe(applies);
    expect(await read('Indian/Reunion')).toMatchObject({ country: 'RE', tcf: { gdprApplies: true } });
    await there.close();
  });

  test('under GPP: that a visitor of the US has not opted out, unless the browser sends the signal', async () => {
    const { gpp, tcf } = await bootstrap('America/New_York');
    expect(tcf).toBeNull();
    const [section] = Object.keys(gpp.parsedSections);
    expect(gpp).toMatchObject({ signalStatus: 'ready', cmpId: 31 });
    expect(gpp.applicableSections).toEqual(gpp.sectionList);
    const core = { TargetedAdvertisingOptOutNotice: 1, TargetedAdvertisingOptOut: 2 };
    expect(gpp.parsedSections[section as string]).toMatchObject([core, { Gpc: false }]);
    expect(gpp.withGpc.parsedSections[section as string]).toMatchObject([
      { TargetedAdvertisingOptOut: 1 },
      { Gpc: true },
    ]);
    expect(gpp.withGpc.string).not.toBe(gpp.string);
  });

  test('under GPP: that no section applies in Germany, which vendors can rely on before any decision', async () => {
    const { gpp } = await bootstrap('Europe/Berlin');
    expect(gpp).toMatchObject({
      string: 'DBAA',
      sectionList: [],
      applicableSections: [-1],
      parsedSections: {},
      signalStatus: 'ready',
    });
  });

  test('under GPP: that the section of the TCF applies where the profile asks under it and the GDPR applies', async () => {
    const there = await createTestApp({
      knex: app.knex,
      clock: app.clock,
      config: {
        rateLimit: false,
        tcf: { ...registry.tcf, publisherCC: 'US' },
        gpp: { enabled: true, sections: ['tcfeuv2', 'usnat'] },
      },
    });
    await there.service.start();
    const read = async (tz: string) =>
      (await there.request.get(`${there.publicBase}/bootstrap`).query({ tz, lang: 'en' }).expect(200)).body;
    const { gpp, profileId } = await read('Europe/Berlin');
    const waiting = { applicableSections: [2], signalStatus: 'not ready' };
    expect(gpp).toMatchObject(waiting);
    expect((await read('America/Sao_Paulo')).gpp).toMatchObject({
      applicableSections: [-1],
      signalStatus: 'ready',
    });
    expect((await read('America/New_York')).gpp).toMatchObject({ applicableSections: [7] });
    const decision = { profileId, consentJson: allDenied, timezone: 'Europe/Berlin' };
    expect((await consentCalls(there).submit(decision).expect(200)).body.gpp).toMatchObject(waiting);
    const tcf = {
      purposes: [],
      legitimateInterests: [],
      specialFeatures: [],
      vendors: [],
      vendorLegitimateInterests: [],
    };
    expect(
      (
        await consentCalls(there)
          .submit({ ...decision, tcf })
          .expect(200)
      ).body.gpp,
    ).toMatchObject({
      applicableSections: [2],
      sectionList: [2],
      signalStatus: 'ready',
    });
    await there.close();
  });

  test('nothing while both are off', async () => {
    const off = await createTestApp({ config: { rateLimit: false } });
    try {
      await createActiveProfile(off);
      const { body } = await off.request.get(`${off.publicBase}/bootstrap`).query({ tz: 'Europe/Berlin' });
      expect(body).toMatchObject({ found: true, tcf: null, gpp: null });
    } finally {
      await off.close();
    }
  });
});

test('a decision made in Germany is a section of the US for a visitor who is there now', async () => {
  const { profileId } = await bootstrap('Europe/Berlin');
  const calls = consentCalls(app);
  const submitted = await calls
    .submit({ profileId, consentJson: allDenied, timezone: 'Europe/Berlin' })
    .expect(200);
  expect(submitted.body.gpp).toMatchObject({ applicableSections: [-1] });
  const read = async (query: object) => {
    const { body } = await app.request
      .get(`${app.publicBase}/consent`)
      .query(query)
      .set('Cookie', cookieOf(submitted.body.visitorId))
      .expect(200);
    return body;
  };
  const { record, gpp } = await read({ tz: 'America/New_York' });
  expect(gpp).toMatchObject({ applicableSections: [7], sectionList: [7], signalStatus: 'ready' });
  expect(gpp.parsedSections.usnat).toMatchObject([{ TargetedAdvertisingOptOut: 1 }, { Gpc: false }]);
  expect(record).not.toHaveProperty('gppString');
  for (const query of [{}, { tz: 'Europe/Berlin' }])
    expect((await read(query)).gpp).toMatchObject({ applicableSections: [-1] });
});

test('a consent that has ended on the page is a section that opts out', async () => {
  const { profileId } = await bootstrap('America/New_York');
  const calls = consentCalls(app);
  const sent = { profileId, consentJson: allGranted, timezone: 'America/New_York' };
  const { visitorId } = (await calls.submit(sent).expect(200)).body;
  const read = (denied?: string) =>
    app.request
      .get(`${app.publicBase}/consent`)
      .query({ tz: 'America/New_York', denied })
      .set('Cookie', cookieOf(visitorId));
  const { gpp, record } = (await read('analytics,marketing').expect(200)).body;
  expect(gpp).toMatchObject({ sectionList: [7], signalStatus: 'ready' });
  expect(gpp.parsedSections.usnat).toMatchObject([{ TargetedAdvertisingOptOut: 1 }, { Gpc: false }]);
  // The record is what was decided.
  expect(record.effectiveConsent).toMatchObject(allGranted);
  for (const denied of [undefined, '', 'market', 'constructor,necessary']) {
    const { parsedSections } = (await read(denied).expect(200)).body.gpp;
    expect(parsedSections.usnat).toMatchObject([{ TargetedAdvertisingOptOut: 2 }, { Gpc: false }]);
  }
  await read('x'.repeat(13_001)).expect(400);
});

test('visitors are asked under the TCF for 30 days after the registry has last answered', async () => {
  for (const days of [7, 21]) {
    app.clock.advance(days * 86_400_000 + 60_000);
    expect((await bootstrap('Europe/Berlin')).tcf).toMatchObject({ listVersion: 100 });
  }
  app.clock.advance(2 * 86_400_000);
  expect((await bootstrap('Europe/Berlin')).tcf).toBeNull();
});

test('the strings belong to the version of the texts, also while another process has published the next', async () => {
  const config = { rateLimit: false, tcf: registry.tcf, gpp: { enabled: true } } as const;
  const first = await createTestApp({ config });
  const second = await createTestApp({
    knex: first.knex,
    clock: first.clock,
    config: { ...config, hotServe: { revalidateMs: 60_000 } },
  });
  await Promise.all([first.service.start(), second.service.start()]);
  const ask = async () =>
    (await second.request.get(`${second.publicBase}/bootstrap?tz=Europe/Berlin&lang=en`).expect(200)).body;
  const { id } = await createActiveProfile(first, {
    profileJson: profileJson({ tcf: { vendors: [1, 3] } }),
    localeContent: {},
  });
  await until(async () => (await ask()).tcf !== null);
  const before = await ask();
  const admin = await first.asAdmin();
  const url = `${first.adminBase}/profiles/${id}`;
  await first.request.put(url).set(admin).send({ profileJson: profileJson() }).expect(200);
  await first.request.post(`${url}/activate`).set(admin).expect(200);
  first.clock.advance(1000);
  expect(await ask()).toEqual(before);
  first.clock.advance(120_000);
  expect(await ask()).toMatchObject({ profileVersion: 2, tcf: null });
  await second.close();
  await first.close();
});
