import type { ComplianceGroupId } from '../compliance-group-ids';
import type { ComplianceFacts, SettingsFacts } from './compliance-facts';
import type { LayoutFacts } from './layout-facts';

/** `error` blocks a save, `warning` only tells. */
export type RuleLevel = 'error' | 'warning';

/** What an operator's configuration may make of a rule. */
export type RuleSeverity = RuleLevel | 'off';

/** One place where a rule fails. `detail` fills the message and goes no further. */
export interface RuleHit {
  readonly locale?: string;
  readonly section?: 'mainBanner' | 'gpcBanner' | 'preferenceModal' | 'choicesLink';
  /** A path inside the section: `htmlText`, `buttons`, `categories.analytics.cookies`. */
  readonly field?: string;
  readonly category?: string;
  readonly parameter?: string;
  readonly detail?: string;
}

interface RuleHead {
  readonly id: string;
  readonly groups: readonly ComplianceGroupId[];
  /** Level where neither of the next two says otherwise. */
  readonly severity: RuleLevel;
  readonly severityIn?: Readonly<Partial<Record<ComplianceGroupId, RuleLevel>>>;
  /** By purpose of the parameter that was found. */
  readonly severityFor?: Readonly<Record<string, RuleLevel>>;
  /** What is wrong and what to do. `{parameter}`, `{category}`, `{locale}` and `{detail}` are filled in. */
  readonly message: string;
  /** Law or guideline; `structural` when the profile would contradict itself under any. */
  readonly source: string;
  /** Day of the last review, `YYYY-MM-DD`. */
  readonly asOf: string;
}

type Check<Part extends unknown[]> = (facts: ComplianceFacts, ...part: Part) => Iterable<RuleHit>;

/**
 * A rule is data and a pure function over the part of a profile that it judges; without that part it is left
 * out.
 */
export type ComplianceRule = RuleHead &
  (
    | { readonly judges: 'cookies and categories'; readonly check: Check<[]> }
    | { readonly judges: 'settings'; readonly check: Check<[SettingsFacts]> }
    | { readonly judges: 'texts and buttons'; readonly check: Check<[LayoutFacts]> }
  );

export const structural = 'structural';

/** Families of groups that rules are written for. */
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
