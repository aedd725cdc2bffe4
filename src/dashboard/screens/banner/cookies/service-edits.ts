import type { Content, ProfileJson } from '../edits/content';
import type { Changes, Path } from '../edits/edits';
import { categoryOf, freeId, listCategories } from './cookie-edits';

export type Service = NonNullable<ProfileJson['services']>[string];

const servicePath = (key: string): Path => ['profileJson', 'services', key];
const ofCookie = (id: string): Path => ['profileJson', 'cookies', id, 'service'];

/** Longest key of a service (characters). */
const longestKey = 32;

/** Returns the ids of the cookies that a service uses. */
export const cookiesOf = ({ cookies = {} }: ProfileJson, key: string): readonly string[] =>
  Object.keys(cookies).filter((id) => cookies[id]?.service === key);

/** Adds a service, or changes one, with the cookies that it uses: those of its category. */
export function putService(
  { profileJson }: Content,
  key: string,
  service: Service,
  cookies: readonly string[],
): Changes {
  const used = cookies.filter((id) => categoryOf(profileJson, id) === service.category);
  const before = cookiesOf(profileJson, key);
  return [
    [servicePath(key), service],
    ...before.filter((id) => !used.includes(id)).map((id) => [ofCookie(id), undefined] as const),
    ...used.filter((id) => !before.includes(id)).map((id) => [ofCookie(id), key] as const),
  ];
}

/** Removes a service with its translations. Its cookies stay in their category. */
export const removeService = ({ profileJson, localeContent }: Content, key: string): Changes => [
  ...cookiesOf(profileJson, key).map((id) => [ofCookie(id), undefined] as const),
  [servicePath(key), undefined],
  ...Object.entries(localeContent)
    .filter(([, { services = {} }]) => Object.hasOwn(services, key))
    .map(([locale]) => [['localeContent', locale, 'services', key], undefined] as const),
];

/** Returns a key that no service has, made of its name. */
export const freeKey = ({ services = {} }: ProfileJson, name: string): string =>
  freeId(Object.keys(services), name.slice(0, longestKey - 3), 'service');

/**
 * Adds a service for each provider of cookies that visitors can refuse and that belong to none: with the cookies of the
 * provider in that category. The cookie catalogue names the provider of the cookies that are added from it.
 */
export function suggestServices(content: Content): Changes {
  const { profileJson } = content;
  const { cookies = {}, services = {} } = profileJson;
  let next = { ...services };
  const changes: (readonly [Path, unknown])[] = [];
  for (const [category, { legalBasis, cookies: listed = [] }] of listCategories(profileJson)) {
    if (legalBasis === 'mandatory') continue;
    for (const id of listed) {
      const { provider, providerCountry, firstParty, service } = cookies[id] ?? {};
      if (service !== undefined || !provider || firstParty) continue;
      const known = Object.entries(next).find(
        ([, other]) =>
          other.category === category && (other.provider === provider || other.name === provider),
      );
      const key = known?.[0] ?? freeKey({ services: next }, provider);
      if (!known) {
        const added = { category, name: provider, provider, ...(providerCountry && { providerCountry }) };
        next = { ...next, [key]: added };
        changes.push([servicePath(key), added]);
      }
      changes.push([ofCookie(id), key]);
    }
  }
  return changes;
}
