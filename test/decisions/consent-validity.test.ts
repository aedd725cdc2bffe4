import { headerGeoProvider } from 'express-consent';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createReceiptProfile, receiptCalls } from '../support/receipts';

/**
 * How long a choice is valid where regulators set a limit in months. Decisions are made on 31 August, which
 * has no like in February.
 */
const decidedAt = Date.parse('2026-08-31T10:00:00.000Z');
const secondsOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let yearlyId: string;
let monthlyId: string;
let visitors = 0;

beforeEach(async () => {
  const geo = headerGeoProvider({ country: 'x-country', region: 'x-region' });
  app = await createTestApp({ clock: createTestClock(decidedAt), config: { geo, rateLimit: false } });
  calls = consentCalls(app);
  yearlyId = (await createReceiptProfile(app)).id;
  monthlyId = (await createReceiptProfile(app, { complianceGroup: 'opt-in-explicit', expiryDays: 30 })).id;
});
afterEach(() => app.close());

/** A visitor of a country who decides; the cookie that the answer sets. */
async function decide(country: string, body: object = {}) {
  visitors += 1;
  const visitorId = `visitor-${visitors}`;
  const response = await calls
    .submit({ visitorId, profileId: yearlyId, consentJson: allGranted, ...body })
    .set('X-Country', country)
    .expect(200);
  return { visitorId, cookie: String(response.headers['set-cookie']) };
}

const verdict = async (visitorId: string) => (await calls.verify(visitorId).expect(200)).body;

test.each([
  ['FR', 'a limit of six months', '2027-02-28T10:00:00.000Z'],
  ['IE', 'a limit of six months', '2027-02-28T10:00:00.000Z'],
  ['FI', 'a limit of twelve months', '2027-08-31T10:00:00.000Z'],
  ['ES', 'a limit of 24 months, longer than the profile’s', '2027-08-31T10:00:00.000Z'],
  ['DE', 'no limit', '2027-08-31T10:00:00.000Z'],
  ['', 'an unknown country', '2027-08-31T10:00:00.000Z'],
])('a choice made in %j (%s) ends on %s, and so does its cookie', async (country, _why, end) => {
  const { visitorId, cookie } = await decide(country);
  expect((await verdict(visitorId)).expiresAt).toBe(end);
  expect(cookie).toContain(`Max-Age=${secondsOf('2026-08-31T10:00:00.000Z', end)};`);
  app.clock.advance(Date.parse(end) - decidedAt - 1);
  expect(await verdict(visitorId)).toMatchObject({ valid: true, reason: null });
  app.clock.advance(1);
  expect(await verdict(visitorId)).toMatchObject({ valid: false, reason: 'expired' });
});

test('operators see why a visitor is asked again', async () => {
  const { visitorId } = await decide('FR');
  const admin = await app.asAdmin();
  const read = async () =>
    (await app.request.get(`${app.adminBase}/consents/${visitorId}`).set(admin).expect(200)).body
      .invalidReason;
  expect(await read()).toBeNull();
  await app.request.put(`${app.adminBase}/profiles/${yearlyId}`).set(admin).send({ requireReconsent: true });
  await app.request.post(`${app.adminBase}/profiles/${yearlyId}/activate`).set(admin).expect(200);
  expect(await read()).toBe('reconsent_required');
});

test('the profile’s own period ends a choice first where it is the shorter one', async () => {
  const { visitorId } = await decide('FR', { profileId: monthlyId });
  expect((await verdict(visitorId)).expiresAt).toBe('2026-09-30T10:00:00.000Z');
});

test('a refusal is kept no longer than a grant', async () => {
  const { visitorId } = await decide('FR', { consentJson: allDenied });
  expect((await verdict(visitorId)).expiresAt).toBe('2027-02-28T10:00:00.000Z');
});

test('a change starts the months again, for the cookie too', async () => {
  const { visitorId } = await decide('FR');
  app.clock.advance(Date.parse('2026-12-01T00:00:00.000Z') - decidedAt);
  const response = await calls.update(visitorId, { consentJson: allDenied }).expect(200);
  expect((await verdict(visitorId)).expiresAt).toBe('2027-06-01T00:00:00.000Z');
  expect(String(response.headers['set-cookie'])).toContain(
    `Max-Age=${secondsOf('2026-12-01T00:00:00.000Z', '2027-06-01T00:00:00.000Z')};`,
  );
});

test('a receipt states the validity of each decision by the place where it was made, and the version', async () => {
  const { visitorId } = await decide('FR');
  await calls
    .submit({ visitorId, profileId: yearlyId, consentJson: allDenied })
    .set({ 'X-Country': 'DE', Cookie: cookieOf(visitorId) })
    .expect(200);
  const admin = await app.asAdmin();
  const profile = `${app.adminBase}/profiles/${yearlyId}`;
  const { profileJson } = (await app.request.get(profile).set(admin).expect(200)).body;
  const shorter = { profileJson: { ...profileJson, expiryDays: 30 } };
  await app.request.put(profile).set(admin).send(shorter).expect(200);
  await app.request.post(`${profile}/activate`).set(admin).expect(200);
  const { body } = await receiptCalls(app).json(visitorId).expect(200);
  expect(body.events.map((event: { validity_duration: string }) => event.validity_duration)).toEqual([
    'P6M',
    'P365D',
  ]);
  expect(body.validity.expiresAt).toBe('2026-09-30T10:00:00.000Z');
});
