import { orderCategories } from '#standards/category-order';
import type { Banner, Button, ChoicesLink, LocaleContent, Modal, ProfileJson } from './profile-schemas';
import type { PublishedProfile } from './published-profile-schema';

/** Merges a locale's own texts into the content that all locales share. */

function texts<K extends 'heading' | 'htmlText' | 'text' | 'name' | 'provider' | 'description'>(
  own: Partial<Record<K, string>> | undefined,
  keys: readonly K[],
): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  for (const key of keys) if (own?.[key] !== undefined) found[key] = own[key];
  return found;
}

function getEntry<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Returns the parameters with `cookiesOverride` applied. */
export function mergeCookies(
  { cookies = {}, cookiesOverride }: ProfileJson,
  own: LocaleContent['cookies'],
): PublishedProfile['cookies'] {
  const overrides = new Map(Object.entries(cookiesOverride ?? {}));
  const ownTexts = new Map(Object.entries(own ?? {}));
  const merged: PublishedProfile['cookies'] = {};
  for (const [id, parameter] of Object.entries(cookies)) {
    const shared = { ...parameter, ...overrides.get(id) };
    const translated = texts(ownTexts.get(id), ['name', 'provider', 'description']);
    merged[id] = {
      ...shared,
      ...translated,
      ...(translated.name !== undefined && shared.name !== undefined && { storedName: shared.name }),
    };
  }
  return merged;
}

/** Returns the services with the locale's own texts; undefined for a profile without any. */
export function mergeServices(
  { services }: ProfileJson,
  own: LocaleContent['services'],
): PublishedProfile['services'] {
  if (services === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(services).map(([key, service]) => [
      key,
      { ...service, ...texts(getEntry(own, key), ['name', 'provider', 'description']) },
    ]),
  );
}

function mergeButtons(shared: readonly Button[] | undefined, own: readonly Button[] | undefined): Button[] {
  return (shared ?? []).map((button, index) => ({ ...button, ...texts(own?.[index], ['text']) }));
}

export function mergeBanner(shared: Banner, own: Banner | undefined): PublishedProfile['mainBanner'] {
  return {
    ...shared,
    ...texts(own, ['heading', 'htmlText']),
    buttons: mergeButtons(shared.buttons, own?.buttons),
  };
}

export function mergeLink(
  { text = '', optOutIcon = false }: ChoicesLink,
  own: ChoicesLink | undefined,
): NonNullable<PublishedProfile['choicesLink']> {
  return { text: own?.text ?? text, optOutIcon };
}

/** Lists the categories by their `order`. */
export function mergeModal(shared: Modal, own: Modal | undefined): PublishedProfile['preferenceModal'] {
  const categories = orderCategories(shared.categories ?? {}).map(([id, category]) => [
    id,
    {
      ...category,
      cookies: category.cookies ?? [],
      ...texts(getEntry(own?.categories, id), ['heading', 'htmlText']),
    },
  ]);
  return {
    ...shared,
    ...texts(own, ['heading', 'htmlText']),
    buttons: mergeButtons(shared.buttons, own?.buttons),
    categories: Object.fromEntries(categories),
  };
}
