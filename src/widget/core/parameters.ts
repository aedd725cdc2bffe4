import type { WidgetParameter, WidgetProfile } from '../widget-types';

/** The place of a parameter, its name, in which `*` stands for any text, and the path of a cookie. */
export type StoredName = readonly [kind: NonNullable<WidgetParameter['kind']>, name: string, path?: string];

/** Returns the parameters of the categories and services that are wanted. */
export const selectParameters = (
  { preferenceModal, cookies }: WidgetProfile,
  isWanted: (category: string, service: string | undefined) => boolean = () => true,
): readonly StoredName[] =>
  Object.entries(preferenceModal.categories)
    .flatMap(([category, { cookies: ids }]) => ids.map((id) => [category, id] as const))
    .flatMap(([category, id]) => {
      const parameter = cookies[id];
      if (!parameter || !isWanted(category, parameter.service)) return [];
      const { kind = 'cookie', storedName, name, path } = parameter;
      const stored = [kind, storedName ?? name ?? id] as const;
      return [path ? [...stored, path] : stored] as const;
    });

/** Returns a function that returns whether a name is one of these. */
export function matchNames(names: readonly StoredName[], kind: WidgetParameter['kind']) {
  const patterns = names
    .filter(([of]) => of === kind)
    .map(([, name]) => RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`));
  return (name: string) => patterns.some((pattern) => pattern.test(name));
}

/** Returns the names of cookies, as in `document.cookie`. */
export const readCookieNames = (cookies: string): string[] => [
  ...new Set(cookies.split('; ').map((pair) => pair.split('=')[0] ?? '')),
];

/** Returns whether a cookie or an entry is the widget's own. */
export const isOwnName = (name: string, choiceCookie: string | undefined): boolean =>
  /^svc_/.test(name) || name === choiceCookie;
