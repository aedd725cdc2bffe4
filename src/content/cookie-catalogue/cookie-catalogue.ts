import type { Purpose } from '#standards/compliance/index';
import type { CatalogueEntry } from './catalogue-entry';
import cookies from './cookies.csv';
import { readEntries } from './read-entries';

/** Well-known cookies, by provider and name. A cookie's name matches at most one of them. */
export const cookieCatalogue: readonly CatalogueEntry[] = readEntries(cookies);

/**
 * Returns whether a cookie name matches a pattern, in which `*` stands for one or more characters. Matching
 * is case-sensitive.
 */
export function matchesCookieName(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === pattern;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  // The leftmost match of each part leaves the most room for the parts after it.
  for (const part of rest) {
    const found = name.indexOf(part, from + 1);
    if (found === -1) return false;
    from = found + part.length;
  }
  return name.length - last.length > from;
}

/** Most patterns with several `*` in which one name is looked for. */
const maxSearched = 20;

/**
 * Prepares entries for finding those that a name matches: exact names first, then patterns in their order. Anybody can
 * send any names, so patterns are tried only when the name begins and ends as they do, and of those with several `*`,
 * which take a search of the whole name, only the first 20.
 */
export function indexByName<Entry extends { readonly name: string }>(
  entries: readonly Entry[],
): (name: string) => readonly Entry[] {
  const exact = new Map<string, Entry[]>();
  const patterns: {
    readonly beginning: string;
    readonly ending: string;
    readonly isSearched: boolean;
    readonly entry: Entry;
  }[] = [];
  for (const entry of entries) {
    const [beginning = '', ...rest] = entry.name.split('*');
    const ending = rest.at(-1);
    if (ending !== undefined) patterns.push({ beginning, ending, isSearched: rest.length > 1, entry });
    else exact.set(entry.name, [...(exact.get(entry.name) ?? []), entry]);
  }
  return (name) => {
    const found = [...(exact.get(name) ?? [])];
    let searched = 0;
    for (const { beginning, ending, isSearched, entry } of patterns) {
      if (!name.startsWith(beginning) || !name.endsWith(ending)) continue;
      if (isSearched) searched += 1;
      if (isSearched && searched > maxSearched) continue;
      if (matchesCookieName(entry.name, name)) found.push(entry);
    }
    return found;
  };
}

const isPattern = ({ name }: CatalogueEntry) => name.includes('*');

/** Entries that are one cookie, by its name. */
const byName: ReadonlyMap<string, CatalogueEntry> = new Map(
  cookieCatalogue.filter((entry) => !isPattern(entry)).map((entry) => [entry.name, entry]),
);

/** Entries that are patterns, by what precedes the first `*`. */
const byBeginning = new Map<string, CatalogueEntry[]>();
for (const entry of cookieCatalogue.filter(isPattern)) {
  const beginning = entry.name.slice(0, entry.name.indexOf('*'));
  byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), entry]);
}
const longestBeginning = Math.max(...[...byBeginning.keys()].map(({ length }) => length));

/** Returns the entry of a cookie; undefined for a cookie that the catalogue does not list. */
export function findCookie(name: string): CatalogueEntry | undefined {
  const exact = byName.get(name);
  if (exact !== undefined) return exact;
  for (let length = Math.min(longestBeginning, name.length); length > 0; length -= 1) {
    const patterns = byBeginning.get(name.slice(0, length)) ?? [];
    const found = patterns.find((entry) => matchesCookieName(entry.name, name));
    if (found !== undefined) return found;
  }
  return undefined;
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
