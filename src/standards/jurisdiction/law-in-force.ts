import type { Law, LawTerms } from './jurisdiction-types';

/**
 * Returns whether `day` (ISO 8601, from 00:00 UTC; absent: always) has begun at `now` (epoch milliseconds).
 */
function hasBegun(day: string | undefined, now: number): boolean {
  return day === undefined || Date.parse(day) <= now;
}

/**
 * Returns the terms that apply at `now` (epoch milliseconds): those of the law, or of the law before it until
 * it commences.
 */
export function lawAt(law: Law, now: number): LawTerms {
  return law.before === undefined || hasBegun(law.effectiveFrom, now) ? law : law.before;
}

/** Returns whether terms in force make the Global Privacy Control signal binding at `now`. */
export function gpcBindsAt({ gpc, gpcFrom }: LawTerms, now: number): boolean {
  return gpc && hasBegun(gpcFrom, now);
}

/** Returns the short name of a law, or the long one where no short name is in use. */
export function lawName({ short, law }: LawTerms): string {
  return short ?? law;
}
