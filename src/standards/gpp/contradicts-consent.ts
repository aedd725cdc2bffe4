import { isLimitedForChild } from '../known-child';
import { allowsTcfPurposes } from './allows-tcf-purposes';
import { usSections } from './gpp-sections';
import type { GppSection } from './gpp-string';
import { type GppFacts, gppSectionFor } from './make-gpp-string';
import { optOutKinds } from './opt-out-kinds';
import { hasOptedOut, usFieldValues } from './us-section';

const refused = 1;
const allowed = 2;

/**
 * Returns whether a GPP string allows more than the effective decision: a US section in which the visitor has
 * not opted out of what `effectiveConsent` refuses, which denies a GPC signal that the browser sent, or which
 * omits what is known of a child; or a section of another framework for a child whose data is withheld, or
 * one that allows something where the decision leaves it nothing to allow. A stricter string does not contradict.
 */
export function contradictsConsent(sections: readonly GppSection[], facts: GppFacts): boolean {
  const isChildWithheld = isLimitedForChild(facts);
  return sections.some((section) => {
    const { name, fields } = section;
    if (name === 'uspv1')
      return fields.OptOutSale !== 'Y' && (hasOptedOut(facts, 'sale') || hasOptedOut(facts, 'sharing'));
    if (!name.startsWith('us'))
      return isChildWithheld || (facts.isTcfDenied === true && allowsTcfPurposes(section));
    const expected = usFieldValues(name, facts, undefined);
    return Object.entries(fields).some(([field, given]) => isLaxer(field, given, expected[field]));
  });
}

/**
 * Returns whether a GPP string says nothing about the opt-outs of a visitor who has refused a use, sends GPC or may be a
 * child: it has no section for the visitor's place. The national section and the older US privacy string are for every state.
 * @param configured sections that the service may make
 */
export function omitsOptOut(
  sections: readonly GppSection[],
  facts: GppFacts,
  configured: readonly string[],
): boolean {
  if (gppSectionFor(facts, configured) === null) return false;
  const isOptedOut =
    facts.gpcDetected || isLimitedForChild(facts) || optOutKinds.some((kind) => hasOptedOut(facts, kind));
  const isOfPlace = ({ name }: GppSection) =>
    // The page may know the state.
    facts.region === null
      ? name.startsWith('us')
      : [gppSectionFor(facts, usSections), 'usnat', 'uspv1'].includes(name);
  return isOptedOut && !sections.some(isOfPlace);
}

function isLaxer(field: string, given: unknown, expected: unknown): boolean {
  if (field === 'Gpc') return expected === true && given === false;
  if (/OptOut$/.test(field)) return expected === refused && given !== refused;
  const places = toList(given);
  if (field === 'SensitiveDataProcessing')
    return toList(expected).some((value, place) => value === refused && places[place] === allowed);
  if (field === 'KnownChildSensitiveDataConsents')
    return toList(expected).some((value, place) => value === refused && places[place] !== refused);
  return false;
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
