import { readState } from '../consent-state';
import { isBuiltInGroup } from './compliance-group-ids';

// Why: docs/adr/0045-silence-in-custom-groups.md

/**
 * Returns whether a group allows nothing optional until the visitor agrees. The law behind a custom group is
 * unknown, so it asks first; so does a profile without a group.
 */
export function asksFirst(group: string | null): boolean {
  return !isBuiltInGroup(group) || group.startsWith('opt-in');
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
