import type { LawTerms } from './jurisdiction-types';
import { jurisdictions } from './jurisdictions';
import { type GroupOverrides, lawAt, overriddenGroup } from './lookup-jurisdiction';

/** A place with the terms of its law at one time. */
export interface PlaceWithLaw {
  /** ISO 3166 code: `DE`, `US-CA`. */
  readonly place: string;
  readonly terms: LawTerms;
}

/**
 * Lists the countries and regions of a compliance group at `now` (epoch milliseconds), with the laws in force
 * at that time. The places of custom groups come from the overrides.
 */
export function placesOfGroup(group: string, now: number, overrides: GroupOverrides = {}): PlaceWithLaw[] {
  return Object.entries(jurisdictions).flatMap(([country, entry]) =>
    [[null, entry] as const, ...Object.entries(entry.regions ?? {})].flatMap(([region, law]) => {
      const terms = lawAt(law, now);
      const place = region === null ? country : `${country}-${region}`;
      return (overriddenGroup(country, region, overrides) ?? terms.group) === group ? [{ place, terms }] : [];
    }),
  );
}
