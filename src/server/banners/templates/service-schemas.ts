import { type Static, Type } from '@sinclair/typebox';
import type { FaultDetail } from '#platform/kernel/errors';
import { safeUrl } from '#platform/kernel/text-patterns';
import { type CategoryMap, type CookieMap, entryId } from './parameter-schemas';

// Why: docs/adr/0102-consent-per-service.md

/** Schemas of services: what visitors decide about inside a category, shared by templates and profiles. */

const optional = Type.Optional;

/** Keys are part of the choice cookie and of attributes in pages, so they are short and need no escapes. */
const serviceKey = '^[a-z0-9][a-z0-9_-]{0,31}$';

/** Most services of a profile: their answers must fit into the choice cookie. */
export const maxServices = 64;

/** The texts that visitors read about a service in one language. */
const texts = {
  name: optional(Type.String({ maxLength: 300, description: 'Name shown to visitors, such as `YouTube`.' })),
  provider: optional(Type.String({ maxLength: 300, description: 'Company that provides the service.' })),
  description: optional(Type.String({ maxLength: 5000, description: 'Use of the service, in plain text.' })),
};

const Service = Type.Object({
  category: Type.String({
    pattern: entryId,
    description: 'Id of the category that the service and its parameters belong to; its legal basis applies.',
  }),
  ...texts,
  providerCountry: optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Country in which the provider receives the data, ISO 3166-1 alpha-2.',
    }),
  ),
  privacyUrl: optional(
    Type.String({
      maxLength: 2000,
      pattern: safeUrl,
      description: 'The provider’s privacy policy: an address with `http://` or `https://`.',
    }),
  ),
});
export type Service = Static<typeof Service>;

const byKey = { maxProperties: maxServices, additionalProperties: false } as const;

export const ServiceMap = Type.Record(Type.String({ pattern: serviceKey }), Service, {
  ...byKey,
  description: 'Services by key, in the order in which visitors see them.',
});
export type ServiceMap = Static<typeof ServiceMap>;

export const ServiceTextMap = Type.Record(Type.String({ pattern: serviceKey }), Type.Object(texts), {
  ...byKey,
  description: 'Texts of services in this language, by key. The default locale’s apply where one is missing.',
});

/** Greatest number of faults in one reply. */
const maxFaults = 100;

interface WithServices {
  readonly cookies: CookieMap;
  readonly categories: CategoryMap;
  readonly services: ServiceMap;
}

/** Checks that services have a category, and that parameters name a service of the category that lists them. */
export function findServiceFaults(
  { cookies, categories, services }: WithServices,
  prefix = '',
): FaultDetail[] {
  const faults: FaultDetail[] = [];
  for (const [key, { category }] of Object.entries(services))
    if (!Object.hasOwn(categories, category))
      faults.push({ path: `${prefix}services.${key}.category`, message: `"${category}" is not a category` });
  const homes = new Map(
    Object.entries(categories).flatMap(([id, { cookies: listed = [] }]) =>
      listed.map((parameter) => [parameter, id] as const),
    ),
  );
  for (const [id, { service: key }] of Object.entries(cookies)) {
    if (key === undefined) continue;
    const path = `${prefix}cookies.${id}.service`;
    const service = Object.hasOwn(services, key) ? services[key] : undefined;
    if (service === undefined) faults.push({ path, message: `"${key}" is not a service` });
    else if (homes.has(id) && homes.get(id) !== service.category)
      faults.push({
        path,
        message: `"${key}" belongs to the category "${service.category}", and this parameter to "${homes.get(id)}"`,
      });
  }
  return faults.slice(0, maxFaults);
}
