import type { PublicationPeriod, PublicationReader } from '#banners/profiles/index';
import type { TenantScope } from '#platform/database/database';
import type { Reads } from '#platform/database/reads';
import { type Clock, millisecondsPerDay, toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { type DayRange, listDays, previousRange } from '../decision-days';
import { unnamed } from '../statistics-schemas';
import {
  type BannerFilter,
  type BannerGroups,
  type BannerTable,
  readBannerSums,
} from './banner-read-repository';
import {
  type BannerFigures,
  type BannerRow,
  type BannerStatistics,
  type Comparison,
  type EffectPeriod,
  type EffectRow,
  leastCompared,
  type PublicationEffect,
} from './banner-schemas';
import { type BannerCounts, noCounts, toHour } from './banner-sums';
import { firstKeptDay } from './banner-upkeep';
import { differenceInterval, judgeDifference, type Proportion, wilsonInterval } from './difference';
import type { Impressions } from './impressions';
import { ownPart, type Span } from './own-part';

export interface BannerServiceOptions {
  readonly reads: Reads;
  readonly clock: Clock;
  readonly impressions: Pick<Impressions, 'flush'>;
  readonly keepShort: () => Promise<void>;
  readonly impressionSample: (tenantId: string) => Promise<number>;
  readonly publications: PublicationReader;
}

export interface BannerService {
  /** Returns the sums of a version by variant, between two times (epoch ms). */
  readVersion(
    tenantId: string,
    version: { readonly profileId: string; readonly version: number },
    from: number,
    to: number,
  ): Promise<BannerGroups>;
  /** Returns the sums of a range of days; with `compares` those of the days before too, while all of them are kept. */
  statistics(
    tenantId: string,
    filter: Omit<BannerFilter, keyof DayRange>,
    range: DayRange,
    compares: boolean,
  ): Promise<BannerStatistics>;
  /**
   * Compares the version that a group got from a time with the one before, over periods of the same length.
   * @param from when the publication began (epoch ms)
   * @throws ServiceError `publication_not_found`
   */
  effect(
    tenantId: string,
    publication: { group: string; from: number; days: number },
  ): Promise<PublicationEffect>;
}

/** Most rows of a table. */
const maxRows = 200;
const maxEffectRows = 50;

export function createBannerService({
  reads,
  clock,
  impressions,
  keepShort,
  impressionSample,
  publications,
}: BannerServiceOptions): BannerService {
  async function read<T>(tenantId: string, work: (scope: TenantScope) => Promise<T>): Promise<T> {
    await impressions.flush();
    await keepShort();
    return reads.read((connection) => work(connection.tenant(tenantId)));
  }

  const readDays = (tenantId: string, filter: Partial<BannerFilter>, { from, to }: DayRange) =>
    read(tenantId, (scope) => readBannerSums(scope, { ...filter, from: `${from}T00`, to: `${to}T23` }));

  /** Reads the last publication of a group that began at a time, or before. */
  async function lastPublication(tenantId: string, group: string, until: number) {
    const { items } = await publications(
      tenantId,
      { group, range: { from: null, to: until } },
      { after: null, limit: 1 },
    );
    return items[0] ?? null;
  }

  // Hours are counted whole. The version keeps the two periods apart in the hour in which one followed the other.
  const readVersion = (
    tenantId: string,
    { profileId, version }: Pick<PublicationPeriod, 'profileId' | 'version'>,
    from: number,
    to: number,
  ) =>
    read(tenantId, (scope) =>
      readBannerSums(scope, { from: toHour(from), to: toHour(to), profileId, version }),
    );

  /** Reads the sums of a version in a part of its publication, without hours and days that another one shares. */
  async function readPart(
    tenantId: string,
    publication: PublicationPeriod,
    span: Span,
  ): Promise<BannerTable & { readonly period: EffectPeriod }> {
    const { profileId, version, startedAt } = publication;
    const own = await ownPart(span, clock.now(), async (unit) => {
      const selection = { profileId, version, range: unit };
      const { items } = await publications(tenantId, selection, { after: null, limit: 2 });
      return items.some((other) => other.startedAt !== startedAt);
    });
    const table = await readVersion(tenantId, publication, own.from, own.to);
    return { ...table, period: toEffectPeriod(publication, span, own, table.total) };
  }

  return {
    readVersion: async (tenantId, { profileId, version }, from, to) =>
      (await readVersion(tenantId, { profileId, version }, from, to)).by.variant,

    async statistics(tenantId, filter, range, compares) {
      const { total, days, by } = await readDays(tenantId, filter, range);
      const keptSince = firstKeptDay(clock.now());
      const before = previousRange(range);
      const previous = compares && before.from >= keptSince ? await readDays(tenantId, filter, before) : null;
      return {
        from: range.from,
        to: range.to,
        keptSince,
        impressionSample: await impressionSample(tenantId),
        ...toFigures(total),
        ...(previous === null ? {} : { previous: { ...before, ...toFigures(previous.total) } }),
        days: listDays(range).map((date) => ({ date, ...toFigures(days.get(date) ?? noCounts) })),
        by: {
          profileId: toRows(by.profileId, previous?.by.profileId),
          country: toRows(by.country, previous?.by.country),
          locale: toRows(by.locale, previous?.by.locale),
          site: toRows(by.site, previous?.by.site),
          device: toRows(by.device, previous?.by.device),
        },
      };
    },

    async effect(tenantId, { group, from, days }) {
      const now = clock.now();
      const publication = await lastPublication(tenantId, group, from);
      if (publication?.startedAt !== from) throw new ServiceError('publication_not_found');
      const earlier = await lastPublication(tenantId, group, from - 1);
      const end = publication.endedAt ?? now;
      const earlierEnd = earlier === null ? from : Math.min(earlier.endedAt ?? from, from);
      const length = Math.min(
        days * millisecondsPerDay,
        end - from,
        earlier === null ? Number.POSITIVE_INFINITY : earlierEnd - earlier.startedAt,
      );
      const after = await readPart(tenantId, publication, { from, to: from + length });
      const before =
        earlier && (await readPart(tenantId, earlier, { from: earlierEnd - length, to: earlierEnd }));
      return {
        before: before?.period ?? null,
        after: after.period,
        ...compare(before?.total ?? noCounts, after.total),
        by: {
          country: toEffectRows(before?.by.country, after.by.country),
          locale: toEffectRows(before?.by.locale, after.by.locale),
          site: toEffectRows(before?.by.site, after.by.site),
          device: toEffectRows(before?.by.device, after.by.device),
        },
      };
    },
  };
}

/** Adds what follows from the sums. A decision can be counted before the banner that it answers. */
export function toFigures(counts: BannerCounts): BannerFigures {
  const { shown, accepted, refused, saved, closed, withdrawn } = counts;
  const decided = accepted + refused + saved + closed;
  return {
    shown,
    decided,
    accepted,
    refused,
    saved,
    closed,
    noAnswer: Math.max(0, shown - decided),
    withdrawn,
  };
}

const hasCounts = (counts: BannerCounts) => Object.values(counts).some((count) => count > 0);

/** @param previous the sums of the days before, if they are compared */
function toRows(groups: BannerGroups, previous?: BannerGroups): BannerRow[] {
  return [...groups]
    .filter(([, counts]) => hasCounts(counts))
    .sort(([a, first], [b, second]) => second.shown - first.shown || (a < b ? -1 : 1))
    .slice(0, maxRows)
    .map(([value, counts]) => ({
      value: value || unnamed,
      ...toFigures(counts),
      ...(previous && { previous: toFigures(previous.get(value) ?? noCounts) }),
    }));
}

function toEffectRows(before: BannerGroups = new Map(), after: BannerGroups): EffectRow[] {
  const shown = (value: string) => (before.get(value)?.shown ?? 0) + (after.get(value)?.shown ?? 0);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((value) => shown(value) > 0)
    .sort((a, b) => shown(b) - shown(a) || (a < b ? -1 : 1))
    .slice(0, maxEffectRows)
    .map((value) => ({
      value: value || unnamed,
      ...compare(before.get(value) ?? noCounts, after.get(value) ?? noCounts),
    }));
}

/** @param own the part of the span that is counted */
const toEffectPeriod = (
  { profileId, profileName, version }: PublicationPeriod,
  span: Span,
  own: Span,
  counts: BannerCounts,
): EffectPeriod => ({
  profileId,
  profileName,
  version,
  from: toIso(own.from > own.to ? span.from : own.from),
  to: toIso(own.from > own.to ? span.from : own.to),
  shortened: own.from !== span.from || own.to !== span.to,
  ...toFigures(counts),
});

function compare(
  before: BannerCounts,
  after: BannerCounts,
): Pick<EffectRow, 'acceptance' | 'refusal' | 'noAnswer'> {
  const [first, second] = [toFigures(before), toFigures(after)];
  const share = (name: 'accepted' | 'refused' | 'noAnswer') =>
    toComparison(toProportion(first, name), toProportion(second, name));
  return { acceptance: share('accepted'), refusal: share('refused'), noAnswer: share('noAnswer') };
}

/** Decisions of which the banner is not counted yet are counted as shown, so that no share is above 1. */
export function toProportion(
  figures: BannerFigures,
  name: 'accepted' | 'refused' | 'decided' | 'noAnswer',
): Proportion {
  return { count: figures[name], of: Math.max(figures.shown, figures.decided) };
}

function toComparison(before: Proportion, after: Proportion): Comparison {
  const interval = differenceInterval(before, after);
  const tooFew = Math.min(before.of, after.of) < leastCompared;
  return {
    before: toShare(before),
    after: toShare(after),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    verdict: tooFew ? 'unclear' : judgeDifference(interval),
    tooFew,
  };
}

export function toShare({ count, of }: Proportion): Comparison['before'] {
  const interval = wilsonInterval({ count, of });
  return {
    count,
    of,
    share: of === 0 ? null : count / of,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  };
}
