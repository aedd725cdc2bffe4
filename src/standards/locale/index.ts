export { parseAcceptLanguage } from './accept-language';
export { canonicalLocale } from './canonical-locale';
export { findLocale } from './find-locale';
export { textDirection } from './text-direction';
