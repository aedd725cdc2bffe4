import { getAllTimezones } from 'countries-and-timezones';
import { canonicalLocale } from '#standards/locale/index';
import { requireKnownKeys } from '../kernel/known-keys';
import type { GeoLocation, GeoProvider, GeoQuery } from './geo-provider';
import { timezoneRegions } from './timezone-regions';

/** Maximum number of languages that are read: the visitor controls the list, and no browser sends more. */
const maxLanguages = 32;

/**
 * Names of the tz database for an offset or a rule of several countries. Releases since 2024b link some of them to the zone
 * of one city (`EST` to Panama, `CET` to Brussels), which says nothing about the visitor. Source:
 * https://data.iana.org/time-zones/tzdb/NEWS
 */
const ofNoCountry =
  /^(?:Etc\/.+|SystemV\/.+|[A-Z]{3}\d[A-Z]{3}|[CEMW]ET|[EHM]ST|GMT(?:[+-]?0)?|UTC|UCT|Universal|Zulu|Greenwich|Factory)$/;

export interface TimezoneGeoOptions {
  /**
   * Whether a zone within one US state or Canadian province determines the region too. Disabled by default:
   * each of these regions has the same protection as the country's strictest rules or a weaker one, and a
   * zone is often wrong near a border.
   */
  readonly regions?: boolean;
}

/**
 * Creates the default provider, which returns the first country in the list of the visitor's IANA time zone. Names that
 * belong to no one country, such as `UTC`, `EST` and `CET`, are not known zones.
 * The region subtag of a language (`de-CH`) selects another country of that list, never one outside it.
 * Without a known zone the country is unknown.
 *
 * @example
 * createConsentService({ knex, geo: timezoneGeoProvider({ regions: true }) });
 */
export function timezoneGeoProvider(options: TimezoneGeoOptions = {}): GeoProvider {
  requireKnownKeys('timezoneGeoProvider()', options, { regions: true });
  const { regions = false } = options;
  const zones = new Map(
    Object.entries(getAllTimezones({ deprecated: true })).filter(([zone]) => !ofNoCountry.test(zone)),
  );
  return {
    name: 'timezone',
    dependsOn: { hints: true },
    locate(query) {
      const zone = query.timezone ?? '';
      const countries: readonly string[] = zones.get(zone)?.countries ?? [];
      const country = selectByLanguage(query, countries) ?? countries[0];
      if (country === undefined) return null;
      return regions ? withRegion(country, zone) : { country };
    },
    status: () => ({
      ok: true,
      message:
        'Countries are determined from the time zones of browsers. ' +
        (regions ? 'Regions are known when a zone lies within one. ' : 'Regions are unknown. ') +
        'For an unknown region the strictest rules of its country apply. ' +
        'Headers of a CDN or a database are more precise.',
    }),
  };
}

function selectByLanguage(query: GeoQuery, countries: readonly string[]): string | undefined {
  if (countries.length < 2) return undefined;
  for (const tag of [...query.languages.slice(0, maxLanguages), query.language, query.locale]) {
    const locale = canonicalLocale(tag);
    const region = locale === null ? undefined : new Intl.Locale(locale).region;
    if (region !== undefined && countries.includes(region)) return region;
  }
  return undefined;
}

function withRegion(country: string, zone: string): GeoLocation {
  const entry = Object.hasOwn(timezoneRegions, zone) ? timezoneRegions[zone] : undefined;
  return { country, region: entry?.country === country ? entry.region : null };
}
