import { orderCategories } from '#standards/category-order';
import type { Content, ProfileJson } from '../edits/content';
import { type Changes, type Path, withValue } from '../edits/edits';
import type { Editor } from '../edits/use-editor';

/** The part of an editor that edits cookies: of a banner, or of a cookie list. */
export type CookieEditor = Pick<Editor, 'content' | 'set' | 'setAll'>;
export type Cookie = NonNullable<ProfileJson['cookies']>[string];
export type Category = NonNullable<NonNullable<ProfileJson['preferenceModal']>['categories']>[string];

const cookiePath = (id: string): Path => ['profileJson', 'cookies', id];
export const categoryPath = (id: string): Path => ['profileJson', 'preferenceModal', 'categories', id];
const listPath = (id: string): Path => [...categoryPath(id), 'cookies'];

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

/** @param category null: into none */
export function moveCookie({ profileJson }: Content, cookie: string, category: string | null): Changes {
  const moves = listCategories(profileJson).flatMap(([id, { cookies = [] }]): Changes => {
    if (id === category && !cookies.includes(cookie)) return [[listPath(id), [...cookies, cookie]]];
    if (id !== category && cookies.includes(cookie))
      return [[listPath(id), cookies.filter((other) => other !== cookie)]];
    return [];
  });
  // A service has the cookies of one category.
  const { service = '' } = profileJson.cookies?.[cookie] ?? {};
  const home = profileJson.services?.[service]?.category;
  return home === undefined || category === null || home === category
    ? moves
    : [...moves, [[...cookiePath(cookie), 'service'], undefined]];
}

/** Removes a cookie with its translations. */
export function removeCookie(content: Content, cookie: string): Changes {
  const { profileJson, localeContent } = content;
  return [
    ...moveCookie(content, cookie, null),
    [cookiePath(cookie), undefined],
    ...(profileJson.cookiesOverride?.[cookie] === undefined
      ? []
      : ([[['profileJson', 'cookiesOverride', cookie], undefined]] as Changes)),
    ...Object.entries(localeContent)
      .filter(([, { cookies = {} }]) => Object.hasOwn(cookies, cookie))
      .map(([locale]) => [['localeContent', locale, 'cookies', cookie], undefined] as const),
  ];
}

/** Adds a cookie, or changes one. */
export const putCookie = (content: Content, id: string, cookie: Cookie, category: string | null): Changes => [
  [cookiePath(id), cookie],
  ...moveCookie(withCookie(content, id, cookie), id, category),
];

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
  let next = content;
  return cookies.flatMap((cookie, index) => {
    const taken = Object.keys(next.profileJson.cookies ?? {});
    const key = (index === 0 && id) || freeId(taken, cookie.name ?? '', 'cookie');
    const changes = putCookie(next, key, cookie, category);
    next = changes.reduce((value, [path, after]) => withValue(value, path, after), next);
    return changes;
  });
}

const withCookie = (content: Content, id: string, cookie: Cookie): Content => ({
  ...content,
  profileJson: { ...content.profileJson, cookies: { ...content.profileJson.cookies, [id]: cookie } },
});

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
