import type { LanguagePhrases, Phrase } from '../phrases';
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
];

/** Yields each passage once, however many of its sentences match. */
function* found(
  { locales }: LayoutFacts,
  choose: (phrases: LanguagePhrases) => readonly Phrase[],
  isMeant = (_passage: Passage) => true,
): Generator<RuleHit> {
  for (const { locale, phrases, passages } of locales) {
    const wanted = phrases === null ? [] : choose(phrases);
    for (const passage of passages) {
      if (
        isMeant(passage) &&
        passage.sentences.some((sentence) => wanted.some((phrase) => matches(phrase, sentence)))
      )
        yield toHit(locale, passage);
    }
  }
}

function matches({ all, none }: Phrase, sentence: string): boolean {
  return all.every((pattern) => pattern.test(sentence)) && !none?.test(sentence);
}

/** Longest label that is treated as the name of a choice (characters). */
const longestLabel = 80;

/** Returns whether a passage is the label of a button, or the heading of a category, next to its switch. */
function isLabelOrSwitch({ kind, category, sentences }: Passage): boolean {
  return (
    (kind === 'label' || (kind === 'heading' && category !== undefined)) &&
    sentences.every(({ length }) => length <= longestLabel)
  );
}

/** Yields switches, and labels that say only yes or no, next to a statement that is itself a refusal. */
function* yesToRefusal({ locale, phrases, passages }: LocaleFacts): Generator<RuleHit> {
  if (phrases === null) return;
  const isRefusal = ({ sentences }: Passage) => sentences.some((sentence) => phrases.refusal.test(sentence));
  for (const passage of passages) {
    if (passage.category !== undefined && passage.kind === 'heading' && isRefusal(passage))
      yield toHit(locale, passage);
    const isBare =
      passage.kind === 'label' && passage.sentences.some((sentence) => phrases.yesOrNo.test(sentence));
    const statement = passages.find(
      (other) =>
        other.section === passage.section &&
        other.category === undefined &&
        other.kind !== 'label' &&
        isRefusal(other),
    );
    if (isBare && statement !== undefined) yield toHit(locale, passage);
  }
}

function toHit(locale: string, { section, field, category }: Passage): RuleHit {
  return { locale, section, field, ...(category !== undefined && { category }) };
}
