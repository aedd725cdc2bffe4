import { createContext, useContext } from 'react';
import { findLocale } from '#standards/locale/index';
import { de } from './de';
import { en, type Words } from './en';
import { es } from './es';
import { fr } from './fr';

/** The languages of the dashboard. */
export const languages = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

const sharedWords: Readonly<Record<Language, Words>> = { en, de, fr, es };

/** Texts of one screen in every language. */
export type ScreenWords<W> = Readonly<Record<Language, W>>;

/**
 * Declares the texts of a screen; all languages have the keys of the English ones.
 *
 * @example
 * const words = defineWords({
 *   en: { title: 'API keys', used: (time: string) => `used ${time}` },
 *   de: { title: 'API-Schlüssel', used: (time) => `verwendet ${time}` },
 *   …
 * });
 */
export const defineWords = <W>(words: {
  readonly en: W;
  readonly de: NoInfer<W>;
  readonly fr: NoInfer<W>;
  readonly es: NoInfer<W>;
}): ScreenWords<W> => words;

export const LanguageContext = createContext<Language>('en');

export const useLanguage = (): Language => useContext(LanguageContext);

/** Returns the shared words, in the language of the dashboard. */
export const useSharedWords = (): Words => sharedWords[useLanguage()];

/** Returns the texts of a screen in the language of the dashboard. */
export const useWords = <W>(words: ScreenWords<W>): W => words[useLanguage()];

const key = 'express-consent:language';

/** Returns the language that the operator chose, else the one that serves the browser's languages best. */
export function initialLanguage(): Language {
  const found = findLocale([localStorage.getItem(key), ...navigator.languages], languages);
  return languages.find((language) => language === found) ?? 'en';
}

/** Returns the browser's own variant of a language, such as `en-GB`, which decides how dates and numbers look. */
export const regionalTag = (language: Language): string =>
  navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language;

export function keepLanguage(language: Language): void {
  localStorage.setItem(key, language);
}
