import type { ComplianceGroupId } from '../compliance/compliance-group-ids';
import type { Law } from './jurisdiction-types';

/** Whether `day` (ISO 8601, from 00:00 UTC; absent: always) has come at `now`, in epoch milliseconds. */
function hasCome(day: string | undefined, now: number): boolean {
  return day === undefined || Date.parse(day) <= now;
}

/** Whether the law applies at `now`, in epoch milliseconds. */
export function isInForce(law: Law, now: number): boolean {
  return hasCome(law.effectiveFrom, now);
}

/** Group of the place at `now`: that of the law, or `groupBefore` while the law does not apply yet. */
export function groupAt(law: Law, now: number): ComplianceGroupId {
  return isInForce(law, now) ? law.group : (law.groupBefore ?? law.group);
}

/** Whether the law makes the Global Privacy Control signal binding at `now`. */
export function gpcBindsAt(law: Law, now: number): boolean {
  return law.gpc && isInForce(law, now) && hasCome(law.gpcFrom, now);
}

/** The short name of a law, or the long one where no short one is in use. */
export function lawName(law: Law): string {
  return law.short ?? law.law;
}
