import { orderCategories } from '#standards/category-order';
import type { CookieFields } from '../edits/category-fields';
import type { Content, ProfileJson } from '../edits/content';
import type { Changes, Path } from '../edits/edits';

/** The part of an editor that edits cookies: of a banner, or of a cookie list. */
export interface CookieEditor {
  readonly content: Content;
  readonly set: (path: Path, value: unknown) => void;
  /** Makes changes to the content, or to what it was when a dialog opened. Returns a function that takes them back. */
  readonly setAll: (changes: Changes, since?: Content) => () => void;
  /** Ends when the screen is left. */
  readonly lifetime: AbortSignal;
}
export type Cookie = NonNullable<ProfileJson['cookies']>[string];
export type Category = NonNullable<NonNullable<ProfileJson['preferenceModal']>['categories']>[string];

const cookiePath = (id: string): Path => ['profileJson', 'cookies', id];
export const categoryPath = (id: string): Path => ['profileJson', 'preferenceModal', 'categories', id];

/** Returns the categories in the order in which visitors see them. */
export function listCategories({ preferenceModal }: ProfileJson): readonly (readonly [string, Category])[] {
  return orderCategories(preferenceModal?.categories ?? {});
}

/** Returns the id of the category that lists a cookie; null: none does. */
export const categoryOf = (profileJson: ProfileJson, cookie: string): string | null =>
  listCategories(profileJson).find(([, { cookies = [] }]) => cookies.includes(cookie))?.[0] ?? null;

/**
 * Returns the category for a new cookie: that of its purpose, else one whose cookies all have that purpose, else null.
 */
export function fittingCategory(profileJson: ProfileJson, purpose: string): string | null {
  const categories = listCategories(profileJson);
  const named = categories.find(([id]) => id === purpose);
  const fitting = categories.find(
    ([, { cookies = [] }]) =>
      cookies.length > 0 && cookies.every((id) => profileJson.cookies?.[id]?.purpose === purpose),
  );
  return (named ?? fitting)?.[0] ?? null;
}

/** Moves a cookie to a category. */
export const moveCookie = ({ profileJson }: Content, cookie: string, category: string): Changes => [
  [[...cookiePath(cookie), 'category'], category],
  ...(fitsService(profileJson, profileJson.cookies?.[cookie], category)
    ? []
    : [[[...cookiePath(cookie), 'service'], undefined] as const]),
];

/** A service has the cookies of one category. */
const fitsService = (
  { services }: ProfileJson,
  { service = '' }: Partial<Cookie> = {},
  category: string | null,
) => category === null || (services?.[service]?.category ?? category) === category;

/** Takes a cookie out of its category. */
export const releaseCookie = (cookie: string): Changes[number] => [
  [...cookiePath(cookie), 'category'],
  undefined,
];

/** Removes a cookie with its translations. */
export function removeCookie({ profileJson, localeContent }: Content, cookie: string): Changes {
  return [
    [cookiePath(cookie), undefined],
    ...(profileJson.cookiesOverride?.[cookie] === undefined
      ? []
      : ([[['profileJson', 'cookiesOverride', cookie], undefined]] as Changes)),
    ...Object.entries(localeContent)
      .filter(([, { cookies = {} }]) => Object.hasOwn(cookies, cookie))
      .map(([locale]) => [['localeContent', locale, 'cookies', cookie], undefined] as const),
  ];
}

/** Adds a cookie, or changes one. @param category null: into none */
export function putCookie(
  { profileJson }: Content,
  id: string,
  cookie: Cookie,
  category: string | null,
): Changes[number] {
  const { service, ...others } = cookie;
  const fields = fitsService(profileJson, cookie, category) ? cookie : others;
  return [cookiePath(id), category === null ? fields : ({ ...fields, category } satisfies CookieFields)];
}

/** Splits what somebody wrote as a name into names that cookies can have. */
export const splitNames = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((name) => name !== '')),
];

/**
 * Adds cookies, or changes one.
 * @param id of the first; null: it is new too
 */
export function putCookies(
  content: Content,
  cookies: readonly Cookie[],
  category: string | null,
  id: string | null,
): Changes {
  const taken = Object.keys(content.profileJson.cookies ?? {});
  return cookies.map((cookie, index) => {
    const key = (index === 0 && id) || freeId(taken, cookie.name ?? '', 'cookie');
    taken.push(key);
    return putCookie(content, key, cookie, category);
  });
}

/** Returns an id that is not taken: a name reduced to the characters that ids allow. */
export function freeId(taken: readonly string[], name: string, otherwise: string): string {
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 50) || otherwise;
  const ids = [plain, ...taken.map((_, index) => `${plain}-${index + 2}`)];
  return ids.find((id) => !taken.includes(id)) ?? plain;
}
