import { cookieCatalogue } from '#content/cookie-catalogue/index';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { knownPart } from '#platform/kernel/known-part';
import { type ConsentTemplateContent, findRuleFaults, withoutUnknown } from './consent-template-rules';
import { withCatalogueEntries } from './from-catalogue';
import { CategoryMap, CookieMap, type Parameter } from './parameter-schemas';
import { findServiceFaults, ServiceMap } from './service-schemas';
import type { ConsentTemplateCreate, ConsentTemplateUpdate } from './template-schemas';
import type { TemplateKind } from './template-service';
import { type ParameterHolder, toProfileReference } from './template-usage';

/** Consent templates: parameters and their categories. */
export const consentTemplateKind: TemplateKind<
  ConsentTemplateContent,
  ConsentTemplateCreate,
  ConsentTemplateUpdate
> = {
  table: 'consent_templates',
  columns: { cookies: 'cookies', categories: 'categories', services: 'services' },
  // Profiles have their own copy of what it contains.
  keepsChanges: false,
  link: 'consent',
  resourceType: 'consentTemplate',
  notFound: () => new ServiceError('consent_template_not_found'),

  make: ({ cookies = {}, categories = {}, services = {}, catalogue = [] }) =>
    toCheckedContent(withCatalogueEntries({ cookies, categories, services }, catalogue, cookieCatalogue)),

  change(before, { cookies = before.cookies, categories, services = before.services }) {
    return toCheckedContent({
      cookies,
      categories: categories ?? withoutUnknown(before.categories, cookies),
      services,
    });
  },

  async guard(before, after, profiles) {
    const removed = Object.entries(before.cookies).filter(([id]) => !Object.hasOwn(after.cookies, id));
    if (removed.length === 0) return;
    const holders = await profiles.holders();
    const blockingProfiles = holders.filter((profile) =>
      removed.some(([id, parameter]) => isRequired(id, parameter, profile)),
    );
    if (blockingProfiles.length === 0) return;
    const removedCookieIds = removed
      .filter(([id, parameter]) => blockingProfiles.some((profile) => isRequired(id, parameter, profile)))
      .map(([id]) => id);
    throw new ServiceError('parameters_required', {
      body: { blockingProfiles: blockingProfiles.map(toProfileReference), removedCookieIds },
    });
  },
};

/**
 * Returns whether a profile contains the parameter and its group requires it, judging by the template's copy
 * or the profile's own. Without a group nothing is required.
 */
function isRequired(
  id: string,
  template: Parameter,
  { complianceGroup, contents }: ParameterHolder,
): boolean {
  if (complianceGroup === null) return false;
  return contents.some(({ cookies, honoursGpc }) => {
    const own = Object.hasOwn(cookies, id) ? cookies[id] : undefined;
    return (
      own !== undefined &&
      [template, own].some(({ purpose, listenGpc }) => purpose === 'necessary' || (listenGpc && honoursGpc))
    );
  });
}

function toCheckedContent(content: ConsentTemplateContent): ConsentTemplateContent {
  const faults = [...findRuleFaults(content), ...findServiceFaults(content)];
  if (faults.length > 0) throw validationFailed(...faults);
  // Unknown fields are ignored, as everywhere on the admin API outside profileJson.
  return {
    cookies: knownPart(CookieMap, content.cookies),
    categories: knownPart(CategoryMap, content.categories),
    services: knownPart(ServiceMap, content.services),
  };
}
