import type { FaultDetail } from '#platform/kernel/errors';
import type { CategoryMap, CookieMap } from './parameter-schemas';
import type { ServiceMap } from './service-schemas';

/** Content of a consent template. */
export interface ConsentTemplateContent {
  readonly cookies: CookieMap;
  readonly categories: CategoryMap;
  readonly services: ServiceMap;
}

/** Maximum number of faults in one reply. */
const maxFaults = 100;

/**
 * Checks the rules that the schema cannot express: legal basis only on categories, and each parameter in
 * exactly one of them. (That a parameter has a `purpose` and a boolean `listenGpc` is in the schema.)
 */
export function findRuleFaults({
  cookies,
  categories,
}: Pick<ConsentTemplateContent, 'cookies' | 'categories'>): FaultDetail[] {
  const faults: FaultDetail[] = [];
  const places = new Map<string, string[]>();
  for (const [categoryId, { cookies: listed = [] }] of Object.entries(categories)) {
    for (const [index, id] of listed.entries()) {
      if (!Object.hasOwn(cookies, id))
        faults.push({
          path: `categories.${categoryId}.cookies[${index}]`,
          message: `"${id}" is not a parameter of this template`,
        });
      places.set(id, [...(places.get(id) ?? []), categoryId]);
    }
  }
  for (const [id, parameter] of Object.entries(cookies)) {
    const listedIn = places.get(id) ?? [];
    if (Object.hasOwn(parameter, 'legalBasis'))
      faults.push({ path: `cookies.${id}.legalBasis`, message: 'is set only on categories' });
    if (listedIn.length !== 1) faults.push({ path: `cookies.${id}`, message: placesFault(id, listedIn) });
  }
  return faults.slice(0, maxFaults);
}

function placesFault(id: string, listedIn: readonly string[]): string {
  if (listedIn.length === 0) return `"${id}" is not in any category; list it in exactly one`;
  return `"${id}" is listed ${listedIn.length} times (${listedIn.slice(0, 5).join(', ')}); list it once, in exactly one category`;
}

/** Removes parameters that no longer exist from the categories. */
export function withoutUnknown(categories: CategoryMap, cookies: CookieMap): CategoryMap {
  return Object.fromEntries(
    Object.entries(categories).map(([id, category]) => [
      id,
      category.cookies === undefined
        ? category
        : { ...category, cookies: category.cookies.filter((cookie) => Object.hasOwn(cookies, cookie)) },
    ]),
  );
}
