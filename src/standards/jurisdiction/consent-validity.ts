import { addMonths } from '../calendar';
import { lookupJurisdiction } from './lookup-jurisdiction';
import type { Place } from './place';

const millisecondsPerDay = 86_400_000;

export interface DecisionTerms {
  /** Time of the decision (epoch milliseconds). */
  readonly decidedAt: number;
  /** Time for which the profile keeps a choice (days). */
  readonly expiryDays: number;
  /**
   * Place of the visitor. Its law at the time of the decision may limit how long a choice is valid
   * (`consentMonths`).
   */
  readonly place: Place;
}

export interface ConsentValidity {
  /** Time from which the visitor must be asked again (epoch milliseconds). */
  readonly expiresAt: number;
  /** The same period as an ISO 8601 duration from the decision: `P365D`, `P6M`. */
  readonly duration: string;
}

/**
 * Returns how long a decision is valid, counted from the decision: the shorter of the profile's period and
 * the limit of the place.
 */
export function consentValidity({ decidedAt, expiryDays, place }: DecisionTerms): ConsentValidity {
  const { consentMonths } = lookupJurisdiction(place, { now: decidedAt, defaultGroup: '' });
  const byProfile = { expiresAt: decidedAt + expiryDays * millisecondsPerDay, duration: `P${expiryDays}D` };
  if (consentMonths === null) return byProfile;
  const byPlace = { expiresAt: addMonths(decidedAt, consentMonths), duration: `P${consentMonths}M` };
  return byPlace.expiresAt < byProfile.expiresAt ? byPlace : byProfile;
}
