/**
 * A wording, found where every pattern of `all` matches the same sentence and `none` does not. Patterns are
 * matched against folded text (`foldText`) and repeat nothing without a limit, so that matching takes time in
 * proportion to the text.
 */
export interface Phrase {
  readonly all: readonly RegExp[];
  /** What makes the sentence harmless. */
  readonly none?: RegExp;
}

/** The wordings of one language that rules look for. */
export interface LanguagePhrases {
  /** Primary language subtag. */
  readonly language: string;
  /** Takes scrolling or further browsing as consent. */
  readonly continuing: readonly Phrase[];
  /** Takes closing the banner as consent. */
  readonly closing: readonly Phrase[];
  /** Makes access depend on consent, or on payment instead of consent. */
  readonly wall: readonly Phrase[];
  /** Shames or frightens those who refuse. */
  readonly pressure: readonly Phrase[];
  /** Takes silence or the passing of time as consent. */
  readonly silence: readonly Phrase[];
  /** Says that a choice cannot be changed later. */
  readonly noWithdrawal: readonly Phrase[];
  /** Labels that negate a negation. */
  readonly doubleNegative: readonly Phrase[];
  /** Headings that are a refusal, such as "Do not sell": a switch or a yes beside one means its opposite. */
  readonly refusal: RegExp;
  /** Labels that say no more than yes or no. */
  readonly yesOrNo: RegExp;
  /** Words for closing, with which a text explains what closing means. */
  readonly close: RegExp;
  /** Labels of a button that accepts everything. */
  readonly acceptance: RegExp;
  /** Labels of a button that refuses everything optional. */
  readonly rejection: RegExp;
  /** Words for paying in a label. */
  readonly payment: RegExp;
}
