import { type FaultDetail, ServiceError, validationFailed } from '#platform/kernel/errors';
import { canonicalJson } from '#platform/kernel/json';
import type { TemplateLookup } from '../../templates';
import { type DraftRules, type ProfileDraft, reviewDraft } from '../drafts/profile-draft';
import { linkTemplates } from '../drafts/template-links';
import type { Finding } from '../profile-schemas';
import type { HookedDraft } from '../publishing/save-hooks';
import { previewLocaleFile } from '../versions/profile-snapshots';
import { applyVariant, readTexts, type StoredVariant, type VariantInput, variantIds } from './variant';

export interface ReviewedVariants {
  readonly variants: readonly StoredVariant[];
  readonly warnings: readonly Finding[];
  /** Additions to the changes in the audit log. */
  readonly changes: HookedDraft['changes'];
}

export interface VariantRules {
  readonly templates: TemplateLookup;
  readonly tenantId: string;
  readonly rules: DraftRules;
  /** Returns a variant after plugins changed it. */
  readonly beforeSave: (varied: ProfileDraft) => Promise<HookedDraft>;
}

/**
 * Warnings of a save that block a variant which has them in addition to the profile. An experiment selects for what makes
 * people accept, so what is doubtful in one banner becomes a method here.
 */
const fairness = /^(?:wording|button|banner|modal|gpc|consent|ui)\//;

/**
 * Checks each variant as a save checks a profile: by the legal rules of its group, the rules of its look, and for missing
 * texts in every language that it changes. Warnings about fairness that the profile does not have block it too. Plugins
 * can change its texts, and nothing else.
 * @param draft the profile as it is
 * @throws ServiceError `profile_invalid` with the findings of all variants, `validation_failed`
 */
export async function reviewVariants(
  draft: ProfileDraft,
  sent: readonly VariantInput[],
  { templates, tenantId, rules, beforeSave }: VariantRules,
): Promise<ReviewedVariants> {
  const faults = sent.flatMap((input, index) => findUnknownLocales(draft, input, `variants[${index}]`));
  if (faults.length > 0) throw validationFailed(...faults);
  const variants: StoredVariant[] = [];
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  let changes: HookedDraft['changes'] = {};
  const known = new Set(draft.warnings.map(toKey));
  for (const [index, input] of sent.entries()) {
    const id = variantIds[index + 1] as StoredVariant['id']; // the schema allows as many as there are ids
    const path = `variants[${index}]`;
    const { uiTemplateId } = input;
    const links =
      uiTemplateId === undefined
        ? draft.links
        : await linkTemplates(templates, tenantId, { ...draft.profileJson, uiTemplateId });
    if (uiTemplateId !== undefined && links.uiTemplateId === undefined)
      throw validationFailed({
        path: `${path}.uiTemplateId`,
        message: `template "${uiTemplateId}" does not exist`,
      });
    const look = uiTemplateId !== undefined && links.ui !== null ? { ui: links.ui } : {};
    const base = withLook(draft);
    const varied = applyVariant(base, { ...input, ...look });
    const changed = Object.keys(input.texts ?? {}).filter((locale) => locale !== draft.defaultLocale);
    const own = Object.fromEntries(changed.map((locale) => [locale, varied.localeContent[locale] ?? {}]));
    const reviewed = reviewDraft(varied, { localeContent: own }, links, rules);
    const hooked = reviewed.errors.length > 0 ? null : await beforeSave(reviewed.draft);
    const checked = hooked?.draft ?? reviewed.draft;
    const texts = readTexts(checked, input.texts);
    if (hooked?.changes.changedByPlugins) {
      if (!showsSame(applyVariant(withLook(reviewed.draft), { texts }), withLook(checked)))
        throw validationFailed({ path, message: 'is changed by a plugin beyond the texts that it states' });
      changes = hooked.changes;
    }
    const ofVariant = (finding: Finding): Finding => ({ ...finding, variant: id });
    const isUnfair = (finding: Finding) => fairness.test(finding.rule) && !known.has(toKey(finding));
    errors.push(...[...reviewed.errors, ...checked.warnings.filter(isUnfair)].map(ofVariant));
    warnings.push(...checked.warnings.filter((finding) => !isUnfair(finding)).map(ofVariant));
    const stored = { ...input, ...look, id, texts };
    if (showsSame(base, applyVariant(base, stored)))
      throw validationFailed({ path, message: 'must differ from the banner as it is' });
    variants.push(stored);
  }
  if (errors.length > 0) throw variantsInvalid(errors, warnings);
  return { variants, warnings, changes };
}

const toKey = ({ rule, locale, section, field }: Finding) => JSON.stringify([rule, locale, section, field]);

const withLook = (draft: ProfileDraft) => ({ ...draft, ui: draft.links.ui });

function findUnknownLocales(
  { defaultLocale, localeContent }: ProfileDraft,
  { texts = {} }: VariantInput,
  path: string,
): FaultDetail[] {
  return Object.keys(texts)
    .filter((locale) => locale !== defaultLocale && !Object.hasOwn(localeContent, locale))
    .map((locale) => ({
      path: `${path}.texts.${locale.slice(0, 40)}`,
      message: 'is not a language of this profile',
    }));
}

type Shown = Parameters<typeof previewLocaleFile>[1];

/** Returns whether visitors would see the same in every language. */
function showsSame(one: Shown, other: Shown): boolean {
  const toFile = (content: Shown, locale: string) => canonicalJson(previewLocaleFile('', content, locale));
  return [one.defaultLocale, ...Object.keys(one.localeContent)].every(
    (locale) => toFile(one, locale) === toFile(other, locale),
  );
}

function variantsInvalid(errors: readonly Finding[], warnings: readonly Finding[]): ServiceError {
  const [first] = errors;
  const where = [`variant ${first?.variant}`, first?.locale && `locale ${first.locale}`, first?.section]
    .filter(Boolean)
    .join(', ');
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ServiceError('profile_invalid', {
    message: `The variants cannot be shown: ${where}: ${first?.message}${more}.`,
    body: { errors, warnings },
  });
}
