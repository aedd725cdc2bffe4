export { createTemplates } from './create-templates';
export { Category, CategoryMap, CookieMap, entryId } from './parameter-schemas';
export type {
  StoredConsentTemplate,
  StoredUiTemplate,
  TemplateLookup,
} from './template-lookup';
export { type TemplateButton, type TemplateButtons, UiBanner, UiModal } from './template-schemas';
export type { TemplateLink, TemplateParameters, TemplateUsage, UsingProfile } from './template-usage';
export type { UiPresentation } from './ui-template-kind';
