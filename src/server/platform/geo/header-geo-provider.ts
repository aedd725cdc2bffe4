import type { IncomingHttpHeaders } from 'node:http';
import { readPlace } from '#standards/jurisdiction/index';
import { requireKnownKeys } from '../kernel/known-keys';
import type { GeoProvider } from './geo-provider';

export interface HeaderGeoOptions {
  /** Name of the header with the ISO 3166-1 alpha-2 country, such as `cf-ipcountry`. */
  readonly country: string;
  /** Name of the header with the region, as `CA` or `US-CA`, such as `cf-region-code`. */
  readonly region?: string;
}

/**
 * Creates a provider that reads the location from request headers of a CDN or proxy. Use it only behind a
 * proxy that overwrites these headers: a client that reaches the service directly could send any location.
 * Values that are not ISO codes (`XX`, `T1`) are treated as unknown.
 *
 * @throws TypeError when a header name is not valid
 *
 * @example
 * const geo = headerGeoProvider({ country: 'cf-ipcountry', region: 'cf-region-code' });
 * createConsentService({ knex, geo });
 */
export function headerGeoProvider(options: HeaderGeoOptions): GeoProvider {
  if (options?.country === undefined)
    throw new TypeError(
      'headerGeoProvider: name the header with the country, such as headerGeoProvider({ country: "cf-ipcountry" }).',
    );
  requireKnownKeys('headerGeoProvider()', options, { country: true, region: true });
  const { country, region } = options;
  const countryHeader = headerName(country);
  const regionHeader = region === undefined ? undefined : headerName(region);
  return {
    name: 'header',
    dependsOn: { headers: [countryHeader, ...(regionHeader === undefined ? [] : [regionHeader])] },
    locate({ headers }) {
      const place = readPlace(
        single(headers, countryHeader),
        regionHeader === undefined ? undefined : single(headers, regionHeader),
      );
      return place.country === null ? null : place;
    },
  };
}

function headerName(name: string): string {
  if (typeof name === 'string' && /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) return name.toLowerCase();
  throw new TypeError(
    'headerGeoProvider: a header name must be a non-empty string of token characters, such as "cf-ipcountry".',
  );
}

function single(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' ? value.trim() : undefined;
}
