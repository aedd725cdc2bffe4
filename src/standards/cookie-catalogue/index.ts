export type { CatalogueEntry } from './catalogue-entry';
export { type CookieSearch, cookieCatalogue, matchesCookieName, searchCookies } from './cookie-catalogue';
