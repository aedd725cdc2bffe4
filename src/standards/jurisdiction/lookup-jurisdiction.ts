import { addMonths } from '../calendar';
import { isAssignedRegion } from './assigned-regions';
import type { Law, LawTerms } from './jurisdiction-types';
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

export interface JurisdictionOptions {
  /** Time of the lookup (epoch milliseconds); a law applies from its first day. */
  readonly now: number;
  /** Group of a visitor whose country is unknown. */
  readonly defaultGroup: string;
  readonly overrides?: GroupOverrides;
}

/**
 * Groups, custom ones too, that replace the table's. A country (`DE`) includes all its regions, known or not;
 * a region (`US-CA`) takes precedence over its country and applies to visitors known to be there.
 */
export type GroupOverrides = Readonly<Record<string, string>>;

/** The rules that apply to a visitor. An override changes the group alone; everything else is the law's. */
export interface JurisdictionMatch extends Place {
  /** A built-in group id, or the name of a custom group from an override or the default. */
  readonly group: string;
  /** Short name of the law in force, else its long name; null when the country is unknown. */
  readonly law: string | null;
  /** Whether the law makes the Global Privacy Control signal binding. */
  readonly gpcBinding: boolean;
  /** Age in years below which parental or heightened consent applies; null where the table has none. */
  readonly childAge: number | null;
  /** Group for sensitive data, where it differs from the law's own group. */
  readonly sensitiveGroup: string | null;
  /** Calendar months after which a choice must be asked for again; null where the law sets no limit. */
  readonly consentMonths: number | null;
  /** Calendar months to wait after a refusal before asking again; null where the law says nothing. */
  readonly reaskMonths: number | null;
}

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

/**
 * Looks up the law and compliance group of a place in three steps: a known region with its own law gets that
 * law; a known region without one gets the country's; while the region is unknown, the country's
 * `regionUnknown` applies, its strictest terms. An unknown country gets the default group.
 */
export function lookupJurisdiction(
  place: Place,
  { now, defaultGroup, overrides = {} }: JurisdictionOptions,
): JurisdictionMatch {
  const { country, region } = place;
  const terms = termsAt(place, now);
  if (country === null || terms === null) {
    const nothing = {
      law: null,
      country: null,
      region: null,
      gpcBinding: false,
      childAge: null,
      sensitiveGroup: null,
      consentMonths: null,
      reaskMonths: null,
    };
    return { ...nothing, group: defaultGroup };
  }
  return {
    group: overriddenGroup(country, region, overrides) ?? terms.group,
    law: lawName(terms),
    country,
    region,
    gpcBinding: gpcBindsAt(terms, now),
    childAge: terms.childAge ?? null,
    sensitiveGroup: terms.sensitive ?? null,
    consentMonths: terms.consentMonths ?? null,
    reaskMonths: terms.reaskMonths ?? null,
  };
}

/** Returns the terms of the law in a place at `now`; null for an unknown country. */
function termsAt({ country, region }: Place, now: number): LawTerms | null {
  const entry = country === null ? undefined : own(jurisdictions, country);
  if (country === null || entry === undefined) return null;
  const national = lawAt(entry, now);
  if (region === null || !isAssignedRegion(country, region)) return entry.regionUnknown ?? national;
  const regional = own(entry.regions ?? {}, region);
  if (regional === undefined) return national;
  const terms = lawAt(regional, now);
  return national.childAge === undefined
    ? terms
    : { ...terms, childAge: terms.childAge ?? national.childAge };
}

/** Returns the group that an override assigns to a place: its region's, otherwise its country's. */
export function overriddenGroup(
  country: string,
  region: string | null,
  overrides: GroupOverrides,
): string | undefined {
  return (region === null ? undefined : own(overrides, `${country}-${region}`)) ?? own(overrides, country);
}

/** Reads an own property only, because keys come from visitors. */
function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Returns whether `day` (ISO 8601, from 00:00 UTC; absent: always) has begun at `now` (epoch milliseconds).
 */
function hasBegun(day: string | undefined, now: number): boolean {
  return day === undefined || Date.parse(day) <= now;
}

/**
 * Returns the terms that apply at `now` (epoch milliseconds): those of the law, or of the law before it until
 * it commences.
 */
export function lawAt(law: Law, now: number): LawTerms {
  return law.before === undefined || hasBegun(law.effectiveFrom, now) ? law : law.before;
}

/** Returns whether terms in force make the Global Privacy Control signal binding at `now`. */
export function gpcBindsAt({ gpc, gpcFrom }: LawTerms, now: number): boolean {
  return gpc && hasBegun(gpcFrom, now);
}

/** Returns the short name of a law, or the long one where no short name is in use. */
export function lawName({ short, law }: LawTerms): string {
  return short ?? law;
}

const millisecondsPerDay = 86_400_000;

export interface DecisionTerms {
  /** Time of the decision (epoch milliseconds). */
  readonly decidedAt: number;
  /** Time for which the profile keeps a choice (days). */
  readonly expiryDays: number;
  /**
   * Place of the visitor. Its law at the time of the decision may limit how long a choice is valid
   * (`consentMonths`).
   */
  readonly place: Place;
}

export interface ConsentValidity {
  /** Time from which the visitor must be asked again (epoch milliseconds). */
  readonly expiresAt: number;
  /** The same period as an ISO 8601 duration from the decision: `P365D`, `P6M`. */
  readonly duration: string;
}

/**
 * Returns how long a decision is valid, counted from the decision: the shorter of the profile's period and
 * the limit of the place.
 */
export function consentValidity({ decidedAt, expiryDays, place }: DecisionTerms): ConsentValidity {
  const consentMonths = termsAt(place, decidedAt)?.consentMonths;
  const byProfile = { expiresAt: decidedAt + expiryDays * millisecondsPerDay, duration: `P${expiryDays}D` };
  if (consentMonths === undefined) return byProfile;
  const byPlace = { expiresAt: addMonths(decidedAt, consentMonths), duration: `P${consentMonths}M` };
  return byPlace.expiresAt < byProfile.expiresAt ? byPlace : byProfile;
}
