import { type FaultDetail, ServiceError, validationFailed } from '#platform/kernel/errors';
import type { TemplateLookup } from '../../templates';
import { type DraftRules, type ProfileDraft, reviewDraft } from '../drafts/profile-draft';
import { linkTemplates } from '../drafts/template-links';
import type { Finding } from '../profile-schemas';
import { previewLocaleFile } from '../versions/profile-snapshots';
import { publishVariants } from './published-variants';
import { applyVariant, readTexts, type StoredVariant, type VariantInput, variantIds } from './variant';

export interface ReviewedVariants {
  readonly variants: readonly StoredVariant[];
  readonly warnings: readonly Finding[];
}

/**
 * Warnings of a save that block a variant which has them in addition to the profile. An experiment selects for what makes
 * people accept, so what is doubtful in one banner becomes a method here.
 */
const fairness = /^(?:wording|button|banner|modal|gpc|consent|ui)\//;

/**
 * Checks each variant as a save checks a profile: by the legal rules of its group, the rules of its look, and for missing
 * texts in every language that it changes. Warnings about fairness that the profile does not have block it too.
 * @param draft the profile as it is
 * @throws ServiceError `profile_invalid` with the findings of all variants, `validation_failed`
 */
export async function reviewVariants(
  draft: ProfileDraft,
  sent: readonly VariantInput[],
  {
    templates,
    tenantId,
    rules,
  }: { readonly templates: TemplateLookup; readonly tenantId: string; readonly rules: DraftRules },
): Promise<ReviewedVariants> {
  const faults = sent.flatMap((input, index) => findUnknownLocales(draft, input, `variants[${index}]`));
  if (faults.length > 0) throw validationFailed(...faults);
  const variants: StoredVariant[] = [];
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
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
    const base = { ...draft, ui: draft.links.ui };
    const varied = applyVariant(base, { ...input, ...look });
    const changed = Object.keys(input.texts ?? {}).filter((locale) => locale !== draft.defaultLocale);
    const own = Object.fromEntries(changed.map((locale) => [locale, varied.localeContent[locale] ?? {}]));
    const reviewed = reviewDraft(varied, { localeContent: own }, links, rules);
    const ofVariant = (finding: Finding): Finding => ({ ...finding, variant: id });
    const isUnfair = (finding: Finding) => fairness.test(finding.rule) && !known.has(toKey(finding));
    errors.push(...[...reviewed.errors, ...reviewed.draft.warnings.filter(isUnfair)].map(ofVariant));
    warnings.push(...reviewed.draft.warnings.filter((finding) => !isUnfair(finding)).map(ofVariant));
    const stored = { ...input, ...look, id, texts: readTexts(reviewed.draft, input.texts) };
    if (isSame(base, stored))
      throw validationFailed({ path, message: 'must differ from the banner as it is' });
    variants.push(stored);
  }
  if (errors.length > 0) throw variantsInvalid(errors, warnings);
  return { variants, warnings };
}

const toKey = ({ rule, locale, section, field }: Finding) => JSON.stringify([rule, locale, section, field]);

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

/** Returns whether visitors of a variant would see the profile as it is. */
function isSame(base: Parameters<typeof previewLocaleFile>[1], variant: StoredVariant): boolean {
  const varied = applyVariant(base, variant);
  return [base.defaultLocale, ...Object.keys(base.localeContent)].every((locale) => {
    const file = previewLocaleFile('', base, locale);
    const { [variant.id]: own = {} } = publishVariants(file, [
      [variant.id, previewLocaleFile('', varied, locale)],
    ]);
    return Object.keys(own).length === 0;
  });
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
