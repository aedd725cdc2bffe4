import { type ComplianceResult, complianceGroupIds, complianceGroups, type RuleSeverities, validateCompliance } from '../../standards/compliance';
import { defaultExpiryDays, gpcModeOf } from './locale-file';
import type { ProfileTexts } from './profile-content';
import type { ProfileSummaryRow } from './profile-repository';

/** What the rules of a profile's built-in compliance group find; nothing without one: custom groups have no rules. */
export function findComplianceFaults({ defaultLocale, profileJson, localeContent }: ProfileTexts, severities: RuleSeverities): ComplianceResult {
  const { complianceGroup: group, cookies, cookiesOverride, preferenceModal, complianceConfig } = profileJson;
  if (group === undefined) return { errors: [], warnings: [] };
  const { mainBanner, gpcBanner } = profileJson;
  return validateCompliance(
    {
      cookies,
      cookiesOverride,
      categories: preferenceModal?.categories,
      settings: { gpcMode: gpcModeOf(profileJson), expiryDays: profileJson.expiryDays ?? defaultExpiryDays, complianceConfig },
      locales: [
        { locale: defaultLocale, mainBanner, gpcBanner, preferenceModal },
        ...Object.entries(localeContent).map(([locale, content]) => ({ locale, mainBanner: content.mainBanner })),
      ],
    },
    { group, severities },
  );
}

export interface GroupCoverage {
  readonly complianceGroup: string;
  readonly label: string;
  /** The active profile of the group. */
  readonly profile: ProfileSummaryRow | null;
}

/** Every built-in group, strictest first, then the custom groups that a profile names, each with its active profile. */
export function coverageOf(profiles: readonly ProfileSummaryRow[]): GroupCoverage[] {
  const active = new Map(profiles.filter(({ isActive }) => isActive).map((profile) => [profile.complianceGroup, profile]));
  const named = new Set(profiles.map(({ complianceGroup }) => complianceGroup).filter((group) => group !== null));
  const custom = [...named].filter((group) => !Object.hasOwn(complianceGroups, group)).sort();
  return [...complianceGroupIds.map((id) => ({ id, label: complianceGroups[id].label })), ...custom.map((id) => ({ id, label: id }))].map(({ id, label }) => ({
    complianceGroup: id,
    label,
    profile: active.get(id) ?? null,
  }));
}
