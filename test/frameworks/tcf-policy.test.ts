import { allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createFakeRegistry, type FakeRegistry, paths } from '../support/fake-registry';
import { createActiveProfile, profileJson } from '../support/profiles';
import { receiptCalls, textOf } from '../support/receipts';
import { describeWith } from '../support/services';
import { makeTcString, vendorList } from '../support/tc-strings';

const day = 86_400_000;
const tcf = { vendors: [1, 3], purposes: [1, 2, 7], category: 'marketing' };
const accepted = {
  purposes: [1, 2, 7],
  legitimateInterests: [7],
  specialFeatures: [1],
  vendors: [1, 3],
  vendorLegitimateInterests: [1],
};

let registry: FakeRegistry;
let app: TestApp;
beforeEach(async () => {
  registry = await createFakeRegistry();
  app = await createTestApp({
    clock: createTestClock(Date.parse('2026-11-20T12:00:00Z')),
    config: { rateLimit: false, tcf: registry.tcf },
  });
  await app.service.maintenance();
});
afterEach(async () => {
  await app.close();
  await registry.close();
});

const createProfile = (overrides: object = {}) =>
  createActiveProfile(app, {
    profileJson: profileJson({ allowReceipt: true, tcf, ...overrides }),
    localeContent: {},
  });

/** A visitor who decides about a profile; by default, the service makes the TC string. */
async function decide(visitorId: string, profileId: string, fields: object = { tcf: accepted }) {
  const { body } = await consentCalls(app)
    .submit({ visitorId, profileId, consentJson: allGranted, ...fields })
    .set('Cookie', cookieOf(visitorId))
    .expect(200);
  expect(body.tcfString).toEqual(expect.any(String));
}

/** The IAB publishes another list, and the service fetches it. */
async function publishList(version: number, tcfPolicyVersion: number) {
  registry.lists[paths.vendors] = { ...vendorList(version), tcfPolicyVersion };
  app.clock.advance(8 * day);
  await app.service.maintenance();
}

const verify = async (visitorId: string) => (await consentCalls(app).verify(visitorId).expect(200)).body;
const valid = { valid: true, reason: null };
const outdated = { valid: false, reason: 'tcf_policy_changed' };

test('a new version of the TCF policies asks again, until the visitor has decided under it', async () => {
  const { id } = await createProfile();
  await decide('v', id);
  await publishList(101, 5);
  expect(await verify('v')).toMatchObject(valid);
  await publishList(102, 6);
  expect(await verify('v')).toMatchObject({ ...outdated, effectiveConsent: allGranted });
  const own = await app.request.get(`${app.publicBase}/consent`).set('Cookie', cookieOf('v')).expect(200);
  expect(own.body.verification).toMatchObject(outdated);
  const shown = await app.request.get(`${app.adminBase}/consents/v`).set(await app.asAdmin());
  expect(shown.body.invalidReason).toBe('tcf_policy_changed');

  await decide('v', id);
  expect(await verify('v')).toMatchObject(valid);
});

test('the vendor list that cannot be confirmed for a week ends nothing', async () => {
  const { id } = await createProfile();
  await decide('v', id);
  await publishList(101, 6);
  expect(await verify('v')).toMatchObject(outdated);
  registry.misbehaving[paths.vendors] = 500;
  app.clock.advance(8 * day);
  expect(await verify('v')).toMatchObject(valid);
});

test('a decision about a profile that does not ask under the framework stays', async () => {
  const { id } = await createProfile({ tcf: undefined });
  await decide('v', id, { tcfString: makeTcString() });
  await publishList(101, 6);
  expect(await verify('v')).toMatchObject(valid);
});

test('where nobody is asked first, no refusal ends with the policies', async () => {
  const { id } = await createProfile({ complianceGroup: 'notice-opt-out' });
  await decide('v', id);
  await publishList(101, 6);
  expect(await verify('v')).toMatchObject(valid);
});

test('an earlier reason comes first, and a later one after it', async () => {
  const { id } = await createProfile({ expiryDays: 30 });
  await decide('v', id);
  await publishList(101, 6);
  app.clock.advance(30 * day);
  await app.service.maintenance();
  expect(await verify('v')).toMatchObject(outdated);
  const admin = await app.asAdmin();
  await app.request.post(`${app.adminBase}/profiles/${id}/deactivate`).set(admin).expect(200);
  expect(await verify('v')).toMatchObject({ valid: false, reason: 'profile_inactive' });
});

describeWith('poppler', 'a receipt', () => {
  test('says that a new decision is needed', async () => {
    const { id } = await createProfile();
    await decide('v', id);
    await publishList(101, 6);
    const { body } = await receiptCalls(app).json('v').expect(200);
    expect(body.validity).toMatchObject(outdated);
    const pdf = await receiptCalls(app).pdf('v').expect(200);
    expect(await textOf(pdf.body)).toContain('Not in force: a new decision is needed');
  });
});
