import { listPartners } from '../partners';
import { type ComplianceFacts, isNecessaryOnly, serves } from './compliance-facts';
import { type ComplianceRule, optIn, type RuleHit } from './compliance-rule';
import type { LayoutFacts } from './layout-facts';

const asOf = '2026-11-22';

/** Rules on the content of the first layer, and its languages. */
export const firstLayerRules: readonly ComplianceRule[] = [
  {
    id: 'banner/no-controller',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'The banner does not say who asks: put the name into complianceConfig.controllerName and into the banner’s text',
    source: 'GDPR recital 42 and art. 13(1)(a); EDPB Guidelines 05/2020 para. 64; PIPL art. 17',
    asOf,
    *check(facts, { locales }) {
      if (isNecessaryOnly(facts)) return; // nobody asks
      const name = facts.foldedController;
      // Other languages may use another name for the same controller.
      const { locale, banner } = locales[0] ?? {};
      if (banner && (name === '' || !banner.folded.includes(name)))
        yield { locale, section: 'mainBanner', field: 'htmlText' };
    },
  },
  {
    id: 'banner/no-partner-count',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'The banner does not say that data goes to {detail}: state the number in its text, or name them all',
    source:
      'CJEU C-673/17 (Planet49) para. 75 to 81; TCF Policies, appendix B (first layer); AEPD guide on cookies 2024; CNIL recommendation 2020-092',
    asOf,
    check: withoutPartners,
  },
  {
    id: 'banner/no-close',
    groups: ['opt-in'],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Italy is served, and {detail}: the Garante asks for an X that closes the banner without consent, and for a sentence that says so',
    source: 'Garante, guidelines on cookies of 10 June 2021, point 7.1',
    asOf,
    *check(facts, { canBeClosed, locales }) {
      if (!facts.namesPlaces || !serves(facts, 'IT')) return;
      if (!canBeClosed)
        yield { section: 'mainBanner', detail: 'the banner cannot be closed (showClose of the UI template)' };
      else {
        for (const { locale, wordings, banner } of locales) {
          if (wordings?.language === 'it' && banner !== null && !wordings.close.test(banner.folded)) {
            yield {
              locale,
              section: 'mainBanner',
              field: 'htmlText',
              detail: 'the banner’s text does not say what closing means',
            };
          }
        }
      }
    },
  },
  {
    id: 'locale/no-french',
    groups: ['opt-in'],
    severity: 'warning',
    judges: 'texts and buttons',
    message: 'Quebec is served and the profile has no French version: add the locale “fr” or “fr-CA”',
    source: 'Charter of the French Language (Quebec) s. 52 and 55; Act P-39.1 s. 8 and 14',
    asOf,
    *check(facts, { locales }) {
      if (!facts.namesPlaces || !serves(facts, 'CA-QC')) return;
      if (!locales.some(({ locale }) => locale.split('-', 1)[0] === 'fr')) yield {};
    },
  },
];

function* withoutPartners(
  { parameters, foldedController }: ComplianceFacts,
  { locales }: LayoutFacts,
): Generator<RuleHit> {
  const partners = listPartners(parameters.values(), foldedController).map(listSearched);
  const count = partners.length;
  if (count === 0) return;
  let left = maxSearched;
  const isNamed = (searched: readonly string[], folded: string) =>
    searched.some((part) => {
      left -= folded.length;
      return left >= 0 && folded.includes(part);
    });
  for (const { locale, banner } of locales) {
    if (banner === null || partners.every((searched) => isNamed(searched, banner.folded))) continue;
    const stated = findHighestNumber(banner.folded);
    // A vendor list may contain more partners than the cookies name.
    if (stated !== undefined && stated >= count) continue;
    const who = count === 1 ? 'one partner' : `${count} partners`;
    yield {
      locale,
      section: 'mainBanner',
      field: 'htmlText',
      count,
      ...(stated !== undefined && { stated }),
      detail: stated === undefined ? who : `${who} (the highest number in its text is ${stated})`,
    };
  }
}

/** Words in company names that do not identify a company. */
const generic =
  /^(?:limited|ireland|corporation|company|gmbh|analytics|advertising|platforms?|services?|technologies|media|europe|international|group)$/;

/**
 * Greatest number of characters that are searched for the names of partners, in all locales together. A profile whose
 * banners cannot be searched within this limit has so many partners that its banners must state their number.
 */
const maxSearched = 10_000_000;

/** Returns the texts by which banners name a partner: its name, or a word of it. */
function listSearched(partner: string): readonly string[] {
  const words = partner.match(/[\p{L}\d]{3,}/gu) ?? [];
  return [partner, ...words.filter((word) => !generic.test(word))];
}

/** Returns the highest number that a text states in digits, if it states any. */
function findHighestNumber(folded: string): number | undefined {
  const digits = folded.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const numbers = (digits.match(/\d{1,6}/g) ?? []).map(Number);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
