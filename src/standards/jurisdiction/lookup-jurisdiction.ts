import type { Jurisdiction } from './jurisdiction-types';
import { jurisdictions } from './jurisdictions';
import { gpcBindsAt, groupAt, isInForce, lawName } from './law-in-force';
import type { Place } from './place';

export interface JurisdictionOptions {
  /** Epoch milliseconds: laws count from the day they apply. */
  readonly now: number;
  /** Group of a visitor whose country is unknown. */
  readonly defaultGroup: string;
  /**
   * Groups, custom ones too, in place of the table's. A country (`DE`) stands for all its regions, known or not; a region (`US-CA`) goes before its
   * country and counts for visitors known to be there.
   */
  readonly overrides?: Readonly<Record<string, string>>;
}

export interface JurisdictionMatch extends Place {
  /** A built-in group id, or a custom group's name where an override or the default names one. */
  readonly group: string;
  /** Short name of the law, else its long one; null while the country is unknown. */
  readonly law: string | null;
  /** Whether the law makes the Global Privacy Control signal binding, whatever group an override names. */
  readonly gpcBinding: boolean;
  /** Age in years below which parental or heightened consent applies; null where the table has none. */
  readonly childAge: number | null;
}

/**
 * The law and compliance group of a place, in three steps: a known region with a law of its own has that; a known region without one has the country's
 * group; with no region known, the country's `regionDefault`, its strictest. An unknown country has the default group.
 */
export function lookupJurisdiction(place: Place, options: JurisdictionOptions): JurisdictionMatch {
  const { country, region } = place;
  const entry = country === null ? undefined : own(jurisdictions, country);
  if (country === null || entry === undefined) {
    return { group: options.defaultGroup, law: null, country: null, region: null, gpcBinding: false, childAge: null };
  }
  const group = overridden(country, region, options.overrides ?? {});
  const found = region === null ? regionUnknown(entry, options.now) : inRegion(entry, region, options.now);
  return { ...found, group: group ?? found.group, country, region };
}

type Found = Omit<JurisdictionMatch, 'country' | 'region'>;

function inRegion(entry: Jurisdiction, region: string, now: number): Found {
  const law = own(entry.regions, region) ?? entry;
  return { group: groupAt(law, now), law: lawName(law), gpcBinding: gpcBindsAt(law, now), childAge: law.childAge ?? entry.childAge ?? null };
}

function regionUnknown(entry: Jurisdiction, now: number): Found {
  const group = isInForce(entry, now) ? entry.regionDefault : groupAt(entry, now);
  return { group, law: lawName(entry), gpcBinding: entry.gpcRegionDefault ?? gpcBindsAt(entry, now), childAge: entry.childAge ?? null };
}

function overridden(country: string, region: string | null, overrides: Readonly<Record<string, string>>): string | undefined {
  return (region === null ? undefined : own(overrides, `${country}-${region}`)) ?? own(overrides, country);
}

/** Keys come from visitors, so what an object inherits must not answer. */
function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
