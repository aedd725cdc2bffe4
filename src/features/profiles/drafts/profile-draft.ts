import { type FaultDetail, ServiceError, validationFailed } from '../../../kernel/errors';
import { knownPart } from '../../../kernel/known-part';
import { isOriginEntry } from '../../../kernel/origins';
import { customGroupNameFault, isPlaceCode, type RuleOptions } from '../../../standards/compliance';
import { canonicalLocale } from '../../../standards/locale';
import { ParameterTextMap, type UiPresentation } from '../../templates';
import { getGroup } from '../locale-file';
import type { Finding, LocaleContent, ProfileJson, ProfileUpdate } from '../profile-schemas';
import { AgeGateTexts } from '../widget-settings';
import { listUnknownFields, maxUnknownValues } from './known-fields';
import { findForeignTexts, findUnknownPositions, findWordFaults } from './locale-findings';
import { findComplianceFaults } from './profile-compliance';
import {
  countMarkup,
  findBlankContent,
  findStructureDifferences,
  getHtmlLength,
  requireFewListed,
  sanitiseTexts,
} from './profile-content';
import { findTcfFaults, findTcfWarnings, type TcfContext } from './tcf-findings';
import { findButtonCounts, withTemplateButtons } from './template-buttons';
import type { TemplateLinks } from './template-links';

/** Content of a version of a profile, checked and sanitised, ready to be written. */
export interface ProfileDraft {
  readonly defaultLocale: string;
  /** Content with `locales` computed, the default locale first. */
  readonly profileJson: ProfileJson;
  /** Texts of every other locale. */
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  readonly group: string | null;
  readonly links: TemplateLinks;
  readonly warnings: readonly Finding[];
}

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
}

/** What a draft is checked against. */
export interface DraftRules extends RuleOptions {
  readonly tcf: TcfContext;
}

/** Limits on locales and on characters of HTML in a profile: each save writes and sanitises all of them. */
const maxLocales = 200;
const maxHtmlLength = 500_000;

/**
 * Limit on `<` and `&` characters in those texts: sanitising costs time for each, and other requests wait for
 * it.
 */
const maxMarkup = 25_000;

/** Maximum number of unknown fields that one reply names. */
const maxUnknownFields = 100;

/** A draft, and what blocks saving it. */
export interface ReviewedDraft {
  readonly draft: ProfileDraft;
  readonly errors: readonly Finding[];
}

/**
 * Applies an operator's input to a base, as `reviewDraft`.
 * @throws ServiceError also `profile_invalid` with every blank text and every blocking compliance fault at once
 */
export function draftProfile(...sent: Parameters<typeof reviewDraft>): ProfileDraft {
  const { draft, errors } = reviewDraft(...sent);
  if (errors.length > 0) throw profileInvalid(errors, draft.warnings);
  return draft;
}

/**
 * Applies an operator's input to a base, and lists what would block saving it.
 * @param links the templates of the resulting version
 * @param rules the time at which laws are in force, severities that replace the built-in ones, and the vendor
 * list
 * @throws ServiceError `validation_failed` for wrong forms, `default_locale_content_missing`
 */
export function reviewDraft(
  base: Omit<ProfileBase, 'ui'>,
  input: DraftInput,
  links: TemplateLinks,
  rules: DraftRules,
): ReviewedDraft {
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
        message: 'is the default locale; put its content in profileJson',
      });
    else if (own.has(locale))
      faults.push({ path: `localeContent.${tag}`, message: `is listed twice (as ${locale})` });
    else own.set(locale, content);
  }
  const {
    isActive: _state,
    consentTemplateId: _consent,
    uiTemplateId: _ui,
    ...content
  } = input.profileJson ?? base.profileJson;
  const { consentTemplateId, uiTemplateId, ui } = links;
  const filled = withTemplateButtons(
    { ...content, ...(consentTemplateId && { consentTemplateId }), ...(uiTemplateId && { uiTemplateId }) },
    ui,
  );
  faults.push(...fieldFaults(filled), ...links.faults);
  const unknown = listUnknownFields(filled);
  if (unknown === null)
    faults.push({
      path: 'profileJson',
      message: `must not have more than ${maxUnknownValues} values in fields that are not known`,
    });
  if (filled.tcf !== undefined) faults.push(...findTcfFaults(filled.tcf));
  if (defaultLocale === null || faults.length > 0) throw validationFailed(...faults);

  const defaultChanged = defaultLocale !== base.defaultLocale;
  if (defaultChanged && input.profileJson === undefined)
    throw new ServiceError('default_locale_content_missing');

  const contents = new Map<string, LocaleContent>(Object.entries(base.localeContent));
  if (defaultChanged) contents.set(base.defaultLocale, toLocaleContent(base.profileJson));
  contents.delete(defaultLocale);
  for (const [locale, content] of own) {
    if (content === null) contents.delete(locale);
    else contents.set(locale, content);
  }

  if (contents.size >= maxLocales)
    throw validationFailed({
      path: 'localeContent',
      message: `a profile can have at most ${maxLocales} locales`,
    });
  const sent = new Set([
    ...own.keys(),
    ...(input.importedLocales ?? []),
    ...(input.profileJson === undefined ? [] : [defaultLocale]),
  ]);
  const whole = { defaultLocale, profileJson: filled, localeContent: Object.fromEntries(contents) };
  if (getHtmlLength(whole) > maxHtmlLength)
    throw validationFailed({
      path: '',
      message: `the texts must not have more than ${maxHtmlLength} characters of HTML in total`,
    });
  if (countMarkup(whole) > maxMarkup)
    throw validationFailed({
      path: '',
      message: `the texts must not have more than ${maxMarkup} "<" and "&" characters in total`,
    });
  requireFewListed(filled.preferenceModal?.categories, 'profileJson.preferenceModal.categories');
  for (const [locale, { preferenceModal }] of contents)
    requireFewListed(preferenceModal?.categories, `localeContent.${locale}.preferenceModal.categories`);
  const { texts, warnings } = sanitiseTexts(whole);
  const compliance = findComplianceFaults(texts, ui, rules);
  const blank = findBlankContent(texts);
  // Texts that are missing from a carried-over locale are shown from the default locale instead.
  const blocks = ({ locale = defaultLocale }: Finding) => locale === defaultLocale || sent.has(locale);
  const positions = findUnknownPositions(texts, ui, rules.severities);
  const errors = [
    ...blank.filter(blocks),
    ...findButtonCounts(texts, ui),
    ...positions.errors,
    ...compliance.errors,
  ];
  const allWarnings = [
    ...warnings,
    ...blank
      .filter((finding) => !blocks(finding))
      .map((finding) => ({
        ...finding,
        rule: 'content/untranslated',
        message: `${finding.field} is missing in this locale; the default locale's is shown`,
      })),
    ...(input.localeContent === undefined
      ? []
      : [...findStructureDifferences(texts), ...findForeignTexts(texts)]),
    ...findWordFaults(texts),
    ...positions.warnings,
    ...fieldWarnings(filled, unknown ?? []),
    ...findTcfWarnings(filled, rules.tcf),
    ...(input.profileJson?.isActive === true && getGroup(filled) === null
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
  const profileJson: ProfileJson = {
    ...texts.profileJson,
    locales: [defaultLocale, ...[...contents.keys()].sort()],
  };
  const draft = {
    defaultLocale,
    profileJson,
    localeContent: texts.localeContent,
    group: getGroup(profileJson),
    links,
    warnings: allWarnings,
  };
  return { draft, errors };
}

/**
 * Creates a 422 error with every error that blocks the save; the message states the first one and counts the
 * others.
 */
function profileInvalid(errors: readonly Finding[], warnings: readonly Finding[]): ServiceError {
  const [first] = errors;
  const where = [first?.locale && `locale ${first.locale}`, first?.section].filter(Boolean).join(', ');
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ServiceError('profile_invalid', {
    message: `The profile cannot be saved: ${where ? `${where}: ` : ''}${first?.message}${more}.`,
    body: { errors, warnings },
  });
}

/** Returns the texts of a default locale in the form of any other locale. */
function toLocaleContent({
  mainBanner,
  gpcBanner,
  preferenceModal,
  choicesLink,
  words,
  cookies = {},
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
    ...(ageGate && { ageGate: knownPart(AgeGateTexts, ageGate) }),
    ...(privacyUrl !== undefined && { privacyUrl }),
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

function fieldWarnings(profileJson: ProfileJson, unknown: readonly string[]): Finding[] {
  const remaining = unknown.length - maxUnknownFields;
  return [
    ...unknown.slice(0, maxUnknownFields).map((path) => ({
      rule: 'profile/unknown-field',
      message: `profileJson.${path} is not a known field; it is stored but has no effect`,
    })),
    ...(remaining > 0
      ? [{ rule: 'profile/unknown-field', message: `profileJson has ${remaining} more unknown fields` }]
      : []),
    ...(profileJson.complianceGroup !== undefined && profileJson.customComplianceGroup !== undefined
      ? [
          {
            rule: 'profile/two-groups',
            message: 'Both complianceGroup and customComplianceGroup are set; the built-in group applies',
          },
        ]
      : []),
  ];
}
