import type { ComplianceGroupId } from '../compliance/compliance-group-ids';

/** The requirements that one law sets for a site. Days are ISO 8601 and begin at 00:00 UTC. */
export interface LawTerms {
  /** Common short name (`CPRA`, `GDPR`); absent: `law` is short enough, or no short name is in use. */
  readonly short?: string;
  /** Long name with the provisions that the entry rests on: its source. */
  readonly law: string;
  readonly group: ComplianceGroupId;
  /** Whether the law makes the Global Privacy Control signal binding. */
  readonly gpc: boolean;
  /** First day on which the signal binds. */
  readonly gpcFrom?: string;
  /** Group for sensitive data, where it differs from `group`. */
  readonly sensitive?: ComplianceGroupId;
  /** Age in years below which parental or heightened consent applies. */
  readonly childAge?: number;
  /** Calendar months after which a choice must be asked for again, in the regulator's view. */
  readonly consentMonths?: number;
  /**
   * Calendar months to wait after a refusal before asking again. Six in the whole European Economic Area: what the CNIL
   * (2020-092) recommends and the Garante (10 June 2021) requires is our default where the authority of the place names no
   * period.
   */
  readonly reaskMonths?: number;
  /** Longest life of an audience-measurement tracker that needs no consent (calendar months). */
  readonly trackerMonths?: number;
}

interface Review {
  /**
   * `high`: well-established statute and model; `medium`: known statute, model reasoned; `low`: reasoned
   * default or not verified. Absent in a region: the country's.
   */
  readonly confidence?: Confidence;
  /** Whether a secondary source that supports the entry was read at the review. */
  readonly checked?: boolean;
  /** Day of the entry's own review; absent: `jurisdictionsAsOf`. */
  readonly asOf?: string;
  /** Facts that the review could not verify, or a further source. */
  readonly note?: string;
}

/** Terms in force, or terms with the day on which they begin and the terms that apply before it. */
type Commencement =
  | { readonly effectiveFrom?: undefined; readonly before?: undefined }
  | { readonly effectiveFrom: string; readonly before: LawTerms };

/** The law of a country or region. */
export type Law = LawTerms & Review & Commencement;

export type Confidence = 'high' | 'medium' | 'low';

export type Jurisdiction = Law & {
  readonly confidence: Confidence;
  /** Regions with their own law, by the part of ISO 3166-2 after the dash. */
  readonly regions?: Readonly<Record<string, Law>>;
  /** Terms that apply while the region is unknown: the strictest of any region. Absent: the country's. */
  readonly regionUnknown?: LawTerms;
};
