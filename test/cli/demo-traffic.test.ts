import type { ProfileFacts } from '#banners/profiles/index';
import { createTraffic, type DemoVisitor } from '#demo-data/demo-traffic';

const until = Date.UTC(2026, 2, 27, 15, 30);

const profile = (group: string, facts: Partial<ProfileFacts> = {}): ProfileFacts => ({
  id: `profile-${group}`,
  tenantId: 'default',
  name: group,
  group,
  countries: [],
  isActive: true,
  isPublic: true,
  isPublished: true,
  shownVersion: 3,
  accountRule: null,
  seenVersions: new Set([3]),
  defaultLocale: 'en',
  locales: ['en', 'de', 'fr'],
  expiryDays: 365,
  gpcMode: 'honor',
  listed: new Map(),
  categoryOf: new Map(),
  hasAgeGate: false,
  parametersOfService: new Map(),
  allowedOrigins: [],
  allowReceipt: false,
  complianceConfig: {},
  tcf: null,
  reconsentBelow: 0,
  knownNames: {
    categories: new Set(['necessary', 'analytics', 'marketing']),
    locales: new Set(['en', 'de', 'fr']),
  },
  parametersOf: new Map(),
  legalBases: new Map(),
  mandatoryCategories: ['necessary'],
  optionalCategories: ['analytics', 'marketing'],
  gpcCategories: ['marketing'],
  choiceCategories: [],
  optOutCategories: {
    sale: [],
    sharing: [],
    targetedAdvertising: ['marketing'],
    sensitiveData: [],
    sensitiveKinds: {},
  },
  ...facts,
});
const profiles = [
  profile('opt-in'),
  profile('opt-in-exempt'),
  profile('opt-out-strict', { gpcMode: 'strict' }),
  profile('opt-out'),
];

function visitorsOf(options: Partial<Parameters<typeof createTraffic>[0]> = {}): DemoVisitor[] {
  const traffic = createTraffic({ seed: 'a seed', consents: 20_000, days: 28, until, profiles, ...options });
  return Array.from({ length: traffic.batches }, (_, index) => traffic.batch(index)).flat();
}

const visitors = visitorsOf();
const states = visitors.map(({ decisions }) => decisions.at(-1) ?? decisions[0]);
const shareOf = <T>(list: readonly T[], has: (item: T) => boolean) => list.filter(has).length / list.length;

test('the same options make the same visitors, another seed makes others', () => {
  expect(JSON.stringify(visitorsOf())).toBe(JSON.stringify(visitors));
  const others = new Set(visitorsOf({ seed: 'another seed' }).map(({ visitorId }) => visitorId));
  expect(visitors.some(({ visitorId }) => others.has(visitorId))).toBe(false);
});

test.each([1, 999, 1000, 1001, 4321])(
  '%d visitors are exactly as many, all of them in the days asked for',
  (consents) => {
    const made = visitorsOf({ consents, days: 7 });
    expect(new Set(made.map(({ visitorId }) => visitorId)).size).toBe(consents);
    const times = made.map(({ decisions }) => decisions.map(({ at }) => at));
    expect(Math.min(...times.map(([first = 0]) => first))).toBeGreaterThanOrEqual(Date.UTC(2026, 2, 21));
    expect(Math.max(...times.flat())).toBeLessThan(until);
    expect(times.filter((list) => list.some((at, index) => at <= (list[index - 1] ?? 0)))).toEqual([]);
  },
);

test('ids are UUIDs, and those of records contain their creation time', () => {
  for (const { visitorId, consentId, decisions } of visitors.slice(0, 100)) {
    expect(visitorId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(consentId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(consentId.replace('-', '').slice(0, 12), 16)).toBe(decisions[0].at);
  }
});

test('weekends are quieter than weekdays, and nights than evenings', () => {
  const onDay = (wanted: number) =>
    visitors.filter(({ decisions }) => new Date(decisions[0].at).getUTCDay() === wanted).length;
  expect(onDay(6)).toBeLessThan(onDay(2) * 0.85);
  const germans = visitors.filter(({ place }) => place.country === 'DE');
  const atHour = (hour: number) =>
    shareOf(germans, ({ decisions }) => new Date(decisions[0].at).getUTCHours() === hour);
  expect(atHour(2)).toBeLessThan(atHour(18) / 5);
});

test('places bring their group, their languages, their habits and their share of the signal', () => {
  const of = (country: string) => states.filter((state) => state.country === country);
  expect(shareOf(states, ({ country }) => country === 'DE')).toBeCloseTo(0.16, 1);
  expect(shareOf(states, ({ country }) => country === null)).toBeGreaterThan(0.005);
  expect(new Set(of('GB').map(({ group }) => group))).toEqual(new Set(['opt-in-exempt']));
  expect(of('US').map(({ group }) => group)).toEqual(expect.arrayContaining(['opt-out-strict', 'opt-out']));
  expect(shareOf(of('DE'), ({ locale }) => locale === 'de')).toBeGreaterThan(0.85);
  expect(shareOf(of('DE'), ({ choice }) => choice === 'in')).toBeLessThan(
    shareOf(of('IT'), ({ choice }) => choice === 'in') - 0.1,
  );
  expect(shareOf(of('US'), ({ gpcDetected }) => gpcDetected)).toBeGreaterThan(
    shareOf(of('DE'), ({ gpcDetected }) => gpcDetected) + 0.02,
  );
});

test('where the signal binds it denies, and those who send it agree less often elsewhere', () => {
  const signalled = states.filter(({ gpcDetected }) => gpcDetected);
  expect(
    new Set(
      signalled
        .filter(({ group }) => group === 'opt-out-strict')
        .map(({ consentJson }) => consentJson.marketing),
    ),
  ).toEqual(new Set(['denied']));
  expect(shareOf(signalled, ({ choice }) => choice === 'in')).toBeLessThan(
    shareOf(states, ({ choice }) => choice === 'in') / 2,
  );
});

test('about one in five comes back to decide again', () => {
  const returning = shareOf(visitors, ({ decisions }) => decisions.length > 1);
  expect(returning).toBeGreaterThan(0.05);
  expect(returning).toBeLessThan(0.25);
});
