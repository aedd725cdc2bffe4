import type { Summary } from '../banners/summary';

/** How far a banner is translated into a language. */
export interface LanguageState {
  /** Share of the texts that are translated, up to date and checked, 0 to 1. */
  readonly share: number;
  readonly missing: number;
  readonly outdated: number;
  /** Number of texts of a machine that nobody has checked. */
  readonly machine: number;
  /** Number of starter texts, and copies of the default language's text, that nobody has checked. */
  readonly unchecked: number;
}

/** Returns how far a banner is translated; `source` for its default language, null for one that it does not have. */
export function stateOf(banner: Summary, locale: string): LanguageState | 'source' | null {
  if (locale === banner.defaultLocale) return 'source';
  if (!banner.locales.includes(locale)) return null;
  const { machine = 0, starter = 0, copied = 0 } = banner.uncheckedTexts[locale] ?? {};
  const counts = {
    missing: banner.missingTexts[locale] ?? 0,
    outdated: banner.outdatedTexts[locale] ?? 0,
    machine,
    unchecked: starter + copied,
  };
  const open = counts.missing + counts.outdated + counts.machine + counts.unchecked;
  return { ...counts, share: banner.textCount === 0 ? 1 : Math.max(0, 1 - open / banner.textCount) };
}

/** Returns whether a language of the banner needs attention. */
export const hasOpenTexts = (banner: Summary, locales: readonly string[]): boolean =>
  locales.some((locale) => {
    const state = stateOf(banner, locale);
    return state !== null && state !== 'source' && state.share < 1;
  });

/** Lists the languages of banners, those of most banners first. */
export function listLanguages(banners: readonly Summary[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { locales } of banners)
    for (const locale of locales) counts.set(locale, (counts.get(locale) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([locale]) => locale);
}
