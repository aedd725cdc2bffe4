import { jurisdictions, lawAt, type PlaceWithLaw, placesOfGroup, readPlace } from '../../jurisdiction';
import type { ComplianceGroupId } from '../compliance-group-ids';

/** Returns whether a code names a country (`FR`) or a region of one (`CA-QC`) in the jurisdiction table. */
export function isPlaceCode(code: string): boolean {
  return toPlace(code) !== null;
}

/**
 * Lists the places whose visitors a profile is for, with the laws in force at `now` (epoch milliseconds): the
 * places that it names, a country with all its regions; or every place of its group when it names none.
 */
export function servedPlaces(
  codes: readonly string[],
  group: ComplianceGroupId,
  now: number,
): readonly PlaceWithLaw[] {
  const named = codes.map(toPlace).filter((place) => place !== null);
  if (named.length === 0) return placesOfGroup(group, now);
  return named.flatMap(({ country, region, entry }) => {
    const law = region === null ? entry : (entry.regions?.[region] ?? entry);
    const regions = region === null ? Object.entries(entry.regions ?? {}) : [];
    return [
      { place: region === null ? country : `${country}-${region}`, terms: lawAt(law, now) },
      ...regions.map(([code, regional]) => ({ place: `${country}-${code}`, terms: lawAt(regional, now) })),
    ];
  });
}

function toPlace(code: string) {
  const [, country = '', region] = /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?$/.exec(code) ?? [];
  const place = readPlace(country, region);
  const entry = place.country === null ? undefined : jurisdictions[place.country];
  if (place.country === null || entry === undefined || (region !== undefined && place.region === null))
    return null;
  return { country: place.country, region: place.region, entry };
}
