import { orderCategories } from '#standards/category-order';
import type { Content, ProfileJson } from './content';

// Why: docs/adr/0178-edits-are-changes-of-fields.md

type Cookies = NonNullable<ProfileJson['cookies']>;
type Categories = NonNullable<NonNullable<ProfileJson['preferenceModal']>['categories']>;

/**
 * A cookie as it is edited: it names its category. The service has a list of cookies in each category instead, in which the
 * edits of two cookies would be one field.
 */
export type CookieFields = Cookies[string] & { readonly category?: string };

/** Returns the category of each cookie that is listed; of several that list it, the first one that visitors see. */
const mapCategories = (categories: Categories = {}): ReadonlyMap<string, string> =>
  new Map(
    orderCategories(categories)
      .flatMap(([key, { cookies = [] }]) => cookies.map((id) => [id, key] as const))
      .toReversed(),
  );

/** Returns the content in which each cookie names its category. */
export function withCategories(content: Content): Content {
  const { cookies, preferenceModal } = content.profileJson;
  if (cookies === undefined) return content;
  const categories = mapCategories(preferenceModal?.categories);
  const named = Object.entries(cookies).map(([id, cookie]): [string, CookieFields] => {
    const category = categories.get(id);
    return [id, category === undefined ? cookie : { ...cookie, category }];
  });
  return withProfile(content, { cookies: Object.fromEntries(named) });
}

/** Returns the content in which categories list their cookies, as the service has it. */
export function withLists(form: Content): Content {
  const { cookies: fields, preferenceModal } = form.profileJson;
  if (fields === undefined) return form;
  const entries = Object.entries(fields as Readonly<Record<string, CookieFields>>);
  const cookies = Object.fromEntries(entries.map(([id, { category: _category, ...cookie }]) => [id, cookie]));
  const categories = preferenceModal?.categories;
  if (categories === undefined) return withProfile(form, { cookies });
  const before = mapCategories(categories);
  const moved = new Map(
    entries.flatMap(([id, { category }]) => (category === before.get(id) ? [] : [[id, category] as const])),
  );
  const listed = Object.entries(categories).map(([key, category]) => {
    const old = category.cookies ?? [];
    const stay = old.filter((id) => Object.hasOwn(cookies, id) && (!moved.has(id) || moved.get(id) === key));
    const come = [...moved].flatMap(([id, to]) => (to === key && !stay.includes(id) ? id : []));
    const isSame = come.length === 0 && stay.length === old.length;
    return [key, isSame ? category : { ...category, cookies: [...stay, ...come] }] as const;
  });
  return withProfile(form, {
    cookies,
    preferenceModal: { ...preferenceModal, categories: Object.fromEntries(listed) },
  });
}

const withProfile = (content: Content, part: Partial<ProfileJson>): Content => ({
  ...content,
  profileJson: { ...content.profileJson, ...part },
});
