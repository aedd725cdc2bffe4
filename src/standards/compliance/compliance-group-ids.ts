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

/**
 * Returns whether a group is stricter than another. Custom groups have no rank: moving to or from one is a move to other
 * rules.
 */
export function isStricterGroup(group: string | null, than: string | null): boolean {
  if (!isBuiltInGroup(group) || !isBuiltInGroup(than)) return group !== than;
  return complianceGroupIds.indexOf(group) < complianceGroupIds.indexOf(than);
}
