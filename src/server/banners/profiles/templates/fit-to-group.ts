import { type ComplianceGroupId, type RuleOptions, validateCompliance } from '#standards/compliance/index';
import type { CategoryMap, CookieMap, Finding } from '../profile-schemas';

export interface Choices {
  readonly cookies: CookieMap;
  readonly categories: CategoryMap;
}

interface Fixed extends Choices {
  /** Description of the change: a sentence without its full stop. */
  readonly done: string;
}

type Fix = (choices: Choices, finding: Finding) => Fixed | null;

/** Fixes for blocking rules. Each fix favours the visitor and never causes the same fault again. */
const fixes: Readonly<Record<string, Fix>> = {
  'consent/pre-granted': notPreGranted,
  'consent/exempt-shared': notPreGranted,
  'sensitive/pre-granted': notPreGranted,
  'sensitive/granted-on-notice': notPreGranted,
  'gpc/not-listening': listening,
  'gpc/analytics-not-listening': listening,
  'gpc/objection-unheard': listening,
  'consent/legitimate-interest': withConsent,
  'measurement/not-exempt': notExempt,
  'consent/mandatory-basis': (choices, { parameter, category }) =>
    movedOut(choices, category, parameter === undefined ? [] : [parameter]),
  'consent/no-objection': (choices, { parameter, category }) =>
    movedOut(choices, category, parameter === undefined ? [] : [parameter]),
  'consent/bundled': (choices, { category }) =>
    movedOut(
      choices,
      category,
      listedIn(choices, category).filter((id) => getPurpose(choices, id) === 'marketing'),
    ),
};

/** Maximum number of changes listed separately; one more warning counts the rest. */
const maxWarnings = 100;

/**
 * Changes cookies and categories that contradict the group's rules, so that a profile with them can be saved,
 * and returns a warning for each change.
 */
export function fitToGroup(
  initial: Choices,
  group: ComplianceGroupId,
  options: RuleOptions,
): { choices: Choices; warnings: Finding[] } {
  let choices = initial;
  const warnings: Finding[] = [];
  let done = 0;
  // Each pass fixes at least one fault, and no fault returns.
  for (let changed = true; changed; ) {
    changed = false;
    for (const finding of validateCompliance(choices, { group, ...options }).errors) {
      const fixed = Object.hasOwn(fixes, finding.rule) ? fixes[finding.rule]?.(choices, finding) : null;
      if (!fixed) continue;
      const { done: description, ...rest } = fixed;
      choices = rest;
      changed = true;
      done += 1;
      if (done > maxWarnings) continue;
      warnings.push({
        rule: 'template/adapted',
        message: `${description}, since the group “${group}” does not allow the template’s setting (${finding.rule})`,
        ...toPlace(finding),
      });
    }
  }
  if (done > maxWarnings)
    warnings.push({
      rule: 'template/adapted',
      message: `${done - maxWarnings} more of the template’s settings changed for the group “${group}”`,
    });
  return { choices, warnings };
}

function toPlace({ category, parameter }: Finding) {
  return { ...(category !== undefined && { category }), ...(parameter !== undefined && { parameter }) };
}

function getEntry<T>(map: Readonly<Record<string, T>>, id: string | undefined): T | undefined {
  return id !== undefined && Object.hasOwn(map, id) ? map[id] : undefined;
}

function getPurpose({ cookies }: Choices, id: string): string | undefined {
  return getEntry(cookies, id)?.purpose;
}

function listedIn({ categories }: Choices, category: string | undefined): readonly string[] {
  return getEntry(categories, category)?.cookies ?? [];
}

function notPreGranted({ cookies, categories }: Choices, { parameter: id }: Finding): Fixed | null {
  const parameter = getEntry(cookies, id);
  if (id === undefined || !parameter?.preGranted) return null;
  return {
    cookies: { ...cookies, [id]: { ...parameter, preGranted: false } },
    categories,
    done: `“${id}” is no longer granted before a choice`,
  };
}

function notExempt({ cookies, categories }: Choices, { parameter: id }: Finding): Fixed | null {
  const parameter = getEntry(cookies, id);
  if (id === undefined || !parameter?.exemptMeasurement) return null;
  const done = `“${id}” is no longer exempt audience measurement`;
  return { cookies: { ...cookies, [id]: { ...parameter, exemptMeasurement: false } }, categories, done };
}

function listening({ cookies, categories }: Choices, { parameter: id }: Finding): Fixed | null {
  const parameter = getEntry(cookies, id);
  if (id === undefined || !parameter || parameter.listenGpc) return null;
  return {
    cookies: { ...cookies, [id]: { ...parameter, listenGpc: true } },
    categories,
    done: `“${id}” listens to the Global Privacy Control signal`,
  };
}

function withConsent({ cookies, categories }: Choices, { category: id }: Finding): Fixed | null {
  const category = getEntry(categories, id);
  if (id === undefined || category?.legalBasis !== 'legitimate-interest') return null;
  return {
    cookies,
    categories: { ...categories, [id]: { ...category, legalBasis: 'consent' } },
    done: `The legal basis of “${id}” is consent`,
  };
}

/** Moves parameters of one purpose to a separate category that asks for consent. */
function movedOut(choices: Choices, from: string | undefined, ids: readonly string[]): Fixed | null {
  const moved = ids.filter((id) => listedIn(choices, from).includes(id));
  const purpose = moved[0] === undefined ? undefined : getPurpose(choices, moved[0]);
  const old = getEntry(choices.categories, from);
  if (from === undefined || old === undefined || purpose === undefined) return null;
  const to = placeFor(choices, purpose, from);
  const target = getEntry(choices.categories, to) ?? { legalBasis: 'consent' as const };
  const remaining = listedIn(choices, from).filter((id) => !moved.includes(id));
  const { [from]: _old, ...others } = choices.categories;
  const categories = {
    ...(remaining.length === 0 ? others : { ...choices.categories, [from]: { ...old, cookies: remaining } }),
    [to]: { ...target, cookies: [...(target.cookies ?? []), ...moved] },
  };
  return {
    cookies: choices.cookies,
    categories,
    done: `${moved.map((id) => `“${id}”`).join(', ')} moved from the category “${from}” to “${to}”`,
  };
}

/** Returns an optional category for this purpose alone, or the name of a new one. */
function placeFor(choices: Choices, purpose: string, except: string): string {
  const fits = (id: string) => {
    const category = getEntry(choices.categories, id);
    if (category === undefined) return true;
    return (
      id !== except &&
      (category.legalBasis ?? 'consent') === 'consent' &&
      listedIn(choices, id).every((cookie) => getPurpose(choices, cookie) === purpose)
    );
  };
  let name = purpose;
  for (let number = 2; !fits(name); number += 1) name = `${purpose}-${number}`;
  return name;
}
