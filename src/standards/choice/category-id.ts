// Why: docs/adr/0096-categories-as-types.md

declare global {
  namespace ExpressConsent {
    /** The categories of the site's profiles, by id. `express-consent types` writes a file that adds them. */
    interface Categories {}
    /** The services of the site's profiles, by key. `express-consent types` writes a file that adds them. */
    interface Services {}
  }
}

/** Returns the first type for sites that have not declared their categories, the second for others. */
type OnceDeclared<Before, After> = [keyof ExpressConsent.Categories] extends [never] ? Before : After;

/** Id of a category: any text until `express-consent types` has written the site's categories. */
export type CategoryId = OnceDeclared<string, keyof ExpressConsent.Categories>;

/** One category, or several with spaces between them, of which only the first is checked. */
export type CategoryIds = CategoryId | `${CategoryId} ${string}`;

/** A value for each category. Of a site with several profiles, one does not have the categories of all. */
export type ByCategory<Value> = OnceDeclared<
  Readonly<Record<string, Value>>,
  { readonly [Id in keyof ExpressConsent.Categories]?: Value }
>;

/** Key of a service: any text until `express-consent types` has written the site's services. */
export type ServiceId = [keyof ExpressConsent.Services] extends [never]
  ? string
  : keyof ExpressConsent.Services;

/** A value for each service. Of a site with several profiles, one does not have the services of all. */
export type ByService<Value> = [keyof ExpressConsent.Services] extends [never]
  ? Readonly<Record<string, Value>>
  : { readonly [Id in keyof ExpressConsent.Services]?: Value };
