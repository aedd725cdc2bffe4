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
 * that is not an assigned code (`XX`, `T1`, `EU`, a name, another type) is unknown, and so is a region
 * without its country.
 */
export function readPlace(country: unknown, region?: unknown): Place {
  const code = typeof country === 'string' && country.length === 2 ? country.toUpperCase() : '';
  if (!Object.hasOwn(jurisdictions, code)) return unknownPlace;
  return { country: code, region: readRegion(code, region) };
}

function readRegion(country: string, region: unknown): string | null {
  if (typeof region !== 'string' || region.length > 6) return null;
  const upper = region.toUpperCase();
  const code = upper.startsWith(`${country}-`) ? upper.slice(3) : upper;
  if (!/^[A-Z0-9]{1,3}$/.test(code) || unknownRegions.has(code)) return null;
  // Codes of another scheme (`06` is California to some) must not be treated as a region without its own law.
  const listed = Object.keys(jurisdictions[country]?.regions ?? {});
  return listed.length === 0 || listed.some((other) => getShape(other) === getShape(code)) ? code : null;
}

/** Replaces letters by `A` and digits by `0`: `AA` for `CA`, `00` for `06`. */
const getShape = (code: string) => code.replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
