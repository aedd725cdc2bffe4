import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookiesAfter } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { addStates, storedStates } from '../support/states';

const day = 86_400_000;

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

test('requests without the cookie can add 200 states a day, and leave the owner and servers theirs', async () => {
  await addStates(app.knex, 'victim', 199, (revision) => ({ by_stranger: revision > 1 }));
  expect(await strangers(2)).toEqual([200, 429]);
  const { key } = await createApiKey(app);
  await asOwner({ consentJson: allDenied }).expect(200);
  await asOwner({ consentJson: { ...allGranted, analytics: 'denied' } }).expect(200);
  await post({ consentJson: allGranted }).set('X-API-Key', key).expect(200);
  const refused = await post({ consentJson: allGranted }).expect(429);
  expect(refused.body.code).toBe('rate_limited');
  const untilMidnight = day - (app.clock.now() % day);
  expect(refused.headers['retry-after']).toBe(String(Math.ceil(untilMidnight / 1000)));
  app.clock.advance(untilMidnight - 1);
  expect(await strangers(1)).toEqual([429]);
  app.clock.advance(1);
  expect(await strangers(1)).toEqual([200]);
});

test('a day that the owner has used up is used up for requests without the cookie', async () => {
  await useUpTheDay();
  expect(await strangers(1)).toEqual([429]);
});

test('a refusal without the cookie above the limit withdraws, and only once', async () => {
  await useUpTheDay();
  const before = await states();
  await post({ consentJson: allDenied }).expect(200);
  expect(await read()).toEqual(allDenied);
  expect(await states()).toBe(before + 1);
  await post({ consentJson: allDenied }).expect(429);
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
