import type { ServiceMap } from '../../templates';
import type { CookieMap } from '../profile-schemas';
import type { Choices } from './fit-to-group';

/**
 * Returns a template's services in the categories that its parameters have for a group. A service whose parameters have
 * all moved moves with them; one whose parameters are in two categories now keeps those that stayed.
 */
export function withFittingServices(
  { cookies, categories }: Choices,
  services: ServiceMap,
): Choices & { readonly services: ServiceMap } {
  const homes = new Map(
    Object.entries(categories).flatMap(([id, { cookies: listed = [] }]) =>
      listed.map((parameter) => [parameter, id] as const),
    ),
  );
  const fitted: ServiceMap = {};
  for (const [key, service] of Object.entries(services)) {
    const own = Object.keys(cookies).filter((id) => cookies[id]?.service === key);
    const [home, ...others] = [...new Set(own.map((id) => homes.get(id)))];
    const category = home === undefined || others.length > 0 ? service.category : home;
    if (Object.hasOwn(categories, category)) fitted[key] = { ...service, category };
  }
  const fittedCookies: CookieMap = {};
  for (const [id, { service: key, ...parameter }] of Object.entries(cookies)) {
    const service = key !== undefined && Object.hasOwn(fitted, key) ? fitted[key] : undefined;
    const stays = service !== undefined && service.category === homes.get(id);
    fittedCookies[id] = stays ? { ...parameter, service: key } : parameter;
  }
  return { cookies: fittedCookies, categories, services: fitted };
}
