import type { BannerFacts } from '#content/banner-texts/index';
import { type ComplianceGroupId, listPartners } from '#standards/compliance/index';
import { toCpraCategories } from '#standards/cpra-category';
import type { CookieMap } from '../profile-schemas';

/**
 * Returns the setting that names the controller for receipts and rules; Indian law calls it the data
 * fiduciary.
 */
export function controllerConfig(group: ComplianceGroupId, controller: string): Record<string, string> {
  return group === 'opt-in-explicit' ? { dataFiduciary: controller } : { controllerName: controller };
}

/**
 * Returns the facts that the first layer states about the site: the controller, the number of others that can
 * receive data with the visitor's consent, and whether sensitive data is used.
 */
export function getBannerFacts(cookies: CookieMap, controller: string): BannerFacts {
  const optional = Object.values(cookies).filter(({ purpose }) => purpose !== 'necessary');
  return {
    controller,
    partners: listPartners(optional, controller).length,
    usesSensitiveData: optional.some((cookie) => toCpraCategories(cookie).includes('sensitive')),
  };
}
