import { namesController } from '#content/banner-texts/index';
import { initialTenantName } from '#sites/tenants/index';
import type { Finding } from '../profile-schemas';
import type { ProfileTexts } from './profile-content';

const rule = 'profile/unnamed-controller';
const message = `“${initialTenantName}” is named as responsible, which is only the initial name of the tenant: enter the name of the company`;

/**
 * Returns where starter texts name the default tenant, which nobody has named, instead of a company: the setting, or once
 * that is changed, the languages whose text still has the name.
 */
export function findUnnamedController({
  defaultLocale,
  profileJson,
  localeContent,
}: ProfileTexts): Finding[] {
  const { controllerName, dataFiduciary } = profileJson.complianceConfig ?? {};
  if ([controllerName, dataFiduciary].includes(initialTenantName)) return [{ rule, message }];
  return [[defaultLocale, profileJson] as const, ...Object.entries(localeContent)].flatMap(
    ([locale, { mainBanner }]) =>
      namesController(mainBanner?.htmlText ?? '', locale, initialTenantName)
        ? [{ rule, message, locale, section: 'mainBanner' as const, field: 'htmlText' }]
        : [],
  );
}
