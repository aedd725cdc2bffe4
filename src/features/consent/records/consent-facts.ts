import type { Row } from '../../../database/database';
import { fromJson, toBoolean } from '../../../database/rows';
import type { UnitOfWork } from '../../../database/unit-of-work';
import type { ConsentJson, ConsentRecord, DecisionLayer, DecisionMethod } from '../consent-schemas';
import type { Choice } from './consent-decision';
import { type CountedAs, readCountedAs, toCountedAsColumn } from './counted-as';

/** What is counted of a record. */
export interface ConsentFacts {
  readonly profileId: string;
  readonly group: string | null;
  readonly locale: string;
  readonly consentJson: ConsentJson;
  /** Null, as nearly always: by its own names. */
  readonly countedAs: CountedAs | null;
  readonly choice: Choice;
  readonly gpcDetected: boolean;
  readonly source: ConsentRecord['source'];
  /** How and where the visitor decided; null: the page did not report it. */
  readonly method: DecisionMethod | null;
  readonly layer: DecisionLayer | null;
  /** Where the visitor was last known to be. */
  readonly country: string | null;
}

/** What is counted of a row of the records or of their history. */
export function toFacts(row: Row): ConsentFacts {
  return {
    profileId: row.profile_id,
    group: row.group_id,
    locale: row.locale,
    consentJson: fromJson(row.consent_json),
    countedAs: readCountedAs(row.counted_as),
    choice: row.choice,
    gpcDetected: toBoolean(row.gpc_detected),
    source: row.source,
    method: row.method,
    layer: row.layer,
    country: row.country,
  };
}

/** Returns what is counted of something that has more fields. */
export function pickFacts({
  profileId,
  group,
  locale,
  consentJson,
  countedAs,
  choice,
  gpcDetected,
  source,
  method,
  layer,
  country,
}: ConsentFacts): ConsentFacts {
  return {
    profileId,
    group,
    locale,
    consentJson,
    countedAs,
    choice,
    gpcDetected,
    source,
    method,
    layer,
    country,
  };
}

/** The same as a row of either has it. */
export function toFactColumns(facts: ConsentFacts): Row {
  return { country: facts.country, ...toDecidedColumns(facts) };
}

/** The same without the place. */
export function toDecidedColumns(facts: Omit<ConsentFacts, 'country'>): Row {
  return {
    profile_id: facts.profileId,
    group_id: facts.group,
    locale: facts.locale,
    consent_json: JSON.stringify(facts.consentJson),
    counted_as: toCountedAsColumn(facts.countedAs),
    choice: facts.choice,
    gpc_detected: facts.gpcDetected,
    source: facts.source,
    method: facts.method,
    layer: facts.layer,
  };
}

/** One write of one record. */
export interface ConsentChange {
  readonly consentId: string;
  /** Null when the write made the record. */
  readonly before: ConsentFacts | null;
  /** Null when the write erased it. */
  readonly after: ConsentFacts | null;
  /** False: the record changed without a new decision. Default true unless it was erased. */
  readonly isDecision?: boolean;
  /** When it was decided or erased, in epoch milliseconds. */
  readonly at: number;
}

/**
 * Receives every write of a tenant's records, in the transaction of that write, so that counts miss none.
 */
export type RecordChanges = (
  unit: UnitOfWork,
  tenantId: string,
  changes: readonly ConsentChange[],
) => Promise<void>;
