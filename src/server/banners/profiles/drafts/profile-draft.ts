import { ServiceError } from '#platform/kernel/errors';
import type { RuleOptions } from '#standards/compliance/index';
import { getGroup } from '../locale-file';
import type { Finding, LocaleContent, ProfileJson } from '../profile-schemas';
import { findForeignTexts, findUnknownPositions, findWordFaults } from './locale-findings';
import { type DraftInput, type MergedDraft, mergeDraft, type ProfileBase, withLinks } from './merge-draft';
import { findOwnCookieLifetimes, type OwnCookies } from './own-cookie-lifetimes';
import { findComplianceFaults } from './profile-compliance';
import {
  findBlankContent,
  findStructureDifferences,
  type ProfileTexts,
  sanitiseTexts,
} from './profile-content';
import { findTcfWarnings, type TcfContext } from './tcf-findings';
import { findButtonCounts } from './template-buttons';
import type { TemplateLinks } from './template-links';
import { findUnnamedController } from './unnamed-controller';

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

/** The rules that a draft is checked against. */
export interface DraftRules extends RuleOptions {
  readonly tcf: TcfContext;
  readonly isOwnCookie: OwnCookies;
}

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
 * @param rules the time at which laws are in force, severities that replace the built-in ones, the vendor list, and
 * which cookies are the service's own
 * @throws ServiceError as `mergeDraft`
 */
export function reviewDraft(
  base: Omit<ProfileBase, 'ui'>,
  input: DraftInput,
  links: TemplateLinks,
  rules: DraftRules,
): ReviewedDraft {
  return reviewMerged(mergeDraft(base, input, links), input, links, rules);
}

/**
 * Drafts content that visitors are served already, exactly as it is stored. What a save would refuse is a warning.
 * @param links the templates of the version that still exist
 */
export function draftAsStored(
  { defaultLocale, profileJson, localeContent }: ProfileTexts,
  links: TemplateLinks,
  rules: DraftRules,
): ProfileDraft {
  const stored = { defaultLocale, profileJson: withLinks(profileJson, links), localeContent };
  const { draft, errors } = reviewMerged({ ...stored, sent: new Set(), unknown: [] }, {}, links, rules);
  return { ...draft, ...stored, warnings: [...errors, ...draft.warnings] };
}

function reviewMerged(
  merged: MergedDraft,
  input: DraftInput,
  links: TemplateLinks,
  rules: DraftRules,
): ReviewedDraft {
  const { texts, warnings: sanitised } = sanitiseTexts(merged);
  const { defaultLocale, localeContent } = texts;
  const compliance = findComplianceFaults(texts, links.ui, rules);
  const positions = findUnknownPositions(texts, links.ui, rules.severities);
  const blank = findBlanks(texts, merged.sent);
  const warnings = [
    ...sanitised,
    ...blank.warnings,
    ...(input.localeContent === undefined
      ? []
      : [...findStructureDifferences(texts), ...findForeignTexts(texts)]),
    ...findWordFaults(texts),
    ...positions.warnings,
    ...fieldWarnings(merged.profileJson, merged.unknown),
    ...findTcfWarnings(merged.profileJson, rules.tcf),
    ...findUnnamedController(texts),
    ...findOwnCookieLifetimes(merged.profileJson, rules.isOwnCookie),
    ...stateWarnings(input, merged.profileJson),
    ...links.warnings,
    ...compliance.warnings,
  ];
  const profileJson: ProfileJson = {
    ...texts.profileJson,
    locales: [defaultLocale, ...Object.keys(localeContent).sort()],
  };
  return {
    draft: { defaultLocale, profileJson, localeContent, group: getGroup(profileJson), links, warnings },
    errors: [
      ...blank.errors,
      ...findButtonCounts(texts, links.ui),
      ...positions.errors,
      ...compliance.errors,
    ],
  };
}

/**
 * Lists missing texts. They block a save in the default locale and in locales that were sent; others were carried over,
 * and show the default locale's.
 */
function findBlanks(texts: ProfileTexts, sent: ReadonlySet<string>) {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  for (const finding of findBlankContent(texts)) {
    const { locale = texts.defaultLocale, field } = finding;
    if (locale === texts.defaultLocale || sent.has(locale)) errors.push(finding);
    else
      warnings.push({
        ...finding,
        rule: 'content/untranslated',
        message: `${field} is missing in this locale; the default locale's is shown`,
      });
  }
  return { errors, warnings };
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

function stateWarnings(input: DraftInput, profileJson: ProfileJson): Finding[] {
  if (input.profileJson?.isActive !== true || getGroup(profileJson) !== null) return [];
  const message = 'isActive has no effect without a compliance group; choose one and activate the profile';
  return [{ rule: 'profile/no-group', message }];
}
