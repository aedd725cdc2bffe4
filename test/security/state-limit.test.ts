import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookiesAfter } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { addStates, storedStates } from '../support/states';

/** How many states a day can add to a record, and who uses up whose share. */
let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;
let owner: string;

beforeEach(async () => {
  app = await createTestApp({ config: { rateLimit: false } });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
  owner = cookiesAfter(await post({ consentJson: allGranted }).expect(200));
});
afterEach(() => app.close());

const post = (body: object) => calls.submit({ visitorId: 'victim', profileId, ...body });
const asOwner = (body: object) => post(body).set('Cookie', owner);
const states = async () => (await storedStates(app.knex, { visitor_id: 'victim' })).length;
const read = async () => (await calls.read('victim').expect(200)).body.consentJson;
const strangers = async (times: number) => {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1)
    statuses.push((await post({ consentJson: allGranted, locale: 'fr' })).status);
  return statuses;
};

/** Puts states of the owner into the history, as many as a day allows. */
async function useUpTheDay(): Promise<void> {
  await addStates(app.knex, 'victim', 200);
}

test('strangers have a small share of their own, and leave the owner and servers theirs', async () => {
  expect(await strangers(22)).toEqual([...Array(20).fill(200), 429, 429]);
  const { key } = await createApiKey(app);
  await asOwner({ consentJson: allDenied }).expect(200);
  await asOwner({ consentJson: { ...allGranted, analytics: 'denied' } }).expect(200);
  await post({ consentJson: allGranted }).set('X-API-Key', key).expect(200);
  const refused = await post({ consentJson: allGranted }).expect(429);
  expect(refused.body.code).toBe('rate_limited');
});

test('a refusal by a stranger above the share withdraws, and its answer discloses nothing of the record', async () => {
  await strangers(20);
  const before = await states();
  const withdrawing = await post({ consentJson: allDenied }).expect(200);
  expect(await read()).toEqual(allDenied);
  expect(await states()).toBe(before + 1);
  const repeated = await post({ consentJson: allDenied }).expect(200);
  expect(repeated.body).toEqual(withdrawing.body);
  expect(await states()).toBe(before + 1);
});

test('a withdrawal is never refused, by POST or by PUT, and withdrawals end with the grants', async () => {
  await useUpTheDay();
  await asOwner({ consentJson: allGranted, locale: 'de' }).expect(429);
  await calls
    .update('victim', { consentJson: { ...allGranted, analytics: 'denied' } })
    .set('Cookie', owner)
    .expect(200);
  await asOwner({ consentJson: allDenied }).expect(200);
  expect(await read()).toEqual(allDenied);
  await asOwner({ consentJson: allDenied }).expect(429);
  await asOwner({ consentJson: allGranted }).expect(429);
  expect(await states()).toBe(202);
});
