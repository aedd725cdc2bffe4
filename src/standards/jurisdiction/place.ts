import { jurisdictions } from './jurisdictions';

/**
 * Where a visitor is. `country`: ISO 3166-1 alpha-2 (or XK), upper case. `region`: the part of ISO 3166-2
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
 * Reads country and region as a location service names them, in any case; a region also as `US-CA`. What is
 * no assigned code (`XX`, `T1`, `EU`, a name, another type) is unknown; a region without its country too.
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
  // Codes of another scheme (`06` is California to some) must not pass for a region without a law of its own.
  const listed = Object.keys(jurisdictions[country]?.regions ?? {});
  return listed.length === 0 || listed.some((other) => shapeOf(other) === shapeOf(code)) ? code : null;
}

/** `AA` of `CA`, `00` of `06`. */
const shapeOf = (code: string) => code.replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
