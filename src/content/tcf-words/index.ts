import { findLocale } from '#standards/locale/index';
import { ar } from './ar';
import { de } from './de';
import { el } from './el';
import { en } from './en';
import { es } from './es';
import { fa } from './fa';
import { fr } from './fr';
import { he } from './he';
import { it } from './it';
import { ja } from './ja';
import { nl } from './nl';
import { pl } from './pl';
import { ptBr } from './pt-br';
import { ptPt } from './pt-pt';
import type { TcfWords } from './tcf-word-types';

const languages: Readonly<Record<string, TcfWords>> = {
  en,
  de,
  fr,
  es,
  it,
  'pt-PT': ptPt,
  'pt-BR': ptBr,
  nl,
  pl,
  ar,
  he,
  fa,
  el,
  ja,
};

/** Returns the language of the words for a locale, by lookup: `de-AT` finds `de`. Default: English. */
export function tcfWordLocale(locale: string): string {
  return findLocale([locale], Object.keys(languages)) ?? 'en';
}

/** Returns the words in one of their languages. */
export function tcfWords(wordLocale: string): TcfWords {
  return languages[wordLocale] ?? en;
}
