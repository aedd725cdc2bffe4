import { thirteenMonths } from '#standards/calendar';
import { complianceGroups, type GpcMode, isBuiltInGroup } from '#standards/compliance/index';
import { textDirection } from '#standards/locale/index';
import { completeTheme, type UiPresentation } from '../templates';
import { safeComplianceConfig } from './compliance-config';
import { mergeBanner, mergeCookies, mergeLink, mergeModal, mergeServices } from './merge-texts';
import type { LocaleContent, ProfileJson } from './profile-schemas';
import type { PublishedProfile } from './published-profile-schema';
import type { TcfSettings } from './tcf-settings';
import { publishWidgetSettings } from './widget-settings';
import { mergeWords } from './word-overrides';

/** Default number of days until a consent expires. */
export const defaultExpiryDays = 365;

/** The file that visitors' browsers load, one for each locale. It never contains origins or the version. */
export type LocaleFile = Readonly<PublishedProfile>;

/** Returns the group of a profile: the built-in one, else the custom one. */
export function getGroup(profileJson: ProfileJson): string | null {
  return profileJson.complianceGroup ?? profileJson.customComplianceGroup ?? null;
}

/** Returns the profile's own `gpcMode`, else its group's default; `ignore` for custom groups. */
export function getGpcMode(profileJson: ProfileJson): GpcMode {
  const group = getGroup(profileJson);
  return profileJson.gpcMode ?? (isBuiltInGroup(group) ? complianceGroups[group].gpcMode : 'ignore');
}

/**
 * Returns how long a choice is valid, unless local law ends it sooner (days). The TCF reminds visitors of their choices after 13
 * months at the latest.
 */
export function getExpiryDays({
  expiryDays = defaultExpiryDays,
  tcf,
}: Pick<ProfileJson, 'expiryDays' | 'tcf'>): number {
  return tcf === undefined ? expiryDays : Math.min(expiryDays, thirteenMonths);
}

export interface LocaleFileInput {
  readonly id: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  /** Must not contain unknown fields: visitors receive it as it is. */
  readonly profileJson: ProfileJson;
  readonly ui: UiPresentation | null;
}

/**
 * Builds the file of one locale. @param content the locale's own texts; omitted for the default locale.
 * Missing texts come from the default locale.
 */
export function buildLocaleFile(
  { id, defaultLocale, locales, profileJson, ui }: LocaleFileInput,
  locale: string,
  content: LocaleContent = {},
): LocaleFile {
  const theme = completeTheme(ui?.theme);
  const gpcBanner =
    profileJson.gpcBanner === undefined ? undefined : mergeBanner(profileJson.gpcBanner, content.gpcBanner);
  const services = mergeServices(profileJson, content.services);
  return {
    id,
    expiryDays: getExpiryDays(profileJson),
    defaultLocale,
    currentLocale: locale,
    dir: textDirection(locale),
    locales: [...locales],
    complianceGroup: getGroup(profileJson),
    gpcMode: getGpcMode(profileJson),
    cookies: mergeCookies(profileJson, content.cookies),
    ...(services && { services }),
    ...(profileJson.granularity && { granularity: profileJson.granularity }),
    mainBanner: mergeBanner(profileJson.mainBanner ?? {}, content.mainBanner),
    preferenceModal: mergeModal(profileJson.preferenceModal ?? {}, content.preferenceModal),
    ...(gpcBanner === undefined ? {} : { gpcBanner }),
    ...(profileJson.choicesLink === undefined
      ? {}
      : { choicesLink: mergeLink(profileJson.choicesLink, content.choicesLink) }),
    enhanceAccessibility: profileJson.enhanceAccessibility ?? false,
    showFooterMetadata: profileJson.showFooterMetadata ?? false,
    darkMode: profileJson.darkMode ?? false,
    hidePoweredBy: profileJson.hidePoweredBy ?? true,
    allowReceipt: profileJson.allowReceipt ?? false,
    complianceConfig: safeComplianceConfig(profileJson.complianceConfig),
    ...(profileJson.tcf === undefined ? {} : { tcf: toShownTcf(profileJson.tcf) }),
    ...publishWidgetSettings(profileJson, content),
    words: mergeWords({ locale, defaultLocale, shared: profileJson.words, own: content.words }),
    ...(theme && { theme }),
    ...(ui === null ? {} : { ui: toLook(ui) }),
  };
}

/** The list of vendors has its own route, so that first visits do not load their ids. */
function toShownTcf({
  vendors: _vendors,
  publisherRestrictions: _restrictions,
  ...shown
}: TcfSettings): NonNullable<LocaleFile['tcf']> {
  return shown;
}

function toLook({ mainBanner, preferenceModal }: UiPresentation): NonNullable<LocaleFile['ui']> {
  const { buttons: _inBanner, ...banner } = mainBanner;
  const { buttons: _inModal, ...modal } = preferenceModal;
  return { mainBanner: banner, preferenceModal: modal };
}
