export { parseAcceptLanguage } from './accept-language';
export { canonicalLocale } from './canonical-locale';
export { findLocale, isSameLanguage } from './find-locale';
export { textDirection } from './text-direction';
