export type { CatalogueEntry } from './catalogue-entry';
export { cookieCatalogue, searchCookies } from './cookie-catalogue';
