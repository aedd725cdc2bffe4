import { canonicalLocale } from './canonical-locale';

/** More wanted tags than any browser sends are not read. */
const maxWanted = 64;

/**
 * The first available locale that a wanted tag finds, by lookup (RFC 4647, section 3.4): each tag, best
 * first, is shortened subtag by subtag until it equals an available one, so `de-AT` finds `de` and `de` does
 * not find `de-AT`. Answers the spelling of `available`, null when nothing matches.
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
 * Without the last subtag. A single-letter one left at the end needs no step of its own: no well-formed tag
 * ends so, and none is equal.
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
 * The nearest variety first. Source: Unicode CLDR, likelySubtags (`pt` is written as in Brazil) and
 * parentLocales (outside Brazil as in Portugal).
 */
function withVarieties(tag: unknown): readonly unknown[] {
  const canonical = canonicalLocale(tag);
  const { language, region } = canonical === null ? {} : new Intl.Locale(canonical);
  if (language !== 'pt') return [tag];
  return region === undefined || region === 'BR' ? [tag, 'pt-BR', 'pt-PT'] : [tag, 'pt-PT', 'pt-BR'];
}
