import type { IncomingHttpHeaders } from 'node:http';
import { readPlace } from '../standards/jurisdiction';
import type { GeoProvider } from './geo-provider';

export interface HeaderGeoOptions {
  /** Name of the header with the ISO 3166-1 alpha-2 country, such as `cf-ipcountry`. */
  readonly country: string;
  /** Name of the header with the region, as `CA` or `US-CA`, such as `cf-region-code`. */
  readonly region?: string;
}

/**
 * Reads the location that a CDN or proxy writes into request headers. Use it only behind one that overwrites
 * these headers: a client that reaches the service directly could name any place. Values that are no ISO code
 * (`XX`, `T1`) are unknown.
 *
 * @throws TypeError when a header name is none
 *
 * @example
 * createConsentService({ knex, geo: headerGeoProvider({ country: 'cf-ipcountry', region: 'cf-region-code' }) });
 */
export function headerGeoProvider({ country, region }: HeaderGeoOptions): GeoProvider {
  const countryHeader = headerName(country);
  const regionHeader = region === undefined ? undefined : headerName(region);
  return {
    name: 'header',
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
    'headerGeoProvider: a header name is a non-empty string of token characters, such as "cf-ipcountry".',
  );
}

function single(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' ? value.trim() : undefined;
}
