/**
 * A wording, which is found where every pattern of `all` matches the same sentence and `none` does not.
 * Patterns are matched against folded text (`foldText`) and contain only bounded repetitions, so that
 * matching time is proportional to the text. None matches a line break, which ends a sentence.
 */
export interface Phrase {
  readonly all: readonly RegExp[];
  /** Pattern of words that make the sentence harmless. */
  readonly none?: RegExp;
}

/** The wordings of one language that rules look for. */
export interface LanguagePhrases {
  /** Primary language subtag. */
  readonly language: string;
  /** Sentences that treat scrolling or further browsing as consent. */
  readonly continuing: readonly Phrase[];
  /** Sentences that treat closing the banner as consent. */
  readonly closing: readonly Phrase[];
  /** Sentences that make access depend on consent, or on payment instead of consent. */
  readonly wall: readonly Phrase[];
  /** Sentences that shame or frighten visitors who refuse. */
  readonly pressure: readonly Phrase[];
  /** Sentences that treat silence or the passing of time as consent. */
  readonly silence: readonly Phrase[];
  /** Sentences that say a choice cannot be changed later. */
  readonly noWithdrawal: readonly Phrase[];
  /** Labels that negate a negation. */
  readonly doubleNegative: readonly Phrase[];
  /** Headings that are a refusal, such as "Do not sell": a switch or a yes next to one means its opposite. */
  readonly refusal: RegExp;
  /** Labels that say only yes or no. */
  readonly yesOrNo: RegExp;
  /** Words for closing, with which a text explains what the close button does. */
  readonly close: RegExp;
  /** Labels of a button that accepts everything. */
  readonly acceptance: RegExp;
  /** Labels of a button that refuses everything optional. */
  readonly rejection: RegExp;
  /** Words for paying, in labels. */
  readonly payment: RegExp;
  /** Words for advertising. */
  readonly advertising: RegExp;
}
