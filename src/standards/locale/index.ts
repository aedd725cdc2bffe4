export { findLocale, isSameLanguage } from './find-locale';
export { joinSentences } from './join-sentences';
export { canonicalLocale, parseAcceptLanguage } from './language-tags';
export { textDirection } from './text-direction';
