import { type FaultDetail, ServiceError, validationFailed } from '#platform/kernel/errors';
import { knownPart } from '#platform/kernel/known-part';
import { isOriginEntry } from '#platform/kernel/origins';
import { customGroupNameFault, isPlaceCode } from '#standards/compliance/index';
import { canonicalLocale } from '#standards/locale/index';
import { findServiceFaults, ParameterTextMap, ServiceTextMap, type UiPresentation } from '../../templates';
import type { LocaleContent, ProfileJson, ProfileUpdate } from '../profile-schemas';
import { AgeGateTexts } from '../widget-settings';
import { listUnknownFields, maxUnknownValues } from './known-fields';
import { type ProfileTexts, requireFewListed, requireLittleHtml } from './profile-content';
import { findTcfFaults } from './tcf-findings';
import { withTemplateButtons } from './template-buttons';
import type { TemplateLinks } from './template-links';

/** Applies what an operator sends to the version before, and refuses what no version can contain. */

/** Content that a version starts from: the previous version, if any. */
export interface ProfileBase {
  readonly defaultLocale: string;
  readonly profileJson: ProfileJson;
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  readonly ui: UiPresentation | null;
}

/** The parts of a version that the caller sends; the rest is carried over. */
export interface DraftInput extends Pick<ProfileUpdate, 'defaultLocale' | 'profileJson' | 'localeContent'> {
  /** Locales whose texts are new although the base already contains them, as in an import. */
  readonly importedLocales?: readonly string[];
  /** Locales of `localeContent` whose texts are new. Default: all. */
  readonly changedLocales?: readonly string[];
}

/** The content of the next version, not yet sanitised. */
export interface MergedDraft extends ProfileTexts {
  /** Locales whose texts are new. */
  readonly sent: ReadonlySet<string>;
  /** Paths of fields that the schema does not name. */
  readonly unknown: readonly string[];
}

/** Maximum number of locales: each save writes and sanitises all of them. */
const maxLocales = 200;

const notATag = 'must be a BCP 47 language tag such as en or de-AT';

/** @throws ServiceError `validation_failed` for wrong forms, `default_locale_content_missing` */
export function mergeDraft(
  base: Omit<ProfileBase, 'ui'>,
  input: DraftInput,
  links: TemplateLinks,
): MergedDraft {
  const defaultLocale =
    input.defaultLocale === undefined ? base.defaultLocale : canonicalLocale(input.defaultLocale);
  const own = readLocales(input.localeContent, defaultLocale);
  const profileJson = withLinks(input.profileJson ?? base.profileJson, links);
  const unknown = listUnknownFields(profileJson);
  const faults = [
    ...(defaultLocale === null ? [{ path: 'defaultLocale', message: notATag }] : []),
    ...own.faults,
    ...findFieldFaults(profileJson),
    ...findServiceFaults(
      {
        cookies: profileJson.cookies ?? {},
        categories: profileJson.preferenceModal?.categories ?? {},
        services: profileJson.services ?? {},
      },
      'profileJson.',
    ),
    ...links.faults,
    ...(unknown === null
      ? [
          {
            path: 'profileJson',
            message: `must not have more than ${maxUnknownValues} values in fields that are not known`,
          },
        ]
      : []),
    ...(profileJson.tcf === undefined ? [] : findTcfFaults(profileJson.tcf)),
  ];
  if (defaultLocale === null || unknown === null || faults.length > 0) throw validationFailed(...faults);
  if (defaultLocale !== base.defaultLocale && input.profileJson === undefined)
    throw new ServiceError('default_locale_content_missing');

  const localeContent = mergeLocales(base, defaultLocale, own.contents);
  const texts = { defaultLocale, profileJson, localeContent };
  requireRoom(texts);
  const changed = input.changedLocales && new Set(input.changedLocales.map(canonicalLocale));
  const sent = new Set([
    ...[...own.contents.keys()].filter((locale) => changed?.has(locale) ?? true),
    ...(input.importedLocales ?? []),
    ...(input.profileJson === undefined ? [] : [defaultLocale]),
  ]);
  return { ...texts, sent, unknown };
}

/** Reads the locales that were sent, by their canonical tags; null removes a locale. */
function readLocales(sent: DraftInput['localeContent'], defaultLocale: string | null) {
  const contents = new Map<string, LocaleContent | null>();
  const faults: FaultDetail[] = [];
  for (const [tag, content] of Object.entries(sent ?? {})) {
    const locale = canonicalLocale(tag);
    const path = `localeContent.${tag}`;
    if (locale === null) faults.push({ path: `localeContent.${tag.slice(0, 40)}`, message: notATag });
    else if (locale === defaultLocale)
      faults.push({ path, message: 'is the default locale; put its content in profileJson' });
    else if (contents.has(locale)) faults.push({ path, message: `is listed twice (as ${locale})` });
    else contents.set(locale, content);
  }
  return { contents, faults };
}

/** Returns the shared content with its templates, and with what its buttons take from the UI template. */
export function withLinks(
  { isActive: _state, consentTemplateId: _consent, uiTemplateId: _ui, ...content }: ProfileJson,
  { consentTemplateId, uiTemplateId, ui }: TemplateLinks,
): ProfileJson {
  return withTemplateButtons(
    { ...content, ...(consentTemplateId && { consentTemplateId }), ...(uiTemplateId && { uiTemplateId }) },
    ui,
  );
}

/** Returns the texts of every other locale; those of a default locale before are carried over too. */
function mergeLocales(
  base: Omit<ProfileBase, 'ui'>,
  defaultLocale: string,
  own: ReadonlyMap<string, LocaleContent | null>,
): ProfileTexts['localeContent'] {
  const contents = new Map<string, LocaleContent>(Object.entries(base.localeContent));
  if (defaultLocale !== base.defaultLocale)
    contents.set(base.defaultLocale, toLocaleContent(base.profileJson));
  contents.delete(defaultLocale);
  for (const [locale, content] of own) {
    if (content === null) contents.delete(locale);
    else contents.set(locale, content);
  }
  return Object.fromEntries(contents);
}

/** @throws ServiceError `validation_failed` for more locales, HTML or listed parameters than a save can check */
function requireRoom(texts: ProfileTexts): void {
  const locales = Object.entries(texts.localeContent);
  if (locales.length >= maxLocales)
    throw validationFailed({
      path: 'localeContent',
      message: `a profile can have at most ${maxLocales} locales`,
    });
  requireLittleHtml(texts);
  requireFewListed(texts.profileJson.preferenceModal?.categories, 'profileJson.preferenceModal.categories');
  for (const [locale, { preferenceModal }] of locales)
    requireFewListed(preferenceModal?.categories, `localeContent.${locale}.preferenceModal.categories`);
}

/** Returns the texts of a default locale in the form of any other locale. */
function toLocaleContent({
  mainBanner,
  gpcBanner,
  preferenceModal,
  choicesLink,
  words,
  cookies = {},
  services,
  ageGate,
  privacyUrl,
}: ProfileJson): LocaleContent {
  return {
    ...(mainBanner && { mainBanner }),
    ...(gpcBanner && { gpcBanner }),
    ...(preferenceModal && { preferenceModal }),
    ...(choicesLink && { choicesLink: { text: choicesLink.text } }),
    ...(words && { words }),
    cookies: knownPart(ParameterTextMap, cookies),
    ...(services && { services: knownPart(ServiceTextMap, services) }),
    ...(ageGate && { ageGate: knownPart(AgeGateTexts, ageGate) }),
    ...(privacyUrl !== undefined && { privacyUrl }),
  };
}

function findFieldFaults(profileJson: ProfileJson): FaultDetail[] {
  const faults: FaultDetail[] = [];
  const customName = profileJson.customComplianceGroup;
  const nameFault = customName === undefined ? null : customGroupNameFault(customName);
  if (nameFault !== null)
    faults.push({ path: 'profileJson.customComplianceGroup', message: nameFault, rule: 'group_name' });
  for (const [index, entry] of (profileJson.allowedOrigins ?? []).entries()) {
    if (!isOriginEntry(entry))
      faults.push({
        path: `profileJson.allowedOrigins[${index}]`,
        message: 'must be an origin such as https://shop.example or https://*.shop.example',
        rule: 'origin',
      });
  }
  for (const [index, code] of (profileJson.countries ?? []).entries()) {
    if (!isPlaceCode(code))
      faults.push({
        path: `profileJson.countries[${index}]`,
        message: 'must be an ISO 3166 code such as FR, US-CA or CA-QC',
        rule: 'country_or_region',
      });
  }
  return faults;
}
