import type { Purpose } from '../../standards/compliance';
import { advertisingCookies } from './advertising-cookies';
import { analyticsCookies } from './analytics-cookies';
import type { CatalogueEntry } from './catalogue-entry';
import { serviceCookies } from './service-cookies';
import { siteCookies } from './site-cookies';
import { socialMediaCookies } from './social-media-cookies';

/** Well-known cookies, by provider and name. A cookie's name matches at most one of them. */
export const cookieCatalogue: readonly CatalogueEntry[] = [
  ...analyticsCookies,
  ...advertisingCookies,
  ...socialMediaCookies,
  ...siteCookies,
  ...serviceCookies,
].sort((a, b) => compare(a.provider.toLowerCase(), b.provider.toLowerCase()) || compare(a.name, b.name));

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns whether a cookie name matches a pattern, in which `*` stands for one or more characters. Matching
 * is case-sensitive.
 */
export function matchesCookieName(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === pattern;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first)) return false;
  let from = first.length;
  // The leftmost match of each part leaves the most room for the parts after it.
  for (const part of rest) {
    const found = name.indexOf(part, from + 1);
    if (found === -1) return false;
    from = found + part.length;
  }
  return name.endsWith(last) && name.length - last.length > from;
}

interface CookieSearch {
  /** Part of a name or provider in any case, or a cookie name that a pattern matches. */
  readonly q?: string;
  readonly purpose?: Purpose;
}

export function searchCookies({ q = '', purpose }: CookieSearch): CatalogueEntry[] {
  const name = q.trim();
  const wanted = name.toLowerCase();
  return cookieCatalogue.filter(
    (entry) =>
      (purpose === undefined || entry.purpose === purpose) &&
      (entry.name.toLowerCase().includes(wanted) ||
        entry.provider.toLowerCase().includes(wanted) ||
        matchesCookieName(entry.name, name)),
  );
}
