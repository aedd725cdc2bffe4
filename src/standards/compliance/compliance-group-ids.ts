/** The built-in compliance groups, strictest first. */
export const complianceGroupIds = [
  'opt-in-explicit',
  'opt-in',
  'opt-in-exempt',
  'opt-out-strict',
  'opt-out',
  'notice-opt-out',
  'notice-only',
  'unregulated',
] as const;

export type ComplianceGroupId = (typeof complianceGroupIds)[number];

const known: ReadonlySet<unknown> = new Set(complianceGroupIds);

export function isBuiltInGroup(value: unknown): value is ComplianceGroupId {
  return known.has(value);
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
