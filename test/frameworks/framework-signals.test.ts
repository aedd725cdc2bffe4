import { readTcString } from '#standards/tcf/index';
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

  test('under GPP: that no section applies in Germany, and that the visitor has yet to be asked', async () => {
    const { gpp } = await bootstrap('Europe/Berlin');
    expect(gpp).toMatchObject({
      string: 'DBAA',
      sectionList: [],
      applicableSections: [-1],
      parsedSections: {},
      signalStatus: 'not ready',
    });
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
