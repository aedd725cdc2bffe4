/**
 * Starter texts for banners, one file for each language. Wording to begin with, not legal advice: operators
 * make it their own.
 */

/** What may be used for what: the purposes that categories are made of. */
export type TextPurpose = 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';

/** How a banner speaks: asking first, telling how to opt out, or telling only. */
export type BannerModel =
  | 'opt-in-explicit'
  | 'opt-in'
  | 'opt-in-exempt'
  | 'opt-out'
  | 'notice-opt-out'
  | 'notice-only';

export interface SectionText {
  readonly heading: string;
  /** Paragraphs; links lead to `/privacy`, and with `data-consent-open` into the visitor's choices. */
  readonly htmlText: string;
}

export interface ButtonTexts {
  readonly acceptAll: string;
  readonly rejectAll: string;
  /** Opens the choices. */
  readonly manage: string;
  readonly save: string;
  /** Of a banner that asks nothing. */
  readonly acknowledge: string;
}

/** Everything that visitors read of one language. */
export interface LanguageTexts {
  /** BCP 47. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly banners: Readonly<Record<BannerModel, SectionText>>;
  /**
   * What a banner says besides, where it is known: `{controller}` and `{partners}` stand for the name and the
   * number.
   */
  readonly facts: Readonly<Record<'controller' | 'partners' | 'limitSensitive', string>>;
  /**
   * To a visitor whose browser sends Global Privacy Control: `honored` as a wish, `binding` as an opt-out by
   * law.
   */
  readonly gpc: Readonly<Record<'honored' | 'binding', SectionText>>;
  readonly modal: SectionText;
  readonly categories: Readonly<Record<TextPurpose, SectionText>>;
  readonly buttons: ButtonTexts;
}

export function paragraph(...sentences: readonly string[]): string {
  return `<p>${sentences.join(' ')}</p>`;
}

/** A link to the operator's privacy policy, whose address they put in. */
export function policyLink(text: string): string {
  return `<a href="/privacy">${text}</a>`;
}

/** A link that opens the visitor's choices. */
export function choicesLink(text: string): string {
  return `<a href="#" data-consent-open>${text}</a>`;
}
