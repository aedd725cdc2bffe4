import { type Choice, encodeChoice } from '#standards/choice/index';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';

const clock = createTestClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());

const hour = 3_600_000;
const category = { mandatory: false, preGranted: false, listensToGpc: false, purposes: '' } as const;
const encode = (changes: Partial<Choice> = {}) =>
  encodeChoice({
    profileId: 'shop',
    profileVersion: 1,
    decidedAt: clock.now() - hour,
    expiresAt: clock.now() + hour,
    gpcMode: 'strict',
    gpcDetected: false,
    gpcOverride: false,
    asksFirst: true,
    submissionId: null,
    categories: [
      { ...category, id: 'necessary', state: null, mandatory: true },
      { ...category, id: 'analytics', state: 'granted', listensToGpc: true },
      { ...category, id: '__proto__', state: 'denied' },
    ],
    ...changes,
  });
const read = (cookie?: string, headers = {}) =>
  app.service.choice({ headers: { ...(cookie !== undefined && { cookie }), ...headers } });
const undecided = { decided: false, states: {}, profileId: null, expiresAt: null, gpc: false };

test('reads the states from the cookie alone, after the signal of this request', () => {
  const cookie = `a=b; svc_choice=${encode()}; c=d`;
  const { states, ...facts } = read(cookie);
  expect(Object.entries(states)).toEqual([
    ['necessary', 'granted'],
    ['analytics', 'granted'],
    ['__proto__', 'denied'],
  ]);
  expect(facts).toMatchObject({ decided: true, profileId: 'shop', gpc: false });
  expect(Math.abs(Date.parse(facts.expiresAt ?? '') - clock.now() - hour)).toBeLessThanOrEqual(60_000);
  expect(read(cookie, { 'sec-gpc': '1' })).toMatchObject({ gpc: true, states: { analytics: 'denied' } });
});

test('a planted choice from the future does not prevail over the visitor’s own, in any order', () => {
  const refused = { ...category, id: 'analytics', state: 'denied' } as const;
  const own = `svc_choice=${encode({ categories: [refused] })}`;
  const planted = `svc_choice=${encode({ decidedAt: clock.now() + 48 * hour, expiresAt: clock.now() + 9999 * hour })}`;
  for (const cookie of [`${own}; ${planted}`, `${planted}; ${own}`])
    expect(read(cookie).states).toEqual({ analytics: 'denied' });
  // A visitor whose clock was ahead keeps the only choice there is.
  expect(read(planted)).toMatchObject({ decided: true, states: { analytics: 'granted' } });
});

test('of two choices from the same minute the one that grants less counts, in any order', () => {
  const grants = encode();
  const refuses = encode({ categories: [{ ...category, id: 'analytics', state: 'denied' }] });
  for (const [first, second] of [
    [grants, refuses],
    [refuses, grants],
  ])
    expect(read(`svc_choice=${first}; svc_choice=${second}`).states).toEqual({ analytics: 'denied' });
});

test.each([
  undefined,
  '',
  ';;=;',
  'svc_choice',
  'svc_choice=',
  'svc_choice=1.x',
  'svc_choice=%00',
  'xsvc_choice=1',
])('is undecided with the cookie header %j', (cookie) => expect(read(cookie)).toEqual(undecided));

test('ignores an expired choice, and takes the newest of several', () => {
  const expired = encode({ expiresAt: clock.now() - hour });
  const older = encode({ profileId: 'older', decidedAt: clock.now() - 2 * hour });
  expect(read(`svc_choice=${expired}`)).toEqual(undecided);
  for (const order of [
    [older, encode()],
    [encode(), older, expired],
  ])
    expect(read(order.map((value) => `svc_choice=${value}`).join('; ')).profileId).toBe('shop');
});
