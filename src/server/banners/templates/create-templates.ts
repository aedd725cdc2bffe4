import type { Feature } from '#platform/feature';
import { consentTemplateKind } from './consent-template-kind';
import { cookieCatalogueRoutes } from './cookie-catalogue-routes';
import { createTemplateLookup, type TemplateLookup } from './template-lookup';
import { type TemplateRoutesOptions, templateRoutes } from './template-routes';
import { createTemplateService } from './template-service';
import { createUiTemplateKind } from './ui-template-kind';

export interface TemplatesFeature extends Feature {
  readonly lookup: TemplateLookup;
  /** Consent templates, checked like those of operators. */
  readonly consents: ConsentTemplates;
  /** UI templates, checked like those of operators. */
  readonly looks: Looks;
}

export type ConsentTemplates = ReturnType<typeof createConsents>;
export type Looks = ReturnType<typeof createLooks>;

const createConsents = (options: TemplateRoutesOptions) =>
  createTemplateService(consentTemplateKind, options);
const createLooks = (options: TemplateRoutesOptions) =>
  createTemplateService(createUiTemplateKind(options.complianceRules), options);

/** Consent templates, UI templates and the catalogue of well-known cookies. */
export function createTemplates(options: TemplateRoutesOptions): TemplatesFeature {
  return {
    adminRoutes: [...templateRoutes(options), ...cookieCatalogueRoutes()],
    consents: createConsents(options),
    looks: createLooks(options),
    lookup: createTemplateLookup(options.database),
  };
}
