import { findLocale } from '../locale';

/**
 * Languages in which the framework's texts are published, as their files are named. English is the vendor
 * list's own language.
 */
const translations = (
  'ar bg bs ca cs cy da de el es et eu fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms mt nl no pl pt-br pt-pt ro ru sk sl sq ' +
  'sr-latn sr-cyrl sv sw th tl tr uk vi zh zh-hant'
).split(' ');

/**
 * Returns the translation of the framework's texts that serves a BCP 47 tag best, as its file is named; null
 * for English.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "Translations".
 */
export function translationFor(tag: string): string | null {
  return findLocale([tag], translations);
}
