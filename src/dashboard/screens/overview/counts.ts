import type { Statistics } from './use-overview-search';

type Banners = Statistics['banners'];
type Sums = Pick<Banners, 'decided' | 'accepted' | 'saved' | 'refused' | 'closed'>;
type DaySums = Statistics['timeline'][number];

/** Decisions by what they allow. */
export interface DecisionCounts {
  readonly total: number;
  readonly accepted: number;
  readonly partly: number;
  readonly refused: number;
  /** Closed banners, which only the sums of banners know. */
  readonly closed: number;
}

/** Returns whether any banner was counted. */
export const hasBanners = ({ shown, decided, withdrawn }: Pick<Banners, 'shown' | 'decided' | 'withdrawn'>) =>
  shown + decided + withdrawn > 0;

/** Returns whether the period has days whose banners are no longer kept. */
export const hasRemovedDays = ({ from, keptSince }: Pick<Banners, 'from' | 'keptSince'>) => from < keptSince;

/** Returns how many banners were shown: an answer can be counted some seconds before its banner. */
export const countSeen = ({ shown, decided }: Pick<Banners, 'shown' | 'decided'>) => Math.max(shown, decided);

/** Returns the decisions of the period; with a filter by place only those on counted banners. */
export const readDecisions = ({ overview: { decisions }, banners }: Statistics, isPlaced: boolean) =>
  isPlaced ? ofBanners(banners) : ofAll(decisions);

/** Returns the same of the days before; null: not asked for. */
export function readDecisionsBefore(
  { overview: { decisions }, banners }: Statistics,
  isPlaced: boolean,
): DecisionCounts | null {
  if (isPlaced) return banners.previous === undefined ? null : ofBanners(banners.previous);
  return decisions.previous === undefined ? null : ofAll(decisions.previous);
}

/** Returns the same of one banner. */
export function readDecisionsOn(
  profileId: string,
  { overview, banners }: Statistics,
  isPlaced: boolean,
): DecisionCounts {
  if (!isPlaced) return ofAll(overview.decisions.profiles?.[profileId]);
  return ofBanners(banners.by.profileId.find(({ value }) => value === profileId));
}

/** Returns the decisions of each day of the period. */
export const readDecisionDays = (
  { timeline, banners: { days } }: Statistics,
  isPlaced: boolean,
): readonly DecisionCounts[] => (isPlaced ? days.map(ofBanners) : timeline.map(ofAll));

/**
 * Returns how many decisions belong to no counted banner. Notices that were read are not decisions. 0 where banners were
 * removed, since nobody can tell then.
 */
export function countOutside({ overview: { decisions }, banners }: Statistics): number {
  if (hasRemovedDays(banners)) return 0;
  const counted = new Map(banners.by.profileId.map(({ value, decided }) => [value, decided]));
  return Object.entries(decisions.profiles ?? {}).reduce(
    (sum, [id, { total }]) => sum + Math.max(0, total - (counted.get(id) ?? 0)),
    0,
  );
}

const ofAll = (
  { total, optedIn, partial, optedOut }: Pick<DaySums, 'total' | 'optedIn' | 'partial' | 'optedOut'> = {
    total: 0,
    optedIn: 0,
    partial: 0,
    optedOut: 0,
  },
): DecisionCounts => ({ total, accepted: optedIn, partly: partial, refused: optedOut, closed: 0 });

const ofBanners = (
  { decided, accepted, saved, refused, closed }: Sums = {
    decided: 0,
    accepted: 0,
    saved: 0,
    refused: 0,
    closed: 0,
  },
): DecisionCounts => ({ total: decided, accepted, partly: saved, refused, closed });
