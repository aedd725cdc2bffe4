import type { ProfileFacts } from '#banners/profiles/index';
import { type ConsentFacts, countDecisionAs, getChoice } from '#decisions/consent/index';
import type { ComplianceGroupId } from '#standards/compliance/index';
import { isAcknowledgement } from '#standards/consent-state';
import { lookupJurisdiction, type Place } from '#standards/jurisdiction/index';
import { type DemoPlace, demoPlaces } from './demo-places';
import { createRandom, type Random, uuidV4, uuidV7 } from './random';

/** One state of a demo visitor's record. */
export interface DemoDecision extends ConsentFacts {
  readonly historyId: string;
  readonly at: number;
}

export interface DemoVisitor {
  readonly visitorId: string;
  readonly consentId: string;
  readonly place: Place;
  readonly ipHash: string | null;
  readonly profile: ProfileFacts;
  /** The first state and its changes, in order. */
  readonly decisions: readonly [DemoDecision, ...DemoDecision[]];
}

export interface TrafficOptions {
  readonly seed: string;
  readonly consents: number;
  /** Time during which visitors first came (days). */
  readonly days: number;
  /** Time of the last visit (epoch milliseconds). */
  readonly until: number;
  /** Active profiles. */
  readonly profiles: readonly ProfileFacts[];
}

/** Number of visitors in one batch, which is generated and written together. */
const visitorsPerBatch = 1000;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Share of traffic by weekday, Sunday first, as `getUTCDay` counts. */
const weekdays = [0.84, 1.1, 1.12, 1.08, 1.04, 0.98, 0.78];

/** Share of traffic by hour of the visitor's own day. */
const hours = [6, 3, 2, 1, 1, 3, 9, 20, 32, 40, 46, 48, 50, 47, 44, 42, 43, 48, 58, 70, 74, 66, 42, 18].map(
  (weight, hour) => [weight, hour] as const,
);

/** Number of times that a visitor comes back to decide otherwise. */
const returns = [
  [78, 0],
  [16, 1],
  [4.5, 2],
  [1.5, 3],
] as const;

const daysUntilReturn = 18;

/**
 * Generates believable traffic: countries with their languages and habits, busy and quiet weekdays and hours,
 * growth, Global Privacy Control, people who change their minds. A batch depends on the options alone, so any
 * batch can be generated again.
 */
export function createTraffic(options: TrafficOptions): {
  readonly batches: number;
  batch(index: number): DemoVisitor[];
} {
  const { seed, consents, until } = options;
  const days = planDays(options);
  const profileAt = placeProfiles(options);

  function visitor(random: Random, day: Day): DemoVisitor {
    const demoPlace = random.pick(demoPlaces);
    const { country, region } = demoPlace;
    const at = pickMoment(random, day, demoPlace.ahead);
    const profile = profileAt(demoPlace);
    const fromServer = random.chance(0.03);
    const habits = {
      demoPlace,
      profile,
      source: fromServer ? ('api' as const) : ('banner' as const),
      gpcDetected: !fromServer && random.chance(demoPlace.gpc),
    };
    const first = decide(random, habits, at);
    const decisions: [DemoDecision, ...DemoDecision[]] = [first];
    const wanted = random.pick(returns);
    for (let last = at; decisions.length <= wanted; ) {
      last += Math.ceil(random.waiting(daysUntilReturn * dayMs)) + 30_000;
      if (last >= until) break;
      decisions.push(decide(random, habits, last));
    }
    return {
      visitorId: uuidV4(random),
      consentId: uuidV7(random, at),
      place: { country, region },
      ipHash: fromServer ? null : random.hex(64),
      profile,
      decisions,
    };
  }

  return {
    batches: Math.ceil(consents / visitorsPerBatch),
    batch(index) {
      const random = createRandom(`${seed} ${index}`);
      const first = index * visitorsPerBatch;
      const made: DemoVisitor[] = [];
      let day = days.findIndex(({ visitorsUpTo }) => visitorsUpTo > first);
      for (let number = first; number < Math.min(first + visitorsPerBatch, consents); number += 1) {
        while ((days[day]?.visitorsUpTo ?? Number.POSITIVE_INFINITY) <= number) day += 1;
        made.push(
          visitor(random, days[day] ?? { startsAt: until - dayMs, endsAt: until, visitorsUpTo: consents }),
        );
      }
      return made.sort((a, b) => a.decisions[0].at - b.decisions[0].at);
    },
  };
}

interface Day {
  readonly startsAt: number;
  readonly endsAt: number;
  /** Number of visitors up to the end of the day, from the first day on. */
  readonly visitorsUpTo: number;
}

function planDays({ seed, consents, days, until }: TrafficOptions): Day[] {
  const random = createRandom(`${seed} days`);
  const lastMidnight = Math.floor((until - 1) / dayMs) * dayMs;
  const plan = Array.from({ length: days }, (_day, index) => {
    const startsAt = lastMidnight - (days - 1 - index) * dayMs;
    const endsAt = Math.min(startsAt + dayMs, until);
    const growth = 0.8 + (0.4 * index) / days;
    const weight =
      (weekdays[new Date(startsAt).getUTCDay()] ?? 1) *
      growth *
      (0.92 + 0.16 * random.fraction()) *
      ((endsAt - startsAt) / dayMs);
    return { startsAt, endsAt, weight };
  });
  const total = plan.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  return plan.map(({ startsAt, endsAt, weight }, index) => {
    sum += weight;
    return {
      startsAt,
      endsAt,
      visitorsUpTo: index === days - 1 ? consents : Math.round((consents * sum) / total),
    };
  });
}

/** Returns a time in a busy hour of the visitor's day, within a UTC day that may be cut short. */
function pickMoment(random: Random, { startsAt, endsAt }: Day, ahead: number): number {
  const hour = (random.pick(hours) - ahead + 24) % 24;
  const offset = hour * hourMs + random.fraction() * hourMs;
  return Math.floor(startsAt + (offset % (endsAt - startsAt)));
}

/**
 * Returns the function that chooses the profile for a place: that of its group, otherwise the strictest one.
 */
function placeProfiles({ profiles, until }: TrafficOptions): (place: DemoPlace) => ProfileFacts {
  const strictest = profiles[0];
  if (strictest === undefined) throw new Error('demo data needs an active profile');
  const known = new Map<DemoPlace, ProfileFacts>();
  return (place) => {
    let profile = known.get(place);
    if (profile === undefined) {
      const { group } = lookupJurisdiction(place, {
        now: until,
        defaultGroup: 'opt-in' satisfies ComplianceGroupId,
      });
      profile = profiles.find((candidate) => candidate.group === group) ?? strictest;
      known.set(place, profile);
    }
    return profile;
  };
}

interface Habits {
  readonly demoPlace: DemoPlace;
  readonly profile: ProfileFacts;
  readonly source: 'banner' | 'api';
  readonly gpcDetected: boolean;
}

const grantedUntilDenied = new Set<string | null>([
  'opt-out-strict',
  'opt-out',
  'notice-opt-out',
  'notice-only',
  'unregulated',
] satisfies ComplianceGroupId[]);

const manners = {
  all: { method: 'accept', layer: 'banner' },
  none: { method: 'refuse', layer: 'banner' },
  some: { method: 'save', layer: 'preferences' },
  close: { method: 'close', layer: 'banner' },
} as const;

function decide(
  random: Random,
  { demoPlace, profile, source, gpcDetected }: Habits,
  at: number,
): DemoDecision {
  const { optionalCategories, gpcCategories, gpcMode, group, locales, defaultLocale } = profile;
  const asked = random.pick(demoPlace.locales);
  // Visitors who are not asked first mostly leave the settings unchanged.
  const accepts =
    (grantedUntilDenied.has(group) ? 0.6 + demoPlace.accepts / 2 : demoPlace.accepts) *
    (gpcDetected ? 0.4 : 1);
  const answer = random.chance(accepts) ? 'all' : random.chance(0.7) ? 'none' : 'some';
  const denied = group === 'opt-in-exempt' ? 'objected' : 'denied';
  // Visitors who confirm a notice choose nothing.
  const isRead = answer === 'all' && isAcknowledgement(group, {});
  const consentJson: Record<string, 'granted' | 'denied' | 'objected'> =
    isRead || optionalCategories.includes('necessary') ? {} : { necessary: 'granted' };
  for (const category of isRead ? [] : optionalCategories) {
    const refusedBySignal =
      gpcDetected &&
      gpcMode !== 'ignore' &&
      gpcCategories.includes(category) &&
      (gpcMode === 'strict' || answer !== 'all');
    // Visitors object to marketing the most.
    const granted =
      answer === 'all' || (answer === 'some' && random.chance(category === 'marketing' ? 0.12 : 0.6));
    consentJson[category] =
      granted && !refusedBySignal ? 'granted' : category === 'marketing' ? 'denied' : denied;
  }
  const locale = locales.includes(asked) ? asked : defaultLocale;
  return {
    historyId: uuidV7(random, at),
    at,
    profileId: profile.id,
    group,
    locale,
    consentJson,
    countedAs: countDecisionAs(consentJson, locale, profile.knownNames),
    choice: getChoice(consentJson, profile),
    gpcDetected,
    source,
    ...(source === 'api' ? { method: null, layer: null } : manners[isRead ? 'close' : answer]),
    country: demoPlace.country,
  };
}
