import type { ComplianceGroupId } from './compliance/compliance-group-ids';

/**
 * Returns what a decision says of a category, undefined when it does not name it. Names such as `constructor`
 * are not found in the prototype.
 */
export function readState<State>(
  decision: Readonly<Record<string, State>>,
  category: string,
): State | undefined {
  return Object.hasOwn(decision, category) ? decision[category] : undefined;
}

/** Groups whose law requires at most a notice, and no choice. */
const noticeGroups: ReadonlySet<string | null> = new Set<ComplianceGroupId>(['notice-only', 'unregulated']);

/**
 * Returns whether a decision only confirms that a notice was read: its group asks for no choice, and the
 * decision makes none. It is neither a grant nor a refusal.
 */
export function isAcknowledgement(group: string | null, choices: Readonly<Record<string, unknown>>): boolean {
  return noticeGroups.has(group) && Object.keys(choices).length === 0;
}

/** Groups that allow something optional before the visitor chooses. */
const groupsThatDoNotAsk: ReadonlySet<string | null> = new Set<ComplianceGroupId>([
  'opt-out-strict',
  'opt-out',
  'notice-opt-out',
  'notice-only',
  'unregulated',
]);

// Why: docs/adr/0045-silence-in-custom-groups.md

/**
 * Returns whether a group allows nothing optional until the visitor agrees. The law behind a custom group is
 * unknown, so it asks first; so does a profile without a group.
 */
export function asksFirst(group: string | null): boolean {
  return !groupsThatDoNotAsk.has(group);
}

/**
 * Returns whether a decision allows a category. A decision that does not name it allows it only in groups
 * that do not ask first: silence is not consent (GDPR recital 32), but an opt-out must be exercised (CPRA,
 * Cal. Civ. Code § 1798.120).
 */
export function allowsCategory(
  group: string | null,
  decision: Readonly<Record<string, string>>,
  category: string,
): boolean {
  const state = readState(decision, category);
  return state === undefined ? !asksFirst(group) : state === 'granted';
}
