export type { CatalogueEntry } from './catalogue-entry';
export { cookieCatalogue, matchesCookieName, searchCookies } from './cookie-catalogue';
export { describeCookie, isEnglish } from './descriptions';
