import { complianceRules } from '#standards/compliance/index';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { receiptCalls } from '../support/receipts';

type Content = ReturnType<typeof profileJson>;
type Categories = NonNullable<NonNullable<Content['preferenceModal']>['categories']>;
type LegalBasis = NonNullable<Categories[string]['legalBasis']>;

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let receipts: ReturnType<typeof receiptCalls>;
beforeEach(async () => {
  // The profiles below are of kinds that the rules of their group would not let through.
  const rules = Object.fromEntries(complianceRules.map(({ id }) => [id, 'off' as const]));
  app = await createTestApp({ config: { rateLimit: false, compliance: { rules } } });
  calls = consentCalls(app);
  receipts = receiptCalls(app);
});
afterEach(() => app.close());

const categoriesOf = (content: Content) => (content.preferenceModal?.categories ?? {}) as Categories;

const withCategories = (categories: Categories, more: Partial<Content> = {}): Content => {
  const content = profileJson({ allowReceipt: true, ...more });
  return { ...content, preferenceModal: { ...content.preferenceModal, categories } };
};

/** The test profile with another legal basis of `analytics`. */
function analyticsAs(legalBasis: LegalBasis, more: Partial<Content> = {}): Content {
  const { analytics, ...others } = categoriesOf(profileJson());
  return withCategories({ ...others, analytics: { ...analytics, legalBasis } }, more);
}

const open = async (content: Content) =>
  (await createActiveProfile(app, { profileJson: content, localeContent: {} })).id;

async function republish(id: string, content: Content) {
  const admin = await app.asAdmin();
  const path = `${app.adminBase}/profiles/${id}`;
  await app.request.put(path).set(admin).send({ profileJson: content }).expect(200);
  await app.request.post(`${path}/activate`).set(admin).expect(200);
}

const decide = (profileId: string, consentJson: object) =>
  calls.submit({ visitorId: 'v', profileId, consentJson }).set('Cookie', 'svc_vid=v').expect(200);

const eventsOf = async (): Promise<
  { event_state: string; states: Record<string, string>; objections: string[] }[]
> => (await receipts.json('v').expect(200)).body.events;

const statesOf = async () => (await eventsOf()).map(({ event_state }) => event_state);

test('accepting everything again after a category was renamed withdraws nothing', async () => {
  const id = await open(analyticsAs('consent'));
  await decide(id, allGranted);
  const { marketing, ...others } = categoriesOf(profileJson());
  await republish(id, withCategories({ ...others, ads: { ...marketing } }));
  await decide(id, { necessary: 'granted', analytics: 'granted', ads: 'granted' });
  const [first, second] = await eventsOf();
  expect(first).toMatchObject({ event_state: 'dpv:ConsentGiven' });
  expect(second).toMatchObject({
    event_state: 'dpv:RenewedConsentGiven',
    states: { ads: 'dpv:ConsentGiven' },
  });
  expect(second?.states).not.toHaveProperty('marketing');
});

test('a category that was mandatory had no consent to withdraw', async () => {
  const id = await open(analyticsAs('mandatory'));
  await decide(id, allDenied);
  await decide(id, { ...allDenied, analytics: 'granted' });
  await republish(id, analyticsAs('consent'));
  await decide(id, allDenied);
  const events = await eventsOf();
  expect(events.map(({ event_state }) => event_state)).toEqual([
    'dpv:ConsentRefused',
    'dpv:ConsentRefused',
    'dpv:ConsentRefused',
  ]);
  expect(events.map(({ states }) => states.analytics)).toEqual([undefined, undefined, 'dpv:ConsentRefused']);
});

test('refusing the rest after the profile was deleted gives no consent', async () => {
  const id = await open(analyticsAs('consent'));
  await decide(id, { ...allGranted, marketing: 'denied' });
  const admin = await app.asAdmin();
  await app.request.post(`${app.adminBase}/profiles/${id}/deactivate`).set(admin).expect(200);
  await app.request.delete(`${app.adminBase}/profiles/${id}`).set(admin).expect(200);
  await calls.update('v', { consentJson: allDenied }).expect(200);
  const row = await app.knex('svc_consents').where({ visitor_id: 'v' }).first('choice');
  expect(row).toEqual({ choice: 'out' });
});

test('an objection to a legitimate interest is reported as an objection, not as consent', async () => {
  const { marketing, ...others } = categoriesOf(profileJson());
  const interest = { ...marketing, legalBasis: 'legitimate-interest' as const };
  const id = await open(withCategories({ ...others, marketing: interest }));
  await decide(id, allGranted);
  await decide(id, { ...allGranted, marketing: 'objected' });
  const [first, second] = await eventsOf();
  expect(first).toMatchObject({ states: { analytics: 'dpv:ConsentGiven' }, objections: [] });
  expect(first?.states).not.toHaveProperty('marketing');
  expect(second).toMatchObject({
    event_state: 'dpv:RenewedConsentGiven',
    states: {},
    objections: ['marketing'],
  });
});

test('a profile without optional categories gives no consent and is in no opt-in rate', async () => {
  const { necessary } = categoriesOf(profileJson());
  const id = await open(
    withCategories(
      { necessary: { ...necessary } },
      { cookies: { session: { purpose: 'necessary', listenGpc: false } } },
    ),
  );
  await decide(id, { necessary: 'denied' });
  expect(await statesOf()).toEqual(['dpv:ConsentUnknown']);
  expect((await app.knex('svc_consents').first('choice')).choice).toBe('none');
});

test('silence in an opt-out group is not a refusal', async () => {
  const id = await open(
    analyticsAs('consent', { complianceGroup: 'opt-out', countries: undefined } as Partial<Content>),
  );
  await decide(id, { necessary: 'granted' });
  expect(await statesOf()).toEqual(['dpv:ConsentUnknown']);
  expect((await app.knex('svc_consents').first('choice')).choice).toBe('in');
  await decide(id, { ...allGranted, marketing: 'denied' });
  expect((await app.knex('svc_consents').first('choice')).choice).toBe('partial');
});
