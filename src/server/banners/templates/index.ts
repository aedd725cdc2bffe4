export { type ConsentTemplates, createTemplates, type Looks } from './create-templates';
export { Category, CategoryMap, CookieMap, entryId, Parameter, ParameterTextMap } from './parameter-schemas';
export { findServiceFaults, maxServices, ServiceMap, ServiceTextMap } from './service-schemas';
export { changesSince, type TemplateChange } from './template-changes';
export type {
  StoredConsentTemplate,
  StoredUiTemplate,
  TemplateLookup,
} from './template-lookup';
export {
  ConsentTemplateCreate,
  type TemplateButton,
  type TemplateButtons,
  UiBanner,
  UiModal,
  UiTemplateCreate,
} from './template-schemas';
export type {
  ParameterHolder,
  TemplateLink,
  TemplateParameters,
  TemplateUsage,
  UsingProfile,
} from './template-usage';
export { completeTheme, Theme } from './theme';
export { findUnknownPosition, findUnknownPositions, toLevel } from './ui-findings';
export type { UiPresentation } from './ui-template-kind';
