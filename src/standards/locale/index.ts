export { findLocale, isSameLanguage } from './find-locale';
export { canonicalLocale, parseAcceptLanguage } from './language-tags';
export { textDirection } from './text-direction';
