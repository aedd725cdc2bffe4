import type { ConsentChange, ConsentFacts } from '../../consent';
import { otherName } from '../../consent';

/** Where and when a banner was shown or decided on. Contains nothing about the visitor. */
export interface BannerCell {
  /** Hour in UTC, such as `2026-03-29T14`. */
  readonly hour: string;
  /** Compliance group of the profile; empty: none. */
  readonly group: string;
  readonly profileId: string;
  readonly version: number;
  /** ISO 3166-1; empty: unknown. */
  readonly country: string;
  readonly locale: string;
  /** Origin of the page; empty: unknown. */
  readonly site: string;
  /** Empty: unknown. */
  readonly device: string;
  /** Of an experiment; empty: none. */
  readonly variant: string;
}

/** Everything that is counted about a banner, in the order of the columns. */
export const bannerCounts = ['shown', 'accepted', 'refused', 'saved', 'closed', 'withdrawn'] as const;
export type BannerCount = (typeof bannerCounts)[number];

/**
 * Sums of banners. `accepted`, `refused`, `saved` and `closed` are the visitors who answered one that was counted as
 * shown: everything optional allowed, nothing, a part, or closed or only acknowledged. `withdrawn` are decisions that
 * take back what an earlier one allowed.
 */
export type BannerCounts = Readonly<Record<BannerCount, number>>;

export type BannerSum = BannerCell & BannerCounts;

export const noCounts: BannerCounts = {
  shown: 0,
  accepted: 0,
  refused: 0,
  saved: 0,
  closed: 0,
  withdrawn: 0,
};

export const addCounts = (a: BannerCounts, b: BannerCounts): BannerCounts => ({
  shown: a.shown + b.shown,
  accepted: a.accepted + b.accepted,
  refused: a.refused + b.refused,
  saved: a.saved + b.saved,
  closed: a.closed + b.closed,
  withdrawn: a.withdrawn + b.withdrawn,
});

/** Returns the UTC hour of a Unix time (ms). */
export const toHour = (at: number): string => new Date(at).toISOString().slice(0, 13);

/** Returns what a write of a record adds to the sums; null: nothing. */
export function toBannerSum({
  after,
  at,
  on,
  isDecision = true,
  takesBack,
}: ConsentChange): BannerSum | null {
  if (after === null || on === undefined || !isDecision) return null;
  // The choice of an account was counted on the device on which the visitor made it.
  if (after.source === 'account') return null;
  const withdrawn = takesBack ? 1 : 0;
  if (on.device === null && withdrawn === 0) return null;
  return {
    ...noCounts,
    shown: on.shown ?? 0,
    ...(on.device === null ? {} : { [toAnswer(after)]: 1 }),
    withdrawn,
    hour: toHour(at),
    group: after.group ?? '',
    profileId: after.profileId,
    version: on.version,
    country: after.country ?? '',
    locale: after.countedAs?.locale ?? after.locale,
    site: on.site,
    device: on.device ?? '',
    variant: on.variant ?? '',
  };
}

function toAnswer({ method, choice }: ConsentFacts): BannerCount {
  if (method === 'close') return 'closed';
  return ({ in: 'accepted', out: 'refused', partial: 'saved', none: 'closed' } as const)[choice];
}

/**
 * Returns the cell in which a banner is counted when its hour has no room for another row: strangers can invent
 * neither profiles, nor versions, nor devices.
 */
export const withoutDetails = (cell: BannerCell): BannerCell => ({
  ...cell,
  country: otherName,
  locale: otherName,
  site: otherName,
});

/** Adds sums with the same cell up; returns them in the order of their keys, in which rows are locked. */
export function mergeSums(sums: readonly BannerSum[]): BannerSum[] {
  const merged = new Map<string, BannerSum>();
  for (const sum of sums) {
    const key = toKey(sum);
    const known = merged.get(key);
    merged.set(key, known === undefined ? sum : { ...known, ...addCounts(known, sum) });
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Returns a text that is the same for the same cells. */
export const toKey = ({
  hour,
  group,
  profileId,
  version,
  country,
  locale,
  site,
  device,
  variant,
}: BannerCell): string =>
  JSON.stringify([hour, group, profileId, version, country, locale, site, device, variant]);
