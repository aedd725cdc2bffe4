import { cookieCatalogue, findCookie, isEnglish } from '#content/cookie-catalogue/index';
import {
  type ComplianceResult,
  complianceGroupIds,
  complianceGroups,
  type RuleOptions,
  validateCompliance,
} from '#standards/compliance/index';
import type { UiPresentation } from '../../templates';
import { defaultExpiryDays, getGpcMode } from '../locale-file';
import type { ProfileSummaryRow } from '../profile-repository';
import type { LocaleContent } from '../profile-schemas';
import type { ProfileTexts } from './profile-content';

/** Checks a profile against the rules of its built-in compliance group. Custom groups have no rules. */
export function findComplianceFaults(
  { defaultLocale, profileJson, localeContent }: ProfileTexts,
  ui: UiPresentation | null,
  options: RuleOptions,
): ComplianceResult {
  const {
    complianceGroup: group,
    cookies,
    cookiesOverride,
    countries,
    mainBanner,
    gpcBanner,
    preferenceModal,
    choicesLink,
    privacyUrl,
    ageGate,
    tcf,
  } = profileJson;
  if (group === undefined) return { errors: [], warnings: [] };
  const { complianceConfig, forChildren, expiryDays = defaultExpiryDays } = profileJson;
  return validateCompliance(
    {
      cookies,
      cookiesOverride,
      categories: preferenceModal?.categories,
      countries,
      knownMarketing: findKnownMarketing(profileJson),
      settings: { gpcMode: getGpcMode(profileJson), expiryDays, complianceConfig, forChildren, ageGate, tcf },
      locales: [
        { locale: defaultLocale, mainBanner, gpcBanner, preferenceModal, choicesLink, privacyUrl, cookies },
        ...Object.entries(localeContent).map(([locale, content]) => ({ locale, ...content })),
      ].map((texts) => ({ ...texts, english: findEnglishDescriptions(texts) })),
      ui,
    },
    { group, ...options },
  );
}

let known: ReadonlySet<string> | undefined;
/** Returns the catalogue's own descriptions. A start does not load the catalogue. */
const catalogueDescriptions = () =>
  (known ??= new Set(cookieCatalogue.map(({ description }) => description)));

/** Parameters whose description is the catalogue's own English sentence, in a language that is not English. */
function findEnglishDescriptions({
  locale,
  cookies = {},
}: { locale: string } & Pick<LocaleContent, 'cookies'>) {
  if (isEnglish(locale)) return [];
  return Object.entries(cookies)
    .filter(([, { description }]) => description !== undefined && catalogueDescriptions().has(description))
    .map(([id]) => id);
}

/** Parameters of mandatory categories that the cookie catalogue lists for advertising. */
function findKnownMarketing({ cookies = {}, preferenceModal }: ProfileTexts['profileJson']): string[] {
  const mandatory = Object.values(preferenceModal?.categories ?? {}).filter(
    ({ legalBasis }) => legalBasis === 'mandatory',
  );
  return mandatory
    .flatMap((category) => category.cookies ?? [])
    .filter((id) => {
      const name = Object.hasOwn(cookies, id) ? (cookies[id]?.name ?? id) : id;
      return findCookie(name)?.purpose === 'marketing';
    });
}

export interface GroupCoverage {
  readonly complianceGroup: string;
  readonly label: string;
  /** The active profile of the group. */
  readonly profile: ProfileSummaryRow | null;
}

/**
 * Lists every built-in group, strictest first, then the custom groups that profiles use, each with its active
 * profile.
 */
export function toCoverage(profiles: readonly ProfileSummaryRow[]): GroupCoverage[] {
  const active = new Map(
    profiles.filter(({ isActive }) => isActive).map((profile) => [profile.complianceGroup, profile]),
  );
  const named = new Set(
    profiles.map(({ complianceGroup }) => complianceGroup).filter((group) => group !== null),
  );
  const custom = [...named].filter((group) => !Object.hasOwn(complianceGroups, group)).sort();
  return [
    ...complianceGroupIds.map((id) => ({ id, label: complianceGroups[id].label })),
    ...custom.map((id) => ({ id, label: id })),
  ].map(({ id, label }) => ({
    complianceGroup: id,
    label,
    profile: active.get(id) ?? null,
  }));
}
