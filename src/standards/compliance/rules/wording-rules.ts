import type { Wordings } from '../phrases';
import type { ComplianceFacts } from './compliance-facts';
import { type ComplianceRule, optIn, optOut, type RuleHit } from './compliance-rule';
import type { LayoutFacts, LocaleFacts, Passage } from './layout-facts';

const asOf = '2026-11-22';
const darkPatterns = 'EDPB Guidelines 03/2022';

/**
 * Rules on sentences that texts must not contain, in the languages that have wordings. A rule finds typical
 * wordings but does not understand a text, so all of them are warnings.
 */
export const wordingRules: readonly ComplianceRule[] = [
  {
    id: 'wording/continuing',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A text takes scrolling or further browsing as consent: only a clear affirmative act is consent, so take the sentence out',
    source: 'GDPR art. 4(11); EDPB Guidelines 05/2020 para. 86; CJEU C-673/17 (Planet49)',
    asOf,
    check: (_facts, layout) => found(layout, ({ continuing }) => continuing),
  },
  {
    id: 'wording/closing',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A text takes closing the banner as consent: who closes it has not chosen, so take the sentence out',
    source:
      'GDPR art. 4(11); EDPB Guidelines 05/2020 para. 86; Garante, guidelines on cookies of 10 June 2021',
    asOf,
    check: (_facts, layout) => found(layout, ({ closing }) => closing),
  },
  {
    id: 'wording/cookie-wall',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A text makes access depend on consent, or on payment instead of it: let visitors in who refuse, or offer an equivalent alternative without ' +
      'behavioural advertising and have it reviewed',
    source: 'EDPB Guidelines 05/2020 para. 39 to 41; EDPB Opinion 08/2024',
    asOf,
    check: (_facts, layout) => found(layout, ({ wall }) => wall),
  },
  {
    id: 'wording/pressure',
    groups: [...optIn, ...optOut, 'notice-opt-out'],
    severity: 'warning',
    judges: 'texts and buttons',
    message: 'A text shames, frightens or flatters visitors into agreeing: use neutral words',
    source: `${darkPatterns}, emotional steering; 4 CCR 904-3 rule 7.09; 11 CCR 7004(a)(2) and (4)`,
    asOf,
    check: (_facts, layout) => found(layout, ({ pressure }) => pressure),
  },
  {
    id: 'wording/silence',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A text takes silence or the passing of time as consent: only a clear affirmative act is consent, so take the sentence out',
    source: 'GDPR art. 4(11) and recital 32; EDPB Guidelines 05/2020 para. 79; CJEU C-673/17 (Planet49)',
    asOf,
    check: (_facts, layout) => found(layout, ({ silence }) => silence),
  },
  {
    id: 'wording/no-withdrawal',
    groups: optIn,
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A text says that a choice cannot be changed later: consent can be withdrawn at any time, as easily as it is given, so say where',
    source: 'GDPR art. 7(3); EDPB Guidelines 05/2020 para. 112 to 118',
    asOf,
    check: (_facts, layout) => found(layout, ({ noWithdrawal }) => noWithdrawal),
  },
  {
    id: 'wording/double-negative',
    groups: [...optIn, ...optOut],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'A choice is worded as the negation of a refusal, which readers take for its opposite: say what the button or switch does',
    source: `11 CCR 7004(a)(3); 4 CCR 904-3 rule 7.09; ${darkPatterns}, conflicting information`,
    asOf,
    *check(_facts, layout) {
      yield* found(layout, ({ doubleNegative }) => doubleNegative, isLabelOrSwitch);
      for (const locale of layout.locales) yield* yesToRefusal(locale);
    },
  },
  {
    id: 'wording/advertising-unnamed',
    groups: [...optIn, ...optOut, 'notice-opt-out'],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Category “{category}” holds marketing cookies, and its words do not mention advertising: with it, visitors grant ad_storage, ad_user_data and ' +
      'ad_personalization to Google, so say in its heading or text that it is for advertising',
    source:
      'GDPR art. 4(11) and 13(1)(c); ePrivacy Directive art. 5(3); Cal. Civ. Code 1798.100(a); Google’s consent mode, in which ad_storage alone governs data ' +
      'for Google Ads since 2026-06-15',
    asOf: '2026-11-26',
    *check(facts, { locales }) {
      const advertising = listAdvertising(facts);
      for (const locale of locales) yield* unnamedAdvertising(locale, advertising);
    },
  },
];

/** Returns the ids of optional categories that hold a marketing cookie. */
function listAdvertising({ optionalCategories, parameters }: ComplianceFacts): ReadonlySet<string> {
  const advertising = optionalCategories.filter(({ cookies }) =>
    cookies.some((id) => parameters.get(id)?.purpose === 'marketing'),
  );
  return new Set(advertising.map(({ id }) => id));
}

/** Yields categories whose own text in the locale, with its heading, has no word for advertising. */
function* unnamedAdvertising(
  { locale, wordings, passages }: LocaleFacts,
  advertising: ReadonlySet<string>,
): Generator<RuleHit> {
  if (wordings === null || advertising.size === 0) return;
  const texts = new Map<string, Passage>();
  const named = new Set<string>();
  for (const passage of passages) {
    const { category, kind, lines } = passage;
    if (category === undefined || !advertising.has(category)) continue;
    if (kind === 'text' && lines !== '') texts.set(category, passage);
    if (wordings.advertising.test(lines)) named.add(category);
  }
  for (const [category, text] of texts) if (!named.has(category)) yield toHit(locale, text);
}

/** Yields each passage once, however many of its sentences match. */
function* found(
  { locales }: LayoutFacts,
  choose: (wordings: Wordings) => RegExp,
  isMeant = (_passage: Passage) => true,
): Generator<RuleHit> {
  for (const { locale, wordings, passages, lines } of locales) {
    const wording = wordings && choose(wordings);
    if (!wording?.test(lines)) continue;
    for (const passage of passages)
      if (isMeant(passage) && wording.test(passage.lines)) yield toHit(locale, passage);
  }
}

/** Longest label that is treated as the name of a choice (characters). */
const longestLabel = 80;

/** Returns whether a passage is the label of a button, or the heading of a category, next to its switch. */
function isLabelOrSwitch({ kind, category, lines }: Passage): boolean {
  return (
    (kind === 'label' || (kind === 'heading' && category !== undefined)) &&
    lines.split('\n').every(({ length }) => length <= longestLabel)
  );
}

/** Yields switches, and labels that say only yes or no, next to a statement that is itself a refusal. */
function* yesToRefusal({ locale, wordings, passages, lines }: LocaleFacts): Generator<RuleHit> {
  if (wordings === null || !wordings.refusal.test(lines)) return;
  const refusals = new Set(passages.filter((passage) => wordings.refusal.test(passage.lines)));
  const statements = [...refusals].filter(({ category, kind }) => category === undefined && kind !== 'label');
  const refusing = new Set(statements.map(({ section }) => section));
  for (const passage of passages) {
    if (passage.category !== undefined && passage.kind === 'heading' && refusals.has(passage))
      yield toHit(locale, passage);
    if (passage.kind === 'label' && refusing.has(passage.section) && wordings.yesOrNo.test(passage.lines))
      yield toHit(locale, passage);
  }
}

function toHit(locale: string, { section, field, category }: Passage): RuleHit {
  return { locale, section, field, ...(category !== undefined && { category }) };
}
