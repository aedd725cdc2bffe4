import type { Connection, Database } from '../../database/database';
import { type Clock, millisecondsPerDay } from '../../kernel/clock';
import type { Folding } from './statistics-folding';
import { type DecisionFilter, readCategories, readCurrent, readDecisions } from './statistics-reads';
import {
  type CategoryRate,
  type CountryShare,
  type GpcStatistics,
  noGroup,
  type OptInDay,
  type Overview,
  type TimelineDay,
} from './statistics-schemas';
import { type DaySum, type Dimension, type Tally, toDay } from './tally';

export interface StatisticsService {
  /**
   * Returns the number of current records, which equals the number of visitors; with `profileId`, of records
   * given for that profile.
   */
  total(tenantId: string, profileId?: string): Promise<number>;
  overview(tenantId: string): Promise<Overview>;
  /** Returns the last days, including today and days without a decision, oldest first. */
  timeline(tenantId: string, days: number): Promise<TimelineDay[]>;
  /** Returns the rates by category, the most answered first. */
  categories(tenantId: string): Promise<CategoryRate[]>;
  /** Returns the shares by country, the largest first. */
  countries(tenantId: string): Promise<CountryShare[]>;
  gpc(tenantId: string): Promise<GpcStatistics>;
  /** Returns days and locales with decisions, oldest first. */
  optIn(tenantIds: readonly string[], filter: DecisionFilter): Promise<OptInDay[]>;
}

export interface StatisticsServiceOptions {
  readonly database: Database;
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
const sumOf = (amounts: ReadonlyMap<string, number>) =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
const decisionsOf = ({ optedIn, optedOut, partial }: DaySum) => optedIn + optedOut + partial;
const largestFirst = (amounts: ReadonlyMap<string, number>) =>
  [...amounts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));

export function createStatisticsService({
  database,
  folding,
  clock,
  activeProfiles,
  onNothingCounted,
}: StatisticsServiceOptions): StatisticsService {
  async function read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await folding.keepShort();
    return database.read(work);
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
    read((connection) => {
      const scope = connection.tenant(tenantId);
      return readDecisions(scope, (table) => scope.from(table), filter, 'day');
    });

  return {
    async total(tenantId, profileId) {
      const tally = await choicesAnd(tenantId, profileId === undefined ? [] : ['profile']);
      return profileId === undefined
        ? sumOf(tally.amounts('choice'))
        : (tally.amounts('profile').get(profileId) ?? 0);
    },

    async overview(tenantId) {
      const today = toDay(clock.now());
      const tally = await choicesAnd(tenantId, ['source', 'group', 'gpcCountry']);
      const [decided] = await decisions(tenantId, { from: today, to: today });
      const choices = tally.amounts('choice');
      const total = sumOf(choices);
      return {
        totalConsents: total,
        // Every write or erasure of a consent record includes its visitor record.
        totalVisitors: total,
        consentsToday: decided === undefined ? 0 : decisionsOf(decided),
        optInRate: share(choices.get('in') ?? 0, total - (choices.get('none') ?? 0)),
        gpcRate: share(sumOf(tally.amounts('gpcCountry')), total),
        activeProfiles: await activeProfiles(tenantId),
        bySource: Object.fromEntries(largestFirst(tally.amounts('source'))),
        byGroup: Object.fromEntries(
          largestFirst(tally.amounts('group')).map(([group, amount]) => [group || noGroup, amount]),
        ),
      };
    },

    async timeline(tenantId, days) {
      const now = clock.now();
      const dates = Array.from({ length: days }, (_day, index) =>
        toDay(now - (days - 1 - index) * millisecondsPerDay),
      );
      const sums = new Map(
        (await decisions(tenantId, { from: dates[0], to: dates.at(-1) })).map((sum) => [sum.day, sum]),
      );
      return dates.map((date) => {
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
      const total = sumOf(amounts);
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
      const detected = sumOf(withSignal);
      const total = sumOf(all);
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

    async optIn(tenantIds, filter) {
      const open = (connection: Connection) => (table: 'daily_sums' | 'statistics_changes') =>
        connection
          .acrossTenants(table, 'opt-in rates of all tenants that the caller may see')
          .whereIn('tenant_id', tenantIds);
      const sums = await read((connection) =>
        readDecisions(connection, open(connection), filter, 'day and locale'),
      );
      return sums.map((sum) => ({
        date: sum.day,
        locale: sum.locale,
        total: decisionsOf(sum),
        optedIn: sum.optedIn,
        rate: share(sum.optedIn, decisionsOf(sum)),
      }));
    },
  };
}
