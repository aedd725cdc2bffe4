import { headerGeoProvider } from 'express-consent';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { profileJson } from '../support/profiles';
import { createReceiptProfile, receiptCalls } from '../support/receipts';

/** The fields of a record that a PUT changes, and those that it keeps. */
const decidedAt = Date.parse('2026-03-01T10:00:00.000Z');
const day = 86_400_000;

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;
let key: { id: string; key: string };

beforeEach(async () => {
  const geo = headerGeoProvider({ country: 'x-country', region: 'x-region' });
  app = await createTestApp({
    clock: createTestClock(decidedAt),
    config: { geo, rateLimit: false, gpp: { enabled: true } },
  });
  calls = consentCalls(app);
  profileId = (await createReceiptProfile(app)).id;
  key = await createApiKey(app);
});
afterEach(() => app.close());

const submit = (visitorId: string, body: object = {}) =>
  calls.submit({ visitorId, profileId, consentJson: allGranted, ...body });
const serverPut = (visitorId: string, body: object) =>
  app.request
    .put(`${app.publicBase}/consent/${visitorId}`)
    .set('X-API-Key', key.key)
    .send({ consentJson: allGranted, ...body });
const verdict = async (visitorId: string) => (await calls.verify(visitorId).expect(200)).body;
const evidence = async (visitorId: string) =>
  (
    await app.request
      .get(`${app.adminBase}/consents/${visitorId}/evidence`)
      .set(await app.asAdmin())
      .expect(200)
  ).body;
const receipt = async (visitorId: string) => (await receiptCalls(app).json(visitorId).expect(200)).body;

async function publishNext(): Promise<void> {
  const admin = await app.asAdmin();
  await app.request
    .put(`${app.adminBase}/profiles/${profileId}`)
    .set(admin)
    .send({ profileJson: profileJson({ allowReceipt: true, expiryDays: 365 }), requireReconsent: true })
    .expect(200);
  await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);
}

describe('profileVersion', () => {
  const resolve = async () =>
    (await app.request.get(`${app.publicBase}/resolve-profile?tz=Europe/Berlin`)).body;

  test('names the notice that the page showed, also after later publications', async () => {
    const shown = await resolve();
    const file = await app.request.get(shown.versionPath).expect(200);
    expect([shown.profileVersion, file.body.id]).toEqual([1, profileId]);
    await publishNext();
    const { body } = await submit('reads-old', { profileVersion: shown.profileVersion }).expect(200);
    expect(body.profileVersion).toBe(1);
    expect((await verdict('reads-old')).reason).toBe('reconsent_required');
    expect((await resolve()).versionPath).toBe(shown.versionPath.replace('/1/', '/2/'));
    expect((await submit('reads-new').expect(200)).body.profileVersion).toBe(2);
    const put = await calls.update('reads-new', { consentJson: allDenied, profileVersion: 1 }).expect(200);
    expect(put.body.profileVersion).toBe(1);
  });

  test.each([0, 3, 1.5, '1'])('%j is 400, for a decision that allows something', async (profileVersion) => {
    await publishNext();
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(await app.asAdmin())
      .send({ name: 'A draft: version 3' })
      .expect(200);
    await submit('refuses').expect(200);
    for (const answer of [
      await submit('refuses', { profileVersion }),
      await calls.update('refuses', { consentJson: allGranted, profileVersion }),
    ])
      expect([answer.status, answer.body.details?.[0].path]).toEqual([400, 'profileVersion']);
  });
});

describe('another map', () => {
  test('is recorded on the version that is published when it is decided', async () => {
    await submit('renews').expect(200);
    await publishNext();
    expect((await verdict('renews')).reason).toBe('reconsent_required');
    const { body } = await calls.update('renews', { consentJson: allDenied }).expect(200);
    expect(body.profileVersion).toBe(2);
    expect(await verdict('renews')).toMatchObject({ valid: true, profileVersion: 2 });
    const { notices } = await evidence('renews');
    expect(notices.map(({ profileVersion }: { profileVersion: number }) => profileVersion).sort()).toEqual([
      1, 2,
    ]);
  });

  test('is recorded where the visitor is then', async () => {
    await submit('travels').set({ 'X-Country': 'US', 'X-Region': 'CA' }).expect(200);
    await calls.update('travels', { consentJson: allDenied }).set('X-Country', 'FR').expect(200);
    expect((await verdict('travels')).expiresAt).toBe('2026-09-01T10:00:00.000Z');
    expect(await receipt('travels')).toMatchObject({ place: 'FR' });
    const visitor = await app.knex('svc_consents').where({ visitor_id: 'travels' }).first();
    expect(visitor).toMatchObject({ country: 'FR', region: null });
  });

  test.each([
    ['no place', {}],
    ['the country alone', { 'X-Country': 'US' }],
  ])('leaves the place where the request tells %s, by PUT and by POST', async (_what, headers) => {
    await submit('stays').set({ 'X-Country': 'US', 'X-Region': 'CA' }).expect(200);
    await calls.update('stays', { consentJson: allDenied }).set(headers).expect(200);
    await submit('stays').set(headers).expect(200);
    expect(await app.knex('svc_consents').where({ visitor_id: 'stays' }).first()).toMatchObject({
      country: 'US',
      region: 'CA',
    });
  });
});

describe('the same map', () => {
  test.each([
    ['a server that links a user', () => serverPut('keeps', { subjectId: 'user-1' })],
    ['another language', () => calls.update('keeps', { consentJson: allGranted, locale: 'de' })],
  ])('is not a decision: %s renews nothing', async (_what, put) => {
    await submit('keeps').set('X-Country', 'FR').expect(200);
    const { expiresAt } = await verdict('keeps');
    app.clock.advance(30 * day);
    const { body } = await put().set('X-Country', 'DE').expect(200);
    expect(body).toMatchObject({
      updatedAt: new Date(decidedAt).toISOString(),
      source: 'banner',
      by: 'visitor',
    });
    expect((await verdict('keeps')).expiresAt).toBe(expiresAt);
    expect((await receipt('keeps')).events).toMatchObject([{ event_state: 'dpv:ConsentGiven' }]);
    expect(await calls.history('keeps')).toMatchObject([
      { decided: false, createdAt: new Date(decidedAt + 30 * day).toISOString() },
      { decided: true, createdAt: new Date(decidedAt).toISOString() },
    ]);
    const timeline = await app.request
      .get(`${app.adminBase}/stats/overview`)
      .set(await app.asAdmin())
      .expect(200);
    expect(timeline.body.consentsToday).toBe(0);
  });
});

describe('a write with an API key', () => {
  test('names the key wherever the decision is shown, and does not prove ownership', async () => {
    await submit('overruled', { consentJson: allDenied }).expect(200);
    await serverPut('overruled', {}).expect(200);
    const byKey = { by: 'apiKey', apiKeyId: key.id, source: 'banner' };
    const state = { ...byKey, ownershipProven: false, consentJson: allGranted };
    const byVisitor = { by: 'visitor', source: 'banner', ownershipProven: true };
    expect(await calls.history('overruled')).toMatchObject([state, byVisitor]);
    const { record, history } = await evidence('overruled');
    expect(record).toMatchObject(byKey);
    expect(history).toMatchObject([state, byVisitor]);
    const { events } = await receipt('overruled');
    expect(events).toMatchObject([byVisitor, { ...byKey, ownershipProven: false }]);
    const csv = await app.request.get(`${app.adminBase}/export/consents`).set(await app.asAdmin());
    const [header, row] = csv.text.split('\r\n').map((line) => line.split(','));
    expect(row?.[header?.indexOf('by') ?? -1]).toBe('apiKey');
    expect(row?.[header?.indexOf('apiKeyId') ?? -1]).toBe(key.id);
    // The visitor decides again.
    await calls.update('overruled', { consentJson: allDenied }).expect(200);
    const { body } = await calls.read('overruled');
    expect(body).toMatchObject({ by: 'visitor', source: 'banner' });
    expect(body).not.toHaveProperty('apiKeyId');
  });
});

test('a receipt says what the signal of its own request leaves', async () => {
  const id = (await createReceiptProfile(app, { complianceGroup: 'opt-out' })).id;
  await submit('signals', { profileId: id }).expect(200);
  const effective = async (headers: Record<string, string>) => {
    const { body } = await receiptCalls(app).json('signals').set(headers).expect(200);
    return Object.fromEntries(
      body.purposes.map((purpose: Record<string, string>) => [purpose.categoryId, purpose.effectiveChoice]),
    );
  };
  expect(await effective({})).toEqual(allGranted);
  expect(await effective({ 'Sec-GPC': '1' })).toEqual(allDenied);
});

test('history and evidence keep the strings and the age of each decision', async () => {
  const gppString = 'DBABLA~BVQqAAAAAgA.QA';
  await submit('strings', { tcfString: 'CPc', gppString, ageVerified: true }).expect(200);
  await calls.update('strings', { consentJson: allDenied }).expect(200);
  const states = [{}, { tcfString: 'CPc', gppString, ageVerified: true }];
  expect(await calls.history('strings')).toMatchObject(states);
  const { history } = await evidence('strings');
  expect(history).toMatchObject(states);
  expect(history[0]).not.toHaveProperty('tcfString');
});

test('of a record whose banner is deleted counts the same choices as before', async () => {
  await submit('kept', {
    consentJson: { necessary: 'granted', analytics: 'denied', marketing: 'denied' },
  }).expect(200);
  const choice = async () =>
    (await app.knex('svc_consents').where({ visitor_id: 'kept' }).first('choice')).choice;
  expect(await choice()).toBe('out');
  const admin = await app.asAdmin();
  await app.request.post(`${app.adminBase}/profiles/${profileId}/deactivate`).set(admin).expect(200);
  await app.request.delete(`${app.adminBase}/profiles/${profileId}`).set(admin).expect(200);
  const consentJson = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
  await serverPut('kept', { consentJson, locale: 'de' }).expect(200);
  expect(await choice()).toBe('out');
});
