import type { ComplianceGroupId } from '../compliance-group-ids';
import type { ComplianceFacts, SettingsFacts } from './compliance-facts';
import type { LayoutFacts } from './layout-facts';

/** `error` blocks a save; `warning` does not. */
export type RuleLevel = 'error' | 'warning';

/** Severities that an operator can configure for a rule. */
export type RuleSeverity = RuleLevel | 'off';

/** One place where a rule fails. `detail` is used in the message only. */
export interface RuleHit {
  readonly locale?: string;
  readonly section?: 'mainBanner' | 'gpcBanner' | 'preferenceModal' | 'choicesLink';
  /** A path inside the section: `htmlText`, `buttons`, `categories.analytics.cookies`. */
  readonly field?: string;
  readonly category?: string;
  readonly parameter?: string;
  readonly detail?: string;
  /** The right number, of a text that must state one. */
  readonly count?: number;
  /** The highest number that this text states, if it states any. */
  readonly stated?: number;
}

interface RuleHead {
  readonly id: string;
  readonly groups: readonly ComplianceGroupId[];
  /** Default level, unless one of the next two fields sets another. */
  readonly severity: RuleLevel;
  readonly severityIn?: Readonly<Partial<Record<ComplianceGroupId, RuleLevel>>>;
  /** Level by purpose of the parameter in the finding. */
  readonly severityFor?: Readonly<Record<string, RuleLevel>>;
  /** The problem and how to fix it. `{parameter}`, `{category}`, `{locale}` and `{detail}` are filled in. */
  readonly message: string;
  /** Law or guideline; `structural` when the profile would contradict itself under any law. */
  readonly source: string;
  /** Day of the last review, `YYYY-MM-DD`. */
  readonly asOf: string;
}

type Check<Part extends unknown[]> = (facts: ComplianceFacts, ...part: Part) => Iterable<RuleHit>;

/**
 * A rule: data and a pure function over the part of a profile that it judges. The rule is skipped when that
 * part is missing.
 */
export type ComplianceRule = RuleHead &
  (
    | { readonly judges: 'cookies and categories'; readonly check: Check<[]> }
    | { readonly judges: 'settings'; readonly check: Check<[SettingsFacts]> }
    | { readonly judges: 'texts and buttons'; readonly check: Check<[LayoutFacts]> }
  );

export const structural = 'structural';

/** Families of groups for which rules are written. */
export const optIn = [
  'opt-in-explicit',
  'opt-in',
  'opt-in-exempt',
] as const satisfies readonly ComplianceGroupId[];
export const optOut = ['opt-out-strict', 'opt-out'] as const satisfies readonly ComplianceGroupId[];

export function inCategory(category: string, field?: 'cookies' | 'legalBasis' | 'htmlText'): RuleHit {
  return {
    category,
    section: 'preferenceModal',
    field: field === undefined ? `categories.${category}` : `categories.${category}.${field}`,
  };
}
