export { parseAcceptLanguage } from './accept-language';
export { canonicalLocale } from './canonical-locale';
export { findLocale, lookupLocale } from './lookup-locale';
export { textDirection } from './text-direction';
