export { parseAcceptLanguage } from './accept-language';
export { canonicalLocale } from './canonical-locale';
export { lookupLocale } from './lookup-locale';
export { textDirection } from './text-direction';
