export { parseAcceptLanguage } from './accept-language';
export { canonicalLocale, maxLocaleLength } from './canonical-locale';
export { lookupLocale } from './lookup-locale';
