import type { Feature } from '../feature';
import { cookieCatalogueRoutes } from './cookie-catalogue-routes';
import { createTemplateLookup, type TemplateLookup } from './template-lookup';
import { type TemplateRoutesOptions, templateRoutes } from './template-routes';
import type { UiTemplateCreate } from './template-schemas';
import { createTemplateService, type TemplateContext } from './template-service';
import { createUiTemplateKind } from './ui-template-kind';

export interface TemplatesFeature extends Feature {
  readonly lookup: TemplateLookup;
  readonly looks: Looks;
}

/** Creates UI templates for other features, checked like those of operators. */
export interface Looks {
  create(context: TemplateContext, input: UiTemplateCreate): Promise<{ readonly id: string }>;
  remove(context: TemplateContext, id: string): Promise<void>;
}

/** Consent templates, UI templates and the catalogue of well-known cookies. */
export function createTemplates(options: TemplateRoutesOptions): TemplatesFeature {
  return {
    adminRoutes: [...templateRoutes(options), ...cookieCatalogueRoutes()],
    looks: createTemplateService(createUiTemplateKind(options.complianceRules), options),
    lookup: createTemplateLookup(options.database),
  };
}
