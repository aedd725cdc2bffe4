import { getAllTimezones } from 'countries-and-timezones';
import { canonicalLocale } from '../standards/locale';
import type { GeoLocation, GeoProvider, GeoQuery } from './geo-provider';
import { timezoneRegions } from './timezone-regions';

/** No browser names more; the list comes from the visitor. */
const maxLanguages = 32;

export interface TimezoneGeoOptions {
  /**
   * Whether a zone that lies in one US state or Canadian province tells the region too. Off by default: each
   * region so known has the same protection as the country's strictest or a weaker one, and a zone is easily
   * wrong near a border.
   */
  readonly regions?: boolean;
}

/**
 * The default provider: the country of the visitor's IANA time zone, the first in the zone's list. The region
 * subtag of a language (`de-CH`) chooses another country inside that list, never one outside it. Without a
 * known zone the country is unknown.
 *
 * @example
 * createConsentService({ knex, geo: timezoneGeoProvider({ regions: true }) });
 */
export function timezoneGeoProvider({ regions = false }: TimezoneGeoOptions = {}): GeoProvider {
  const zones = new Map(Object.entries(getAllTimezones({ deprecated: true })));
  return {
    name: 'timezone',
    locate(query) {
      const zone = query.timezone ?? '';
      const countries: readonly string[] = zones.get(zone)?.countries ?? [];
      const country = countryOfLanguages(query, countries) ?? countries[0];
      if (country === undefined) return null;
      return regions ? withRegion(country, zone) : { country };
    },
    status: () => ({
      ok: true,
      message: `Countries come from browsers’ time zones, and regions ${regions ? 'where a zone lies in one' : 'are unknown'}; while a region is unknown, the strictest rules of its country count. A CDN’s headers or a database tell more.`,
    }),
  };
}

function countryOfLanguages(query: GeoQuery, countries: readonly string[]): string | undefined {
  if (countries.length < 2) return undefined;
  for (const tag of [...query.languages.slice(0, maxLanguages), query.language, query.locale]) {
    const locale = canonicalLocale(tag);
    const region = locale === null ? undefined : new Intl.Locale(locale).region;
    if (region !== undefined && countries.includes(region)) return region;
  }
  return undefined;
}

function withRegion(country: string, zone: string): GeoLocation {
  const known = Object.hasOwn(timezoneRegions, zone) ? timezoneRegions[zone] : undefined;
  return { country, region: known?.country === country ? known.region : null };
}
