import { getCountry } from 'countries-and-timezones';
import { complianceGroupIds } from '#standards/compliance/index';
import { placesOfGroup, readPlace } from '#standards/jurisdiction/index';
import { UsageError } from '../usage-error';

/** How a visitor from a place is simulated. */
export interface ScanPlace {
  /** ISO 3166 code, such as `DE` or `US-CA`; null: the place of this machine. */
  readonly code: string | null;
  readonly timezone: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Names of the headers that name a place, where the service reads it from headers. */
export interface PlaceHeaders {
  readonly country: string;
  readonly region?: string;
}

export const thisMachine: ScanPlace = { code: null, timezone: null, headers: {} };

/** Reads `--place-headers`, such as `cf-ipcountry,cf-region-code`. @throws UsageError */
export function readPlaceHeaders(text: string): PlaceHeaders {
  const [country = '', region, ...others] = text.split(',').map((name) => name.trim().toLowerCase());
  const isName = (name: string) => /^[a-z0-9-]{1,100}$/.test(name);
  if (!isName(country) || (region !== undefined && !isName(region)) || others.length > 0)
    throw new UsageError('--place-headers must name one or two headers, such as cf-ipcountry,cf-region-code');
  return { country, ...(region !== undefined && { region }) };
}

/** Reads `--place`, such as `de,us-ca`. @throws UsageError */
export function readPlaces(text: string, headers: PlaceHeaders | null): ScanPlace[] {
  return text.split(',').map((code) => {
    const place = toScanPlace(code.trim(), headers);
    if (place === null) throw new UsageError(`--place: ${code} is not an ISO 3166 code such as de or us-ca`);
    return place;
  });
}

/** Returns one place for each built-in compliance group. */
export function listExamplePlaces(headers: PlaceHeaders | null): ScanPlace[] {
  return complianceGroupIds.flatMap((group) => {
    const places = placesOfGroup(group, Date.now());
    const country = places.find(({ place }) => !place.includes('-')) ?? places[0];
    return (country && toScanPlace(country.place, headers)) ?? [];
  });
}

function toScanPlace(code: string, headers: PlaceHeaders | null): ScanPlace | null {
  const [first, second] = code.split('-');
  const { country, region } = readPlace(first, second);
  if (country === null || (second !== undefined && region === null)) return null;
  return {
    code: region === null ? country : `${country}-${region}`,
    timezone: getCountry(country)?.timezones[0] ?? null,
    headers:
      headers === null
        ? {}
        : {
            [headers.country]: country,
            ...(headers.region !== undefined && region !== null && { [headers.region]: region }),
          },
  };
}

/**
 * Returns how the place that the service saw differs from the one that was meant, in words; null if it does not.
 */
export function placeFault(
  { code }: ScanPlace,
  seen: { readonly country: string | null; readonly region: string | null },
): string | null {
  if (code === null) return null;
  const [country, region = null] = code.split('-');
  if (seen.country !== country) return `the service saw ${seen.country ?? 'no place'} instead of ${code}`;
  return region === null || seen.region === region
    ? null
    : `the service knows the country of ${code}, but not the region`;
}
