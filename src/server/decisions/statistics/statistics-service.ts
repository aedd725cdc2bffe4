import type { Connection, Database } from '#platform/database/database';
import type { Reads } from '#platform/database/reads';
import type { Clock } from '#platform/kernel/clock';
import { toDay } from '#platform/kernel/clock';
import { groupBy } from '#platform/kernel/group-by';
import { type DayRange, listDays, previousRange } from './decision-days';
import type { Folding } from './statistics-folding';
import {
  type DecisionFilter,
  readCategories,
  readCurrent,
  readDecisionsByDay,
  readDecisionsByDayAndLocale,
  readDecisionsByDayAndProfile,
} from './statistics-read-repository';
import {
  type CategoryRate,
  type CountryShare,
  type DecisionPeriod,
  type GpcStatistics,
  type OptInDay,
  type Overview,
  type TimelineDay,
  unnamed,
} from './statistics-schemas';
import type { DaySum, Dimension, Tally } from './tally';

/** Optional parts of an overview. */
interface MoreFigures {
  /** The decisions of the days before the range. */
  readonly compares: boolean;
  /** The decisions of each profile. */
  readonly byProfile: boolean;
}

export interface StatisticsService {
  /**
   * Returns the number of current records, which equals the number of visitors; with `profileId`, of records
   * given for that profile.
   */
  total(tenantId: string, profileId?: string): Promise<number>;
  overview(tenantId: string, filter: DecisionFilter & DayRange, more: MoreFigures): Promise<Overview>;
  /** Returns every day of the range, also those without a decision, oldest first. */
  timeline(tenantId: string, filter: DecisionFilter & DayRange): Promise<TimelineDay[]>;
  /** Returns the rates by category, the most answered first. */
  categories(tenantId: string): Promise<CategoryRate[]>;
  /** Returns the shares by country, the largest first. */
  countries(tenantId: string): Promise<CountryShare[]>;
  gpc(tenantId: string): Promise<GpcStatistics>;
  /** Returns days and profiles with decisions, oldest first, from the primary database: they are evidence. */
  byProfile(tenantId: string, filter: DecisionFilter): Promise<DaySum[]>;
  /** Returns days and locales with decisions, oldest first. */
  optIn(tenantIds: readonly string[], filter: DecisionFilter): Promise<OptInDay[]>;
}

export interface StatisticsServiceOptions {
  readonly database: Database;
  readonly reads: Reads;
  readonly folding: Pick<Folding, 'keepShort'>;
  readonly clock: Clock;
  readonly activeProfiles: (tenantId: string) => Promise<number>;
  /** Called for a tenant that has no records according to the sums. */
  readonly onNothingCounted: (tenantId: string) => void;
}

/** Maximum number of categories in a reply; a real profile has about a dozen. */
const maxCategories = 200;

/** Returns a share; null when the whole is zero. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const addUp = (amounts: ReadonlyMap<string, number>) =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
const countDecisions = ({ optedIn, optedOut, partial }: DaySum) => optedIn + optedOut + partial;
const largestFirst = (amounts: ReadonlyMap<string, number>) =>
  [...amounts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));

function addUpDays(days: readonly DaySum[]) {
  const sum = { optedIn: 0, optedOut: 0, partial: 0 };
  for (const day of days) {
    sum.optedIn += day.optedIn;
    sum.optedOut += day.optedOut;
    sum.partial += day.partial;
  }
  const total = sum.optedIn + sum.optedOut + sum.partial;
  return { total, ...sum, optInRate: share(sum.optedIn, total) };
}

export function createStatisticsService({
  database,
  reads,
  folding,
  clock,
  activeProfiles,
  onNothingCounted,
}: StatisticsServiceOptions): StatisticsService {
  async function read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await folding.keepShort();
    return reads.read(work);
  }

  /** Reads the choices, which give the total, and other dimensions. */
  async function choicesAnd(tenantId: string, dimensions: readonly Dimension[]): Promise<Tally> {
    const tally = await read((connection) =>
      readCurrent(connection.tenant(tenantId), ['choice', ...dimensions]),
    );
    if (tally.amounts('choice').size === 0) onNothingCounted(tenantId);
    return tally;
  }

  const decisions = (tenantId: string, filter: DecisionFilter) =>
    read((connection) => readDecisionsByDay(connection.tenant(tenantId), filter));

  async function addUpDecisions(
    tenantId: string,
    filter: DecisionFilter & DayRange,
  ): Promise<DecisionPeriod> {
    return { from: filter.from, to: filter.to, ...addUpDays(await decisions(tenantId, filter)) };
  }

  async function addUpByProfile(tenantId: string, filter: DecisionFilter) {
    const days = await read((connection) =>
      readDecisionsByDayAndProfile(connection.tenant(tenantId), filter),
    );
    const profiles = groupBy(days, ({ profileId }) => profileId);
    return Object.fromEntries([...profiles].map(([id, own]) => [id, addUpDays(own)]));
  }

  return {
    async total(tenantId, profileId) {
      const tally = await choicesAnd(tenantId, profileId === undefined ? [] : ['profile']);
      return profileId === undefined
        ? addUp(tally.amounts('choice'))
        : (tally.amounts('profile').get(profileId) ?? 0);
    },

    async overview(tenantId, filter, { compares, byProfile }) {
      const today = toDay(clock.now());
      const tally = await choicesAnd(tenantId, ['source', 'method', 'layer', 'group', 'gpcCountry']);
      const [decided] = await decisions(tenantId, { from: today, to: today });
      const choices = tally.amounts('choice');
      const total = addUp(choices);
      const named = (dimension: Dimension) =>
        Object.fromEntries(
          largestFirst(tally.amounts(dimension)).map(([value, amount]) => [value || unnamed, amount]),
        );
      return {
        totalConsents: total,
        // Every write or erasure of a consent record includes its visitor record.
        totalVisitors: total,
        consentsToday: decided === undefined ? 0 : countDecisions(decided),
        optInRate: share(choices.get('in') ?? 0, total - (choices.get('none') ?? 0)),
        gpcRate: share(addUp(tally.amounts('gpcCountry')), total),
        activeProfiles: await activeProfiles(tenantId),
        bySource: Object.fromEntries(largestFirst(tally.amounts('source'))),
        byMethod: named('method'),
        byLayer: named('layer'),
        byGroup: named('group'),
        decisions: {
          ...(await addUpDecisions(tenantId, filter)),
          ...(compares
            ? { previous: await addUpDecisions(tenantId, { ...filter, ...previousRange(filter) }) }
            : {}),
          ...(byProfile ? { profiles: await addUpByProfile(tenantId, filter) } : {}),
        },
      };
    },

    async timeline(tenantId, filter) {
      const sums = new Map((await decisions(tenantId, filter)).map((sum) => [sum.day, sum]));
      return listDays(filter).map((date) => {
        const { optedIn = 0, optedOut = 0, partial = 0 } = sums.get(date) ?? {};
        return { date, total: optedIn + optedOut + partial, optedIn, optedOut, partial };
      });
    },

    async categories(tenantId) {
      const sums = await read((connection) => readCategories(connection.tenant(tenantId), maxCategories));
      return sums.map((sum) => ({
        ...sum,
        rate: share(sum.granted, sum.granted + sum.denied + sum.objected),
      }));
    },

    async countries(tenantId) {
      const tally = await read((connection) => readCurrent(connection.tenant(tenantId), ['country']));
      const amounts = tally.amounts('country');
      const total = addUp(amounts);
      return largestFirst(amounts).map(([country, count]) => ({
        country: country || null,
        count,
        share: share(count, total),
      }));
    },

    async gpc(tenantId) {
      const tally = await read((connection) =>
        readCurrent(connection.tenant(tenantId), ['country', 'gpcCountry']),
      );
      const all = tally.amounts('country');
      const withSignal = tally.amounts('gpcCountry');
      const detected = addUp(withSignal);
      const total = addUp(all);
      return {
        detected,
        notDetected: total - detected,
        rate: share(detected, total),
        byCountry: largestFirst(all).map(([country, count]) => {
          const ofCountry = withSignal.get(country) ?? 0;
          return { country: country || null, detected: ofCountry, rate: share(ofCountry, count) };
        }),
      };
    },

    async byProfile(tenantId, filter) {
      await folding.keepShort();
      return database.read((connection) => readDecisionsByDayAndProfile(connection.tenant(tenantId), filter));
    },

    async optIn(tenantIds, filter) {
      const sums = await read((connection) => readDecisionsByDayAndLocale(connection, tenantIds, filter));
      return sums.map((sum) => ({
        date: sum.day,
        locale: sum.locale,
        total: countDecisions(sum),
        optedIn: sum.optedIn,
        rate: share(sum.optedIn, countDecisions(sum)),
      }));
    },
  };
}
