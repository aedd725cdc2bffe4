import { GppModel } from '@iabgpp/cmpapi';
import { headerGeoProvider } from '#platform/geo/index';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf, recordEvents } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { makeTcString } from '../support/tc-strings';

const place = (value: string) => ({
  'x-country': value.split('-')[0] ?? '',
  'x-region': value.split('-')[1] ?? '',
});
const inCalifornia = place('US-CA');
const signal = { 'Sec-GPC': '1' };

async function open(
  gpp: object = { enabled: true },
): Promise<{ app: TestApp; calls: ReturnType<typeof consentCalls>; profileId: string }> {
  const geo = headerGeoProvider({ country: 'x-country', region: 'x-region' });
  const app = await createTestApp({ config: { rateLimit: false, geo, gpp } });
  const strict = profileJson({ complianceGroup: 'opt-out-strict', allowReceipt: true });
  const { id } = await createActiveProfile(app, { profileJson: strict, localeContent: {} });
  return { app, calls: consentCalls(app), profileId: id };
}

/** The fields of the only section of a string. */
function saying(gppString: string): Record<string, unknown> {
  return (
    Object.values(new GppModel(gppString).toObject() as Record<string, Record<string, unknown>>)[0] ?? {}
  );
}

function written(fields: Record<string, unknown>): string {
  const model = new GppModel();
  for (const [field, value] of Object.entries(fields)) model.setFieldValue('usca', field, value);
  return model.encode();
}

describe('with GPP on', () => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  let profileId: string;
  beforeAll(async () => {
    ({ app, calls, profileId } = await open());
  });
  afterAll(() => app.close());

  const submit = (visitorId: string, more: object = {}) =>
    calls
      .submit({ visitorId, profileId, consentJson: allGranted, ...more })
      .set({ ...inCalifornia, Cookie: cookieOf(visitorId) });
  const asAdmin = async (path: string) => app.request.get(`${app.adminBase}${path}`).set(await app.asAdmin());

  test('an answer to a request with the signal opts out in its string too, and the next without it does not', async () => {
    const accepted = (await submit('later').expect(200)).body;
    expect(saying(accepted.gppString)).toMatchObject({ SharingOptOut: 2, Gpc: false });
    const { key } = await createApiKey(app);
    for (const request of [
      calls.read('later'),
      app.request.get(`${app.publicBase}/consent/later`).set('X-API-Key', key),
    ]) {
      const { body } = await request.set(signal).expect(200);
      expect(body.effectiveConsent.marketing).toBe('denied');
      expect(saying(body.gppString)).toMatchObject({ SharingOptOut: 1, Gpc: true });
    }
    expect((await calls.read('later').expect(200)).body.gppString).toBe(accepted.gppString);
  });

  test('the string is the same in the event, for operators, in exports, in the receipt and in the evidence', async () => {
    const events = recordEvents(app);
    const { gppString } = (await submit('everywhere').set(signal).expect(200)).body;
    expect(saying(gppString)).toMatchObject({ SharingOptOut: 1, Gpc: true });
    expect(events).toMatchObject([{ payload: { consent: { gppString } } }]);
    expect((await asAdmin('/consents/everywhere')).body.gppString).toBe(gppString);
    const listed = (await asAdmin('/consents?q=everywhere')).body.items;
    expect(listed).toMatchObject([{ gppString }]);
    const exported: { visitorId: string; gppString: string }[] = (
      await asAdmin('/export/consents?format=json')
    ).body;
    expect(exported.find(({ visitorId }) => visitorId === 'everywhere')).toMatchObject({ gppString });
    const { text } = await asAdmin('/export/consents');
    expect(text.split('\r\n').find((line) => line.includes('everywhere'))).toContain(gppString);
    const receipt = await app.request
      .get(`${app.publicBase}/consent/everywhere/receipt`)
      .set({ Cookie: cookieOf('everywhere'), Accept: 'application/json' });
    expect(receipt.body.gppString).toBe(gppString);
    const evidence = (await asAdmin('/consents/everywhere/evidence?format=json')).body;
    expect(evidence).toMatchObject({ record: { gppString }, receipt: { gppString } });
  });

  test('a marketing cookie that sells is also shared in California', async () => {
    const seller = profileJson({ complianceGroup: 'opt-out-strict', allowReceipt: true });
    const pixel = {
      ...seller.cookies?.pixel,
      purpose: 'marketing',
      listenGpc: true,
      cpraCategory: 'selling',
    };
    const cookies = { ...seller.cookies, pixel } as typeof seller.cookies;
    const { id } = await createProfile(app, { profileJson: { ...seller, cookies }, localeContent: {} });
    const refused = (await submit('sells', { profileId: id, consentJson: allDenied }).expect(200)).body;
    expect(saying(refused.gppString)).toMatchObject({ SaleOptOut: 1, SharingOptOut: 1 });
  });

  test('follows the profile as it is now', async () => {
    await submit('followed').expect(200);
    const before = (await calls.read('followed')).body.gppString;
    const current = (await asAdmin(`/profiles/${profileId}`)).body.profileJson;
    const cookies = {
      ...current.cookies,
      pixel: { ...current.cookies.pixel, cpraCategory: ['selling', 'sharing'] },
    };
    const admin = await app.asAdmin();
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(admin)
      .send({ profileJson: { ...current, cookies } })
      .expect(200);
    await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);
    expect([
      saying(before).SaleOptOut,
      saying((await calls.read('followed')).body.gppString).SaleOptOut,
    ]).toEqual([0, 2]);
  });

  test('the visitor’s own string that denies the opt-out is replaced by one that contains it', async () => {
    const lax = written({ SaleOptOut: 2, SharingOptOut: 2, Gpc: false });
    const { body } = await submit('lax', { gppString: lax }).set(signal).expect(200);
    expect(body.gppString).not.toBe(lax);
    expect(saying(body.gppString)).toMatchObject({ SharingOptOut: 1, Gpc: true });
    const silent = (await submit('silent', { consentJson: allDenied, gppString: 'DBAA' }).expect(200)).body;
    expect(saying(silent.gppString)).toMatchObject({ SharingOptOut: 1 });
    const strict = written({ SaleOptOut: 1, SharingOptOut: 1, Gpc: true });
    expect((await submit('strict', { gppString: strict }).set(signal).expect(200)).body.gppString).toBe(
      strict,
    );
  });

  test('the visitor’s own string is kept until a signal contradicts it', async () => {
    const own = written({ SaleOptOut: 2, SharingOptOut: 2, Gpc: false });
    expect((await submit('own', { gppString: own }).expect(200)).body.gppString).toBe(own);
    expect(saying((await calls.read('own').set(signal)).body.gppString)).toMatchObject({
      SharingOptOut: 1,
      Gpc: true,
    });
    expect((await calls.read('own')).body.gppString).toBe(own);
  });

  test.each(['MD', 'IN', 'KY', 'RI'])('a visitor of %s gets the national section', async (state) => {
    const { body } = await submit(`in-${state}`)
      .set(place(`US-${state}`))
      .expect(200);
    expect(Object.keys(new GppModel(body.gppString).toObject())).toEqual(['usnat']);
  });

  describe('of a child', () => {
    const ask = async (visitorId: string): Promise<string> =>
      (await calls.askParent(visitorId, { profileId }).expect(200)).body.token;

    test('nothing is sold, shared or used for advertising until the parent agrees, in every answer and string', async () => {
      const token = await ask('child');
      const tcfString = makeTcString();
      const events = recordEvents(app);
      const { body } = await submit('child', { parentalConsentToken: token, tcfString }).expect(200);
      expect(body).toMatchObject({
        parentalConsent: 'pending',
        consentJson: allGranted,
        effectiveConsent: { ...allGranted, marketing: 'denied' },
      });
      expect(body).not.toHaveProperty('tcfString');
      expect(saying(body.gppString)).toMatchObject({
        SharingOptOut: 1,
        KnownChildSensitiveDataConsents: [1, 1],
        Gpc: false,
      });
      // The answer alone has what the page's API needs.
      const { gpp: _signal, ...record } = body;
      expect(events).toMatchObject([{ payload: { consent: record } }]);
      expect((await asAdmin('/consents/child')).body).toMatchObject(record);
      // It is not the signal that stands against the grant.
      expect((await calls.verify('child').expect(200)).body).toMatchObject({
        gpcConflict: false,
        effectiveConsent: { marketing: 'denied' },
      });

      await calls.resolveParent(token).expect(200);
      const agreed = (await calls.read('child').expect(200)).body;
      expect(agreed).toMatchObject({ parentalConsent: 'granted', effectiveConsent: allGranted, tcfString });
      expect(saying(agreed.gppString)).toMatchObject({
        SharingOptOut: 2,
        KnownChildSensitiveDataConsents: [expect.any(Number), 2],
      });
    });

    test('in Maryland is never opted in, even with consent', async () => {
      const token = await ask('in-baltimore');
      await submit('in-baltimore', { parentalConsentToken: token }).set(place('US-MD')).expect(200);
      await calls.resolveParent(token).expect(200);
      const { body } = await calls.read('in-baltimore').expect(200);
      expect(body).toMatchObject({
        parentalConsent: 'granted',
        effectiveConsent: { marketing: 'denied', analytics: 'granted' },
      });
      expect(saying(body.gppString)).toMatchObject({ SharingOptOut: 1, TargetedAdvertisingOptOut: 1 });
    });
  });
});

test('with GPP off, a string that contradicts the answer is left out, and any other is answered as it came', async () => {
  const { app, calls, profileId } = await open({ enabled: false });
  const submit = (visitorId: string, gppString: string) =>
    calls
      .submit({ visitorId, profileId, consentJson: allGranted, gppString })
      .set({ ...inCalifornia, ...signal })
      .expect(200);
  expect((await submit('lax', written({ SharingOptOut: 2, Gpc: false }))).body).not.toHaveProperty(
    'gppString',
  );
  expect((await submit('opaque', 'anything')).body.gppString).toBe('anything');
  await app.close();
});
