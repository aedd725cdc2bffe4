/** `error`: the site breaks a visitor’s choice or a duty; `warning`: its texts or settings are incomplete. */
export type FindingSeverity = 'error' | 'warning';

/** Description of one kind of finding, the same in every report. */
export interface FindingKind {
  readonly severity: FindingSeverity;
  /** The observation, in one sentence. */
  readonly meaning: string;
  /** Advice to the operator of the site. */
  readonly advice: string;
  /** Law or guideline. */
  readonly source: string;
}
