import type { Row } from '#platform/database/database';
import { fromJson, toBoolean } from '#platform/database/rows';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { ServiceAnswers } from '#standards/choice/index';
import { readState } from '#standards/consent-state';
import { findLocale } from '#standards/locale/index';
import type { ConsentJson, ConsentRecord, DecisionLayer, DecisionMethod, Device } from '../consent-schemas';

/**
 * `in` = every optional category granted, `out` = none granted, `partial` = some, `none` = a notice was read
 * and nothing chosen, or there is no optional category.
 */
export type Choice = 'in' | 'out' | 'partial' | 'none';

/** The facts of a record that statistics count. */
export interface ConsentFacts {
  readonly profileId: string;
  readonly group: string | null;
  readonly locale: string;
  readonly consentJson: ConsentJson;
  /** Null, as nearly always: counted by its own names. */
  readonly countedAs: CountedAs | null;
  readonly choice: Choice;
  readonly gpcDetected: boolean;
  readonly source: ConsentRecord['source'];
  /** How and where the visitor decided; null: the page did not report it. */
  readonly method: DecisionMethod | null;
  readonly layer: DecisionLayer | null;
  /** Last known place of the visitor. */
  readonly country: string | null;
}

/** How and where the visitor decided; null: the page did not report it. */
export type Manner = Pick<ConsentFacts, 'method' | 'layer'>;

/** The counted facts of a row of the records or of their history. */
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

/** Returns only the counted facts of a larger value. */
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
    counted_as: facts.countedAs === null ? null : JSON.stringify(facts.countedAs),
    choice: facts.choice,
    gpc_detected: facts.gpcDetected,
    source: facts.source,
    method: facts.method,
    layer: facts.layer,
  };
}

/** The banner and the page on which a visitor decided. */
export interface DecidedOn {
  readonly version: number;
  /** Of an experiment. */
  readonly variant?: string;
  /** Origin of the page; empty: not known. */
  readonly site: string;
  /** Null: the decision does not answer a banner that was counted as shown. */
  readonly device: Device | null;
  /** Banners that are counted as shown together with the decision, by demo data only. */
  readonly shown?: number;
}

/** One write of one record. */
export interface ConsentChange {
  readonly consentId: string;
  /** Null when the write created the record. */
  readonly before: ConsentFacts | null;
  /** Null when the write erased it. */
  readonly after: ConsentFacts | null;
  /** False: the record changed without a new decision. Default true unless it was erased. */
  readonly isDecision?: boolean;
  /** Whether the decision takes back something that the one before allowed: see `takesBack`. Default false. */
  readonly takesBack?: boolean;
  /** When it was decided or erased, in epoch milliseconds. */
  readonly at: number;
  /** Absent: not decided on a banner of this service, or long ago. */
  readonly on?: DecidedOn;
}

type Answers = Pick<ConsentFacts, 'choice' | 'consentJson'> & { readonly services: ServiceAnswers | null };

/**
 * Returns whether a decision takes back what an earlier one allowed (GDPR, Article 7(3)): everything optional, or a
 * category or a service that both were asked about. A category that the later one does not name may have got another name.
 */
export function takesBack(before: Answers, after: Answers): boolean {
  if (before.choice === 'none') return false;
  if (before.choice !== 'out' && after.choice === 'out') return true;
  const isRefused = (category: string) => (readState(after.consentJson, category) ?? 'granted') !== 'granted';
  return (
    Object.entries(before.consentJson).some(([id, state]) => state === 'granted' && isRefused(id)) ||
    Object.entries(before.services ?? {}).some(
      ([key, isAllowed]) => isAllowed && readState(after.services ?? {}, key) === false,
    )
  );
}

/**
 * Receives every write of a tenant's records, in the transaction of that write, so that counts miss none.
 */
export type RecordChanges = (
  unit: UnitOfWork,
  tenantId: string,
  changes: readonly ConsentChange[],
) => Promise<void>;

/**
 * The name under which statistics count every name that no version of a profile has had. Locales and
 * ordinary category ids have no brackets.
 */
export const otherName = '(other)';

/**
 * The names that statistics use in place of a decision's own categories and locale. Browsers can send any name, so only
 * names of the profile are counted one by one. Stored with the decision: an amount is subtracted under the name under
 * which it was added.
 */
export interface CountedAs {
  /** Categories that count as `otherName`. */
  readonly otherCategories: readonly string[];
  readonly locale: string;
}

/** The names that versions of a profile have had. */
export interface KnownNames {
  readonly categories: ReadonlySet<string>;
  readonly locales: ReadonlySet<string>;
}

/**
 * Returns how a decision is counted; null: by its own names. A regional locale counts as the profile's locale
 * that it falls back to.
 */
export function countDecisionAs(
  consentJson: ConsentJson,
  locale: string,
  known: KnownNames,
): CountedAs | null {
  const otherCategories = Object.keys(consentJson).filter((category) => !known.categories.has(category));
  const countedLocale = known.locales.has(locale)
    ? locale
    : (findLocale([locale], [...known.locales]) ?? otherName);
  return otherCategories.length === 0 && countedLocale === locale
    ? null
    : { otherCategories, locale: countedLocale };
}

interface CountedDecision {
  readonly consentJson: ConsentJson;
  readonly locale: string;
  readonly countedAs: CountedAs | null;
}

/**
 * Returns the names that a stored decision was counted by: all that is known once its profile has been
 * deleted.
 */
export function namesCountedBy({ consentJson, locale, countedAs }: CountedDecision): KnownNames {
  const categories = Object.keys(consentJson).filter(
    (category) => !countedAs?.otherCategories.includes(category),
  );
  const countedLocale = countedAs?.locale ?? locale;
  return {
    categories: new Set(categories),
    locales: new Set(countedLocale === otherName ? [] : [countedLocale]),
  };
}

export const readCountedAs = (column: unknown): CountedAs | null =>
  column === null ? null : fromJson(column);
