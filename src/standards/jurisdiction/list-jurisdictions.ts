import type { Confidence, Law, LawTerms } from './jurisdiction-types';
import { jurisdictions, jurisdictionsAsOf } from './jurisdictions';
import { gpcBindsAt, lawAt, lawName, lookupJurisdiction } from './lookup-jurisdiction';

/** Terms by their names: what applies, and the provisions that it rests on. */
export interface NamedTerms {
  /** Short name of the law, else its long one. */
  readonly law: string;
  /** Long name of the law, with the provisions that the entry rests on. */
  readonly source: string;
  readonly group: string;
}

/** An entry of the table of jurisdictions at one time. */
export interface JurisdictionEntry extends NamedTerms {
  readonly country: string;
  /** Null: the country, and all its regions without their own entry. */
  readonly region: string | null;
  /** First day of the law in force (ISO 8601); null: the table does not know it. */
  readonly from: string | null;
  /** A law that begins later; null: none is known. */
  readonly next: (NamedTerms & { readonly from: string }) | null;
  readonly gpcBinding: boolean;
  readonly childAge: number | null;
  /** Terms for visitors of the country whose region is unknown, where they differ. */
  readonly regionUnknown: NamedTerms | null;
  readonly confidence: Confidence;
  readonly checked: boolean;
  /** Day of the last review (ISO 8601). */
  readonly asOf: string;
  readonly note: string | null;
}

const nameTerms = (terms: LawTerms): NamedTerms => ({
  law: lawName(terms),
  source: terms.law,
  group: terms.group,
});

/**
 * Lists the laws and groups of every country, each followed by its regions with their own law, as of a time
 * (epoch milliseconds).
 */
export function listJurisdictions(now: number): JurisdictionEntry[] {
  return Object.entries(jurisdictions).flatMap(([country, entry]) => [
    {
      ...describeLaw(entry, now),
      country,
      region: null,
      regionUnknown: entry.regionUnknown === undefined ? null : nameTerms(entry.regionUnknown),
      confidence: entry.confidence,
    },
    ...Object.entries(entry.regions ?? {}).map(([region, law]) => ({
      ...describeLaw(law, now),
      // A region that names no age has its country's.
      childAge: lookupJurisdiction({ country, region }, { now, defaultGroup: '' }).childAge,
      country,
      region,
      regionUnknown: null,
      confidence: law.confidence ?? entry.confidence,
    })),
  ]);
}

function describeLaw(law: Law, now: number) {
  const terms = lawAt(law, now);
  const hasBegun = terms === law;
  return {
    ...nameTerms(terms),
    from: hasBegun ? (law.effectiveFrom ?? null) : null,
    next: hasBegun || law.effectiveFrom === undefined ? null : { ...nameTerms(law), from: law.effectiveFrom },
    gpcBinding: gpcBindsAt(terms, now),
    childAge: terms.childAge ?? null,
    checked: law.checked === true,
    asOf: law.asOf ?? jurisdictionsAsOf,
    note: law.note ?? null,
  };
}
