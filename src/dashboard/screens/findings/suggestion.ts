import type { Banner, ListingItem, Unlisted } from './finding';

/** The choice that puts something into the category for its purpose in each banner, which can have different ids. */
export const byPurpose = '*';

/** Returns the categories that all banners have. */
export const commonCategories = ([first, ...rest]: readonly Banner[]): readonly string[] =>
  (first?.categories ?? [])
    .map(({ id }) => id)
    .filter((id) => rest.every(({ categories }) => categories.some((other) => other.id === id)));

/**
 * Returns the category that the cookie catalogue suggests: an id that all banners have, or `byPurpose`; null: it suggests
 * none, or a banner has no such category.
 */
export function suggestCategory(
  { match }: Pick<Unlisted, 'match'>,
  banners: readonly Banner[],
): string | null {
  const purpose = match?.purpose;
  if (!purpose || banners.length === 0) return null;
  const ids = banners.map(({ categories }) => {
    const fitting = categories.filter((category) => category.purpose === purpose).map(({ id }) => id);
    return fitting.find((id) => id === purpose) ?? fitting[0];
  });
  if (ids.includes(undefined)) return null;
  if (ids.every((id) => id === ids[0])) return ids[0] ?? null;
  // The service chooses by purpose only for what the catalogue describes.
  return match.description === null ? null : byPurpose;
}

/** Returns whether one click can list it: the catalogue has a category and a text for it. */
export const isComplete = (item: Unlisted, banners: readonly Banner[]): boolean =>
  suggestCategory(item, banners) !== null && item.match?.description != null;

/** Returns what the service must know to list something in a category. Without one, it chooses by purpose. */
export const toItem = (
  { id, match }: Unlisted,
  { category, description }: { readonly category: string; readonly description: string },
): ListingItem => ({
  findingId: id,
  ...(category === byPurpose ? {} : { category }),
  ...(match?.description == null ? { description: description.trim() } : {}),
});
