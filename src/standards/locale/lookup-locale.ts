import { canonicalLocale } from './canonical-locale';

/** More wanted tags than any browser sends are not read. */
const maxWanted = 64;

/**
 * The first available locale that a wanted tag finds, by lookup (RFC 4647, section 3.4): each tag, best first, is shortened subtag by subtag until it
 * equals an available one, so `de-AT` finds `de` and `de` does not find `de-AT`. Answers the spelling of `available`, null when nothing matches.
 */
export function lookupLocale(wanted: readonly unknown[], available: readonly string[]): string | null {
  const byCanonical = new Map<string, string>();
  for (const locale of available) {
    const canonical = canonicalLocale(locale);
    if (canonical !== null && !byCanonical.has(canonical)) byCanonical.set(canonical, locale);
  }
  for (const tag of wanted.slice(0, maxWanted)) {
    for (let range = canonicalLocale(tag); range !== null; range = shortened(range)) {
      const found = byCanonical.get(range);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** Without the last subtag. A single-letter one left at the end needs no step of its own: no well-formed tag ends so, and none is equal. */
function shortened(range: string): string | null {
  const end = range.lastIndexOf('-');
  return end < 0 ? null : range.slice(0, end);
}
