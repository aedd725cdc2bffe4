import { findLocale } from '../../locale';
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
import type { ReceiptLabels } from './receipt-label-types';

const languages: readonly ReceiptLabels[] = [en, de, fr, es, it, ptPt, ptBr, nl, pl, ar, he, fa, el, ja];

/** The languages that receipts are printed in, English first. */
const receiptLabelLocales: readonly string[] = languages.map(({ locale }) => locale);

/** Returns the labels for a locale: `de-AT` finds German. English where nothing is found. */
export function receiptLabels(locale: string): ReceiptLabels {
  const found = findLocale([locale], receiptLabelLocales);
  return languages.find((language) => language.locale === found) ?? en;
}

/**
 * Invisible marks that isolate a filled-in value, so that it does not change the order of the text around it (Unicode
 * Annex 9, FSI and PDI).
 */
const [isolate, endIsolate] = ['\u2068', '\u2069'];

/** Puts values into the `{name}` places of a label, each isolated in its own direction. */
export function fillLabel(label: string, values: Readonly<Record<string, string>>): string {
  return label.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? `${isolate}${values[name]}${endIsolate}` : place,
  );
}
