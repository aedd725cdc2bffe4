export { cookieCatalogueRoutes } from './cookie-catalogue-routes';
export { Category, CategoryMap, CookieMap, entryId } from './parameter-schemas';
export {
  createTemplateLookup,
  type StoredConsentTemplate,
  type StoredUiTemplate,
  type TemplateLookup,
} from './template-lookup';
export { templateRoutes } from './template-routes';
export { type TemplateButton, type TemplateButtons, UiBanner, UiModal } from './template-schemas';
export type { HeldParameters, TemplateLink, TemplateUsage, UsingProfile } from './template-usage';
export type { UiPresentation } from './ui-template-kind';
