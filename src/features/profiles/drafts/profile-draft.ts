import { type FaultDetail, ServiceError, validationFailed } from '../../../kernel/errors';
import { isOriginEntry } from '../../../kernel/origins';
import { customGroupNameFault, isPlaceCode, type RuleOptions } from '../../../standards/compliance';
import { canonicalLocale } from '../../../standards/locale';
import type { UiPresentation } from '../../templates';
import { groupOf } from '../locale-file';
import type { Finding, LocaleContent, ProfileJson, ProfileUpdate } from '../profile-schemas';
import { unknownFieldsOf } from './known-fields';
import { findComplianceFaults } from './profile-compliance';
import {
  findBlankContent,
  findStructureDifferences,
  htmlLengthOf,
  markupCountOf,
  requireFewListed,
  sanitiseTexts,
} from './profile-content';
import { findButtonCounts, withTemplateButtons } from './template-buttons';
import type { TemplateLinks } from './template-links';

/** Everything that a version of a profile consists of, checked and cleaned, ready to be written. */
export interface ProfileDraft {
  readonly defaultLocale: string;
  /** With `locales` computed, the default locale first. */
  readonly profileJson: ProfileJson;
  /** Own texts of every other locale. */
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  readonly group: string | null;
  readonly links: TemplateLinks;
  readonly warnings: readonly Finding[];
}

/** What a version is made from: the version before, when there is one. */
export interface ProfileBase {
  readonly defaultLocale: string;
  readonly profileJson: ProfileJson;
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  readonly ui: UiPresentation | null;
}

/** What is sent of a version; the rest is carried over. */
export interface DraftInput extends Pick<ProfileUpdate, 'defaultLocale' | 'profileJson' | 'localeContent'> {
  /** Locales whose texts are new although they stand in the base: those of an import. */
  readonly importedLocales?: readonly string[];
}

/**
 * Most locales and most characters of HTML that a profile may have: each save writes and sanitises all of
 * them.
 */
const maxLocales = 200;
const maxHtmlLength = 2_000_000;

/**
 * Most signs that begin markup in those texts: sanitising takes its time for each, and other requests wait
 * meanwhile.
 */
const maxMarkup = 50_000;

/** Unknown fields that one answer names at most. */
const maxUnknownTold = 100;

/**
 * Applies an operator's input to what was there.
 * @param links the templates of the resulting version
 * @param rules the moment at which laws are in force, and severities in place of the built-in ones
 * @throws ServiceError `validation_failed` for wrong forms, `default_locale_content_missing`,
 * `profile_invalid` with every blank text and every blocking compliance fault at once
 */
export function draftProfile(
  base: Omit<ProfileBase, 'ui'>,
  input: DraftInput,
  links: TemplateLinks,
  rules: RuleOptions,
): ProfileDraft {
  const defaultLocale =
    input.defaultLocale === undefined ? base.defaultLocale : canonicalLocale(input.defaultLocale);
  const own = new Map<string, LocaleContent | null>();
  const faults: FaultDetail[] = [];
  if (defaultLocale === null)
    faults.push({ path: 'defaultLocale', message: 'must be a BCP 47 language tag such as en or de-AT' });
  for (const [tag, content] of Object.entries(input.localeContent ?? {})) {
    const locale = canonicalLocale(tag);
    if (locale === null)
      faults.push({
        path: `localeContent.${tag.slice(0, 40)}`,
        message: 'must be a BCP 47 language tag such as en or de-AT',
      });
    else if (locale === defaultLocale)
      faults.push({
        path: `localeContent.${tag}`,
        message: 'is the default locale: its content belongs into profileJson',
      });
    else if (own.has(locale))
      faults.push({ path: `localeContent.${tag}`, message: `stands here twice, as ${locale}` });
    else own.set(locale, content);
  }
  const {
    isActive: _state,
    consentTemplateId: _consent,
    uiTemplateId: _ui,
    ...content
  } = input.profileJson ?? base.profileJson;
  const { consentTemplateId, uiTemplateId, ui } = links;
  const given = withTemplateButtons(
    { ...content, ...(consentTemplateId && { consentTemplateId }), ...(uiTemplateId && { uiTemplateId }) },
    ui,
  );
  faults.push(...fieldFaults(given), ...links.faults);
  if (defaultLocale === null || faults.length > 0) throw validationFailed(...faults);

  const defaultChanged = defaultLocale !== base.defaultLocale;
  if (defaultChanged && input.profileJson === undefined)
    throw new ServiceError('default_locale_content_missing');

  const kept = new Map<string, LocaleContent>(Object.entries(base.localeContent));
  if (defaultChanged) kept.set(base.defaultLocale, textsOf(base.profileJson));
  kept.delete(defaultLocale);
  for (const [locale, content] of own) {
    if (content === null) kept.delete(locale);
    else kept.set(locale, content);
  }

  if (kept.size >= maxLocales)
    throw validationFailed({ path: 'localeContent', message: `a profile has at most ${maxLocales} locales` });
  const sent = new Set([
    ...own.keys(),
    ...(input.importedLocales ?? []),
    ...(input.profileJson === undefined ? [] : [defaultLocale]),
  ]);
  const whole = { defaultLocale, profileJson: given, localeContent: Object.fromEntries(kept) };
  if (htmlLengthOf(whole) > maxHtmlLength)
    throw validationFailed({
      path: '',
      message: `the texts together must not have more than ${maxHtmlLength} characters of HTML`,
    });
  if (markupCountOf(whole) > maxMarkup)
    throw validationFailed({
      path: '',
      message: `the texts together must not have more than ${maxMarkup} signs "<" and "&"`,
    });
  requireFewListed(given.preferenceModal?.categories, 'profileJson.preferenceModal.categories');
  for (const [locale, { preferenceModal }] of kept)
    requireFewListed(preferenceModal?.categories, `localeContent.${locale}.preferenceModal.categories`);
  const { texts, warnings } = sanitiseTexts(whole);
  const compliance = findComplianceFaults(texts, ui, rules);
  const blank = findBlankContent(texts);
  // Texts that were carried over and now lack something show the default locale's in its place.
  const blocks = ({ locale = defaultLocale }: Finding) => locale === defaultLocale || sent.has(locale);
  const errors = [...blank.filter(blocks), ...findButtonCounts(texts, ui), ...compliance.errors];
  const allWarnings = [
    ...warnings,
    ...blank
      .filter((finding) => !blocks(finding))
      .map((finding) => ({
        ...finding,
        rule: 'content/untranslated',
        message: `${finding.field} is missing in this locale; the default locale's is shown`,
      })),
    ...(input.localeContent === undefined ? [] : findStructureDifferences(texts)),
    ...fieldWarnings(given),
    ...(input.profileJson?.isActive === true && groupOf(given) === null
      ? [
          {
            rule: 'profile/no-group',
            message: 'isActive has no effect without a compliance group; choose one and activate the profile',
          },
        ]
      : []),
    ...links.warnings,
    ...compliance.warnings,
  ];
  if (errors.length > 0) throw profileInvalid(errors, allWarnings);

  const profileJson: ProfileJson = {
    ...texts.profileJson,
    locales: [defaultLocale, ...[...kept.keys()].sort()],
  };
  return {
    defaultLocale,
    profileJson,
    localeContent: texts.localeContent,
    group: groupOf(profileJson),
    links,
    warnings: allWarnings,
  };
}

/** 422 with what blocks the save; the message tells the first fault and how many more there are. */
function profileInvalid(errors: readonly Finding[], warnings: readonly Finding[]): ServiceError {
  const [first] = errors;
  const where = [first?.locale && `locale ${first.locale}`, first?.section].filter(Boolean).join(', ');
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ServiceError('profile_invalid', {
    message: `The profile cannot be saved: ${where ? `${where}: ` : ''}${first?.message}${more}.`,
    body: { errors, warnings },
  });
}

/** The texts of a default locale, as they stand for an ordinary one. */
function textsOf({ mainBanner, gpcBanner, preferenceModal, choicesLink }: ProfileJson): LocaleContent {
  return {
    ...(mainBanner && { mainBanner }),
    ...(gpcBanner && { gpcBanner }),
    ...(preferenceModal && { preferenceModal }),
    ...(choicesLink && { choicesLink: { text: choicesLink.text } }),
  };
}

function fieldFaults(profileJson: ProfileJson): FaultDetail[] {
  const faults: FaultDetail[] = [];
  const customName = profileJson.customComplianceGroup;
  const nameFault = customName === undefined ? null : customGroupNameFault(customName);
  if (nameFault !== null) faults.push({ path: 'profileJson.customComplianceGroup', message: nameFault });
  for (const [index, entry] of (profileJson.allowedOrigins ?? []).entries()) {
    if (!isOriginEntry(entry))
      faults.push({
        path: `profileJson.allowedOrigins[${index}]`,
        message: 'must be an origin such as https://shop.example or https://*.shop.example',
      });
  }
  for (const [index, code] of (profileJson.countries ?? []).entries()) {
    if (!isPlaceCode(code))
      faults.push({
        path: `profileJson.countries[${index}]`,
        message: 'must be an ISO 3166 code such as FR, US-CA or CA-QC',
      });
  }
  return faults;
}

function fieldWarnings(profileJson: ProfileJson): Finding[] {
  const unknown = unknownFieldsOf(profileJson);
  const untold = unknown.length - maxUnknownTold;
  return [
    ...unknown.slice(0, maxUnknownTold).map((path) => ({
      rule: 'profile/unknown-field',
      message: `profileJson.${path} is not a known field; it was kept and does nothing`,
    })),
    ...(untold > 0
      ? [{ rule: 'profile/unknown-field', message: `${untold} more fields of profileJson are not known` }]
      : []),
    ...(profileJson.complianceGroup !== undefined && profileJson.customComplianceGroup !== undefined
      ? [
          {
            rule: 'profile/two-groups',
            message: 'Both complianceGroup and customComplianceGroup are given; the built-in group counts',
          },
        ]
      : []),
  ];
}
