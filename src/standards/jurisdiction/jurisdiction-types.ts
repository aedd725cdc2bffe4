import type { ComplianceGroupId } from '../compliance/compliance-group-ids';

/** What the law of one country or region asks. Dates are ISO 8601 days and count from 00:00 UTC. */
export interface Law {
  /** Common short name (`CPRA`, `GDPR`); absent: `law` is short enough or no short name is in use. */
  readonly short?: string;
  /** Long name with the provisions that the entry rests on: its source. */
  readonly law: string;
  readonly group: ComplianceGroupId;
  /** The law does not apply before this day; until then `groupBefore` counts. */
  readonly effectiveFrom?: string;
  readonly groupBefore?: ComplianceGroupId;
  /** Whether the law makes the Global Privacy Control signal binding. */
  readonly gpc: boolean;
  /** First day on which the signal binds. */
  readonly gpcFrom?: string;
  /** Group of sensitive data, where it differs. */
  readonly sensitive?: ComplianceGroupId;
  /** Age in years below which parental or heightened consent applies. */
  readonly childAge?: number;
  /** Months that a choice stays valid at most, in the regulator's view. */
  readonly consentMonths?: number;
  /** Months to wait after a refusal before asking again. */
  readonly reaskMonths?: number;
  /** Months that an exempt audience-measurement tracker may live. */
  readonly trackerMonths?: number;
  /** `high`: well-established statute and model; `medium`: known statute, model reasoned; `low`: reasoned default. Absent in a region: the country's. */
  readonly confidence?: Confidence;
  /** Whether a secondary source that supports the entry was read at the review. */
  readonly checked?: boolean;
  /** Day of the entry's own review; absent: `jurisdictionsAsOf`. */
  readonly asOf?: string;
}

export type Confidence = 'high' | 'medium' | 'low';

export interface Jurisdiction extends Law {
  readonly confidence: Confidence;
  /** Regions with a law of their own, by the part of ISO 3166-2 after the dash. */
  readonly regions: Readonly<Record<string, Law>>;
  /** Group of a visitor whose region is unknown: the strictest of the country. */
  readonly regionDefault: ComplianceGroupId;
  /** Whether the signal is taken as binding while the region is unknown; absent: `gpc`. */
  readonly gpcRegionDefault?: boolean;
}
