import { type ComplianceFacts, isSoldOrShared, type ParameterFacts, serves } from './compliance-facts';
import { type ComplianceRule, optIn, optOut, type RuleHit } from './compliance-rule';
import { isSensitive } from './gpc-rules';
import type { LayoutFacts } from './layout-facts';

const asOf = '2026-11-22';
const bothChoices = ['your privacy choices', 'your california privacy choices'];
const link = { section: 'choicesLink' } as const;

/** Rules on whether visitors can return to their choices after the banner has closed. */
export const lastingLinkRules: readonly ComplianceRule[] = [
  {
    id: 'choices/no-lasting-link',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Nothing lasting reopens the choices, so that withdrawing consent is harder than giving it: give the profile a choicesLink, and show it on every page ' +
      'as a link or icon with data-consent-open',
    source:
      'GDPR art. 7(3); EDPB Cookie Banner Taskforce report 2023, type K; EDPB Guidelines 05/2020 para. 113 to 114',
    asOf,
    *check({ optionalCategories }, { choicesLink }) {
      if (optionalCategories.length > 0 && choicesLink === null) yield link;
    },
  },
  {
    id: 'banner/no-opt-out-link',
    groups: optOut,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Personal information is sold or shared, and {detail}. A banner alone is not an acceptable way to opt out: give the profile a choicesLink for the header or ' +
      'footer of every page, in California titled “Do Not Sell or Share My Personal Information”, or “Your Privacy Choices” with optOutIcon',
    source:
      'Cal. Civ. Code 1798.135(a); 11 CCR 7013(c), 7015(b) and 7026(a)(4); Colo. Rev. Stat. 6-1-1306(1)(a); Conn. Gen. Stat. 42-520(e)(1)(A)(i); Va. Code 59.1-578(D)',
    asOf,
    check: (facts, layout) =>
      withoutTitle(facts, layout, isSoldOrShared, 'do not sell or share my personal information'),
  },
  {
    id: 'banner/no-limit-link',
    groups: ['opt-out-strict'],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Sensitive information is processed, and {detail}: California asks for a lasting link titled “Limit the Use of My Sensitive Personal Information”, or one ' +
      'for both choices, “Your Privacy Choices” with optOutIcon',
    source: 'Cal. Civ. Code 1798.121 and 1798.135(a)(2); 11 CCR 7014, 7015 and 7027',
    asOf,
    check: (facts, layout) =>
      inCalifornia(facts)
        ? withoutTitle(facts, layout, isSensitive, 'limit the use of my sensitive personal information')
        : [],
  },
];

function inCalifornia(facts: ComplianceFacts): boolean {
  return serves(facts, 'US-CA');
}

/**
 * Yields findings for a link that is missing or lacks its title. The titles are those of California's law, in
 * English; other states and languages leave the wording open.
 */
function* withoutTitle(
  facts: ComplianceFacts,
  { choicesLink, locales }: LayoutFacts,
  isMeant: (parameter: ParameterFacts) => boolean,
  title: string,
): Generator<RuleHit> {
  if (![...facts.parameters.values()].some(isMeant)) return;
  if (choicesLink === null) {
    yield { ...link, detail: 'the profile has no lasting link to the choices' };
    return;
  }
  if (!inCalifornia(facts)) return;
  for (const { locale, choicesLink: own } of locales) {
    if (own === '' || own === title || locale.split('-', 1)[0] !== 'en') continue;
    if (!bothChoices.includes(own))
      yield {
        ...link,
        locale,
        field: 'text',
        detail: 'the lasting link has another title than the law gives it',
      };
    else if (!choicesLink.optOutIcon)
      yield {
        ...link,
        locale,
        field: 'optOutIcon',
        detail: 'the lasting link lacks the opt-out icon that its title needs',
      };
  }
}
