import type { BannerFacts } from '#content/banner-texts/index';
import { type ComplianceGroupId, foldName, listPartners } from '#standards/compliance/index';
import { toCpraCategories } from '#standards/cpra-category';
import type { CategoryMap, CookieMap } from '../profile-schemas';

/**
 * Returns the setting that names the controller for receipts and rules; Indian law calls it the data
 * fiduciary.
 */
export function controllerConfig(group: ComplianceGroupId, controller: string): Record<string, string> {
  return group === 'opt-in-explicit' ? { dataFiduciary: controller } : { controllerName: controller };
}

/**
 * Returns the facts that the first layer states about the site: the controller, the number of others that can
 * receive data with the visitor's consent, whether sensitive data is used, and whether there is anything to choose.
 */
export function getBannerFacts(
  {
    cookies,
    categories,
    tcf,
  }: { readonly cookies: CookieMap; readonly categories: CategoryMap; readonly tcf?: object | undefined },
  controller: string,
): BannerFacts {
  const all = Object.values(cookies);
  const optional = all.filter(({ purpose }) => purpose !== 'necessary');
  return {
    controller,
    partners: listPartners(optional, foldName(controller)).length,
    usesSensitiveData: optional.some((cookie) => toCpraCategories(cookie).includes('sensitive')),
    // A new profile without cookies will get some, and under the TCF vendors ask.
    isNecessaryOnly:
      all.length > 0 &&
      optional.length === 0 &&
      tcf === undefined &&
      Object.values(categories).every(canOnlyBeNecessary),
  };
}

/** Whether a category of necessary cookies, if any, leaves nothing to choose. */
const canOnlyBeNecessary = ({ legalBasis, cookies = [] }: CategoryMap[string]): boolean =>
  legalBasis === 'mandatory' || (legalBasis === undefined && cookies.length > 0);
