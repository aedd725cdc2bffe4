export { type ComplianceGroupId, complianceGroupIds, isBuiltInGroup } from './compliance-group-ids';
export { type ComplianceGroup, type ComplianceGroupWithPlaces, complianceGroups, complianceGroupsAt, type GpcMode, gpcModes } from './compliance-groups';
export { customGroupNameFault, isCustomGroupName } from './custom-group-name';
