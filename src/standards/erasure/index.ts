import { findLocale } from '../locale';
import { ar } from './labels/ar';
import { de } from './labels/de';
import { el } from './labels/el';
import { en } from './labels/en';
import type { ErasureLabels } from './labels/erasure-label-types';
import { es } from './labels/es';
import { fa } from './labels/fa';
import { fr } from './labels/fr';
import { he } from './labels/he';
import { it } from './labels/it';
import { ja } from './labels/ja';
import { nl } from './labels/nl';
import { pl } from './labels/pl';
import { ptBr } from './labels/pt-br';
import { ptPt } from './labels/pt-pt';

export type { ErasureLabels } from './labels/erasure-label-types';

const languages: readonly ErasureLabels[] = [en, de, fr, es, it, ptPt, ptBr, nl, pl, ar, he, fa, el, ja];
const locales: readonly string[] = languages.map(({ locale }) => locale);

/** Returns the labels for the first of these languages that has some: `de-AT` finds German. English where none has. */
export function erasureLabels(wanted: readonly string[]): ErasureLabels {
  const found = findLocale(wanted, locales);
  return languages.find(({ locale }) => locale === found) ?? en;
}
