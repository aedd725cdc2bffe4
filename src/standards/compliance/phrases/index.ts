import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { nl } from './nl';
import type { LanguagePhrases } from './phrase-types';
import { pl } from './pl';
import { pt } from './pt';

export { foldText, splitSentences } from './fold-text';
export type { LanguagePhrases, Phrase } from './phrase-types';

/** Languages that have wordings: those of the built-in banner texts. */
const languagePhrases: readonly LanguagePhrases[] = [en, de, fr, es, it, pt, nl, pl, ar];

/** Returns the wordings of a locale's language; null for a language without any. */
export function phrasesFor(locale: string): LanguagePhrases | null {
  const language = locale.split('-', 1)[0]?.toLowerCase();
  return languagePhrases.find((phrases) => phrases.language === language) ?? null;
}
