import type { CatalogueEntry } from '#content/cookie-catalogue/index';
import { validationFailed } from '#platform/kernel/errors';
import type { ConsentTemplateContent } from './consent-template-rules';
import type { Category, CategoryMap } from './parameter-schemas';

/**
 * Adds entries of the cookie catalogue as parameters, each in the category of its purpose.
 * @throws ServiceError `validation_failed` naming ids that are missing from the catalogue or already in the
 * template
 */
export function withCatalogueEntries(
  { cookies, categories, services }: ConsentTemplateContent,
  ids: readonly string[],
  catalogue: readonly CatalogueEntry[],
): ConsentTemplateContent {
  const byId = new Map(catalogue.map((entry) => [entry.id, entry]));
  const faults = ids.flatMap((id, index) => {
    const message = !byId.has(id)
      ? `"${id}" is not in the cookie catalogue`
      : Object.hasOwn(cookies, id)
        ? `"${id}" is already in cookies`
        : null;
    return message === null ? [] : [{ path: `catalogue[${index}]`, message }];
  });
  if (faults.length > 0) throw validationFailed(...faults);

  const entries = ids.map((id) => byId.get(id)).filter((entry) => entry !== undefined);
  const content = { cookies: { ...cookies }, categories: { ...categories }, services };
  for (const { id, ...parameter } of entries) {
    const { key, category } = categoryFor(parameter.purpose, content);
    content.cookies[id] = { ...parameter, domains: [...(parameter.domains ?? [])] };
    content.categories[key] = { ...category, cookies: [...(category.cookies ?? []), id] };
  }
  return content;
}

/** Returns the category named after the purpose, else one whose parameters all have it, else a new one. */
function categoryFor(
  purpose: string,
  { cookies, categories }: ConsentTemplateContent,
): { key: string; category: Category } {
  const own = Object.hasOwn(categories, purpose) ? categories[purpose] : undefined;
  if (own !== undefined) return { key: purpose, category: own };
  const getPurpose = (id: string) => (Object.hasOwn(cookies, id) ? cookies[id]?.purpose : undefined);
  const fitting = Object.entries(categories as CategoryMap).find(
    ([, { cookies: listed = [] }]) => listed.length > 0 && listed.every((id) => getPurpose(id) === purpose),
  );
  if (fitting !== undefined) return { key: fitting[0], category: fitting[1] };
  return { key: purpose, category: { legalBasis: purpose === 'necessary' ? 'mandatory' : 'consent' } };
}
