import { asksFirst } from '../consent-state';
import type { LawTerms } from './jurisdiction-types';
import { jurisdictions } from './jurisdictions';
import { type GroupOverrides, lawAt, overriddenGroup, readPlace } from './lookup-jurisdiction';

/** A place with the terms of its law at one time. */
export interface PlaceWithLaw {
  /** ISO 3166 code: `DE`, `US-CA`. */
  readonly place: string;
  readonly terms: LawTerms;
}

/** A place with the group of its visitors. */
interface PlaceWithGroup extends PlaceWithLaw {
  readonly group: string;
  /** Group of visitors to a country whose region is unknown; for regions, that of the place. */
  readonly unknownGroup: string;
}

/**
 * Lists the countries and regions of a compliance group at `now` (epoch milliseconds), with the laws in force
 * at that time. The places of custom groups come from the overrides.
 */
export function placesOfGroup(group: string, now: number, overrides: GroupOverrides = {}): PlaceWithLaw[] {
  return listPlaces(now, overrides).flatMap(({ place, terms, group: own }) =>
    own === group ? [{ place, terms }] : [],
  );
}

/**
 * Lists the countries and regions (ISO 3166) in which visitors are asked at `now` (epoch milliseconds) before anything
 * optional is allowed. A country is one of them when it asks those whose region is unknown.
 *
 * @example
 * placesThatAskFirst(Date.now(), { 'JP-13': 'opt-in' }); // ['AD', …, 'JP-13']
 */
export function placesThatAskFirst(now: number, overrides: GroupOverrides = {}): string[] {
  return listPlaces(now, overrides)
    .filter(({ group, unknownGroup }) => asksFirst(group) || asksFirst(unknownGroup))
    .map(({ place }) => place);
}

/** Lists the places that have a law of their own, and the regions to which only an override gives a group. */
function listPlaces(now: number, overrides: GroupOverrides): PlaceWithGroup[] {
  const inTable = Object.entries(jurisdictions).flatMap(([country, entry]) =>
    [[null, entry] as const, ...Object.entries(entry.regions ?? {})].map(([region, law]) => {
      const terms = lawAt(law, now);
      const overridden = overriddenGroup(country, region, overrides);
      const unknown = region === null ? (entry.regionUnknown ?? terms) : terms;
      return {
        place: region === null ? country : `${country}-${region}`,
        terms,
        group: overridden ?? terms.group,
        unknownGroup: overridden ?? unknown.group,
      };
    }),
  );
  const known = new Set(inTable.map(({ place }) => place));
  const others = Object.entries(overrides).flatMap(([place, group]) => {
    const [code = '', part] = place.split('-');
    const { country, region } = readPlace(code, part);
    const entry = country === null ? undefined : jurisdictions[country];
    if (entry === undefined || region === null || known.has(place)) return [];
    return [{ place, terms: lawAt(entry, now), group, unknownGroup: group }];
  });
  return [...inTable, ...others];
}
