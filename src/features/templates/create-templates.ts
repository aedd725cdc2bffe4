import type { Feature } from '../feature';
import { cookieCatalogueRoutes } from './cookie-catalogue-routes';
import { createTemplateLookup, type TemplateLookup } from './template-lookup';
import { templateRoutes } from './template-routes';
import type { TemplateServiceOptions } from './template-service';

export interface TemplatesFeature extends Feature {
  readonly lookup: TemplateLookup;
}

/** Consent templates, UI templates and the catalogue of well-known cookies. */
export function createTemplates(options: TemplateServiceOptions): TemplatesFeature {
  return {
    adminRoutes: [...templateRoutes(options), ...cookieCatalogueRoutes()],
    lookup: createTemplateLookup(options.database),
  };
}
