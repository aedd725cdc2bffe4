import type { Content } from '../edits/content';
import type { Changes } from '../edits/edits';
import { type Category, categoryPath, freeId, listCategories, releaseCookie } from './cookie-edits';
import { removeService } from './service-edits';

/** Puts the categories in the order of these ids; those already in place do not change. */
const reorder = (content: Content, ids: readonly string[]): Changes => {
  const known = content.profileJson.preferenceModal?.categories ?? {};
  return ids.flatMap(
    (id, order): Changes => (known[id]?.order === order ? [] : [[[...categoryPath(id), 'order'], order]]),
  );
};

const idsOf = ({ profileJson }: Content) => listCategories(profileJson).map(([id]) => id);

/** Adds an optional category after the others. */
export function addCategory(content: Content, heading: string): Changes {
  const ids = idsOf(content);
  const category: Category = { heading, legalBasis: 'consent', cookies: [], order: ids.length };
  return [...reorder(content, ids), [categoryPath(freeId(ids, heading, 'category')), category]];
}

/** Moves a category one place up (-1) or down (1), if there is one. */
export function moveCategory(content: Content, id: string, by: -1 | 1): Changes {
  const ids = idsOf(content);
  const from = ids.indexOf(id);
  const other = ids[from + by];
  return other === undefined ? [] : reorder(content, ids.with(from, other).with(from + by, id));
}

/** Removes a category with its translations and services. Its cookies stay, without a category. */
export const removeCategory = (content: Content, id: string): Changes => [
  ...Object.entries(content.profileJson.services ?? {})
    .filter(([, { category }]) => category === id)
    .flatMap(([key]) => removeService(content, key)),
  ...(content.profileJson.preferenceModal?.categories?.[id]?.cookies ?? []).map(releaseCookie),
  [categoryPath(id), undefined],
  ...Object.entries(content.localeContent)
    .filter(([, { preferenceModal }]) => Object.hasOwn(preferenceModal?.categories ?? {}, id))
    .map(([locale]) => [['localeContent', locale, 'preferenceModal', 'categories', id], undefined] as const),
];
