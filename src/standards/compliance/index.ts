export {
  type ComplianceGroupId,
  complianceGroupIds,
  isBuiltInGroup,
  isStricterGroup,
} from './compliance-group-ids';
export {
  complianceGroups,
  complianceGroupsAt,
  type GpcMode,
  gpcModes,
} from './compliance-groups';
export { customGroupNameFault } from './custom-group-name';
export { foldName, leavesSite, listPartners } from './partners';
export { type Purpose, purposes } from './purposes';
export type { ComplianceInput } from './rules/compliance-facts';
export type { ComplianceRule } from './rules/compliance-rule';
export { complianceRules } from './rules/compliance-rules';
export { getLookSeverity, type LookRule, lookRules } from './rules/look-rules';
export { isPlaceCode } from './rules/served-places';
export {
  type ComplianceResult,
  type RuleOptions,
  type RuleSeverities,
  validateCompliance,
} from './rules/validate-compliance';
export { findException } from './uk-exceptions';
