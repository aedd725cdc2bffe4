import { maxServices } from '../../templates';
import type { CookieMap, ProfileJson } from '../profile-schemas';

type Parameter = CookieMap[string];

/** Longest key of a service (characters). */
const maxKeyLength = 32;

/**
 * Returns the service for a new cookie of a category, and the services with it: the one of its provider, else, where
 * visitors decide about services, a new one. Null where there is none: of cookies that visitors cannot refuse, and of
 * those whose data stays with the site.
 */
export function serviceOfCookie(
  { services = {}, granularity, preferenceModal }: ProfileJson,
  category: string,
  { provider, firstParty }: Pick<Parameter, 'provider' | 'firstParty'>,
): { readonly key: string; readonly services: typeof services } | null {
  const isMandatory = preferenceModal?.categories?.[category]?.legalBasis === 'mandatory';
  if (!provider || firstParty || isMandatory) return null;
  const known = Object.entries(services).find(
    ([, other]) => other.category === category && [other.provider, other.name].includes(provider),
  );
  if (known !== undefined) return { key: known[0], services };
  if (granularity !== 'service' || Object.keys(services).length >= maxServices) return null;
  const key = unusedKey(provider, services);
  return { key, services: { ...services, [key]: { category, name: provider, provider } } };
}

function unusedKey(name: string, taken: object): string {
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'service';
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`;
    const key = `${plain.slice(0, maxKeyLength - end.length)}${end}`;
    if (!Object.hasOwn(taken, key)) return key;
  }
}
