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
import type { WidgetWords } from './widget-word-types';

const languages: Readonly<Record<string, WidgetWords>> = {
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

/** Languages of the words, English first. */
export const widgetWordLocales: readonly string[] = Object.keys(languages);

/** Returns whether there are words for a locale, by lookup. */
export function hasWidgetWords(locale: string): boolean {
  return findLocale([locale], widgetWordLocales) !== null;
}

/**
 * Returns the widget's words for a locale, by lookup: `de-AT` finds German. English when no language
 * matches.
 */
export function widgetWords(locale: string): WidgetWords {
  return languages[findLocale([locale], widgetWordLocales) ?? 'en'] ?? en;
}

export type WidgetWord = keyof WidgetWords;

/** The plural forms, which no single language has all of. */
const countForms = ['Zero', 'One', 'Two', 'Few', 'Many', 'Other'].map(
  (form) => `cookies${form}` as WidgetWord,
);

/** Every word, with all plural forms. */
export const widgetWordKeys: readonly WidgetWord[] = [
  ...new Set([...(Object.keys(en) as WidgetWord[]), ...countForms]),
];

/** Words that only a profile with a rule for accounts shows. */
export const accountWords: ReadonlySet<string> = new Set<WidgetWord>(['accountScope', 'accountFollowed']);
