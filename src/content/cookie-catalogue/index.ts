export type { CatalogueEntry } from './catalogue-entry';
export { type CatalogueMatch, matchCatalogue } from './catalogue-match';
export {
  cookieCatalogue,
  findCookie,
  indexByName,
  matchesCookieName,
  searchCookies,
} from './cookie-catalogue';
export { cookieDescriber, describeCookie, isEnglish } from './descriptions';
export {
  findOwnCatalogueEntry,
  findWholeCookie,
  isEssentialCookie,
  looksEssential,
  withoutNamePrefix,
} from './essential-cookies';
