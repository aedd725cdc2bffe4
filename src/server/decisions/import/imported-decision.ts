import type { ProfileFacts } from '#banners/profiles/index';
import type { ServiceAnswers } from '#standards/choice/index';
import type { ConsentFacts, ParentalState } from '../consent';
import type { Refusal } from './refusals';
import type { ConsentState } from './values';

/** A past decision of a visitor, read from a file. Times are epoch milliseconds. */
export interface ImportedDecision
  extends Pick<
    ConsentFacts,
    'locale' | 'consentJson' | 'countedAs' | 'choice' | 'gpcDetected' | 'method' | 'layer' | 'country'
  > {
  /** Line of its first row, and the number of its rows. */
  readonly line: number;
  readonly rows: number;
  readonly visitorId: string;
  readonly at: number;
  /** Time of the first decision that the file contains for the visitor. */
  readonly firstAt: number;
  /** `consentJson` in its stored form. */
  readonly json: string;
  /** Answers about services; null: the file does not state any. */
  readonly services: ServiceAnswers | null;
  readonly region: string | null;
  readonly gpcOverride: boolean | null;
  /** Whether the signal was on when the visitor decided. */
  readonly decidedWithSignal: boolean;
  /** Since when the signal opts the visitor out; null: it does not. */
  readonly signalAt: number | null;
  /** State of the parental consent; null: the file does not state one. */
  readonly parentalConsent: ParentalState | null;
  /** Ids of the categories to which the parent did not agree. */
  readonly parentalDenied: readonly string[];
  /** The host's own id of the user; null: the file does not state one. */
  readonly subjectId: string | null;
  readonly ageVerified: boolean | null;
  readonly tcfString: string | null;
  readonly gppString: string | null;
}

export interface RefusedRows {
  readonly line: number;
  readonly rows: number;
  readonly refused: Refusal;
  /** The column with the fault, when it is in one column. */
  readonly column?: string | undefined;
}

/** Greatest number of categories, or of rows, in one decision. */
export const maxEntries = 1000;

/** The part of a decision that is the same in all of its rows. */
export type DecisionHead = Omit<ImportedDecision, 'rows' | 'consentJson' | 'countedAs' | 'json' | 'choice'>;

export type CategoryStates = readonly (readonly [category: string, state: ConsentState])[];

/** Returns what is counted and stored of a decision. `country` is where the visitor is known to be after it. */
export function importedFacts(
  decision: ImportedDecision,
  { id, group }: Pick<ProfileFacts, 'id' | 'group'>,
  country: string | null,
): ConsentFacts {
  return {
    profileId: id,
    group,
    locale: decision.locale,
    consentJson: decision.consentJson,
    countedAs: decision.countedAs,
    choice: decision.choice,
    gpcDetected: decision.gpcDetected,
    source: 'import',
    method: decision.method,
    layer: decision.layer,
    country,
  };
}
