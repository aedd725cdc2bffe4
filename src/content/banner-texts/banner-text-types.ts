/**
 * Starter texts for banners, one file for each language. Operators adapt the wording; it is not legal advice.
 */

/** The purposes that categories are made of. */
export type TextPurpose = 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';

/**
 * Kind of banner: it asks first, explains how to opt out, or only informs; `necessary-only` informs that there is nothing to
 * choose.
 */
export type BannerModel =
  | 'opt-in-explicit'
  | 'opt-in'
  | 'opt-in-exempt'
  | 'opt-out'
  | 'notice-opt-out'
  | 'notice-only'
  | 'necessary-only';

export interface SectionText {
  readonly heading: string;
  /** Paragraphs; links lead to `/privacy`, and with `data-consent-open` into the visitor's choices. */
  readonly htmlText: string;
}

export interface ButtonTexts {
  readonly acceptAll: string;
  readonly rejectAll: string;
  /** Label of the button that opens the choices. */
  readonly manage: string;
  readonly save: string;
  /** Label of the button on a banner that only informs, and in preferences without a choice. */
  readonly acknowledge: string;
}

/** Purposes of a starter profile's cookies. */
export type CookieText =
  | 'session'
  | 'visitor'
  | 'choice'
  | 'proof'
  | 'language'
  | 'visitors'
  | 'visits'
  | 'audiences'
  | 'clicks'
  | 'adsElsewhere';

/** All texts of one language. */
export interface LanguageTexts {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly banners: Readonly<Record<BannerModel, SectionText>>;
  /**
   * Additional sentences, shown where the facts are known: `{controller}` and `{partners}` are replaced by
   * the name and the number.
   */
  readonly facts: Readonly<Record<'controller' | 'partners' | 'limitSensitive', string>>;
  /**
   * Text for a visitor whose browser sends Global Privacy Control: `honored` as a wish, `binding` as an
   * opt-out by law.
   */
  readonly gpc: Readonly<Record<'honored' | 'binding', SectionText>>;
  readonly modal: SectionText;
  readonly categories: Readonly<Record<TextPurpose, SectionText>>;
  readonly buttons: ButtonTexts;
  /** The site itself as the provider of a cookie. */
  readonly thisSite: string;
  readonly cookies: Readonly<Record<CookieText, string>>;
}

export function paragraph(...sentences: readonly string[]): string {
  return `<p>${sentences.join(' ')}</p>`;
}

/** Returns a link to the operator's privacy policy, whose address operators fill in. */
export function policyLink(text: string): string {
  return `<a href="/privacy">${text}</a>`;
}

/** Returns a link that opens the visitor's choices. */
export function choicesLink(text: string): string {
  return `<a href="#" data-consent-open>${text}</a>`;
}
