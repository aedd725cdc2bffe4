import { canonicalLocale } from './canonical-locale';

/** Greatest number of wanted tags that are read, more than any browser sends. */
const maxWanted = 64;

/**
 * Returns the first available locale that a wanted tag finds, by lookup (RFC 4647, section 3.4): each tag,
 * best first, is shortened subtag by subtag until it equals an available one, so `de-AT` finds `de` and `de`
 * does not find `de-AT`. The result is spelled as in `available`; null when nothing matches.
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

/**
 * Returns a tag without its last subtag. A single-letter subtag left at the end needs no extra step, because
 * no well-formed tag ends so and none can match.
 */
function shortened(range: string): string | null {
  const end = range.lastIndexOf('-');
  return end < 0 ? null : range.slice(0, end);
}

/**
 * Finds a locale as `lookupLocale` does, and substitutes the two ways of writing Portuguese for each other,
 * so that a site with `pt-PT` and `pt-BR` serves `pt` (Brazil's) and `pt-AO` (Portugal's).
 */
export function findLocale(wanted: readonly unknown[], available: readonly string[]): string | null {
  return lookupLocale(wanted.slice(0, maxWanted).flatMap(withVarieties).slice(0, maxWanted), available);
}

/**
 * Returns a tag with the varieties of Portuguese, nearest first. Source: Unicode CLDR, likelySubtags (`pt` is
 * written as in Brazil) and parentLocales (outside Brazil as in Portugal).
 */
function withVarieties(tag: unknown): readonly unknown[] {
  const canonical = canonicalLocale(tag);
  if (canonical === null || !/^pt(?:-|$)/.test(canonical)) return [tag];
  const { region } = new Intl.Locale(canonical);
  return region === undefined || region === 'BR' ? [tag, 'pt-BR', 'pt-PT'] : [tag, 'pt-PT', 'pt-BR'];
}
