import { isAssignedRegion } from './assigned-regions';
import { jurisdictions } from './jurisdictions';

/**
 * Place of a visitor. `country`: ISO 3166-1 alpha-2 (or XK), upper case. `region`: the part of ISO 3166-2
 * after the dash. Null: unknown.
 */
export interface Place {
  readonly country: string | null;
  readonly region: string | null;
}

export const unknownPlace: Place = Object.freeze({ country: null, region: null });

/** User-assigned codes with which location services say "unknown". */
const unknownRegions = new Set(['XX', 'ZZ']);

/**
 * Reads country and region as a location service names them, in any case; a region also as `US-CA`. Anything
 * that is not an assigned code (`XX`, `T1`, `EU`, `US-QQ`, a name, another type) is unknown, and so is a region
 * without its country.
 */
export function readPlace(country: unknown, region?: unknown): Place {
  const code = typeof country === 'string' && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : '';
  if (!Object.hasOwn(jurisdictions, code)) return unknownPlace;
  return { country: code, region: readRegion(code, region) };
}

function readRegion(country: string, region: unknown): string | null {
  if (typeof region !== 'string' || !/^[A-Za-z0-9-]{1,6}$/.test(region)) return null;
  const upper = region.toUpperCase();
  const code = upper.startsWith(`${country}-`) ? upper.slice(3) : upper;
  if (!/^[A-Z0-9]{1,3}$/.test(code) || unknownRegions.has(code)) return null;
  return isAssignedRegion(country, code) ? code : null;
}
