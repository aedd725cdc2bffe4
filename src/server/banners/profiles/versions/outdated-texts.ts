import { sha256Hex } from '#platform/kernel/crypto';
import { isBlankText } from '#standards/blank-text';
import type { ProfileTexts } from '../drafts/profile-content';
import { needsTranslation } from './needs-translation';
import { listTexts } from './translations';

// Why: docs/adr/0082-outdated-translations.md

/** A translation that is older than the text that it translates. */
interface OutdatedText {
  /** The version in which the default locale's text changed. */
  readonly since: number;
  /** Digest of the default locale's text that the translation was made for. */
  readonly source: string;
}

/** Outdated translations by locale and text path. */
export type OutdatedTexts = Readonly<Record<string, Readonly<Record<string, OutdatedText>>>>;

/** Translations that a person calls still right, by locale: their paths. */
export type ReviewedTexts = Readonly<Record<string, readonly string[]>>;

type Before = ProfileTexts & { readonly outdatedTexts: OutdatedTexts };

/**
 * Returns the outdated translations of a new version. A mark ends when its translation changes, when a person reviews
 * it, or when the default locale's text is again the one that it translates.
 */
export function findOutdatedTexts(
  before: Before,
  after: ProfileTexts,
  version: number,
  reviewed: ReviewedTexts = {},
): OutdatedTexts {
  const sources = listTexts(after.profileJson);
  // Texts of another default locale are other words, not another meaning.
  const earlierSources =
    before.defaultLocale === after.defaultLocale ? listTexts(before.profileJson) : new Map<string, string>();
  const isOlder = (own: Map<string, string>, earlierOwn: Map<string, string>, path: string) => {
    const text = own.get(path);
    return !isBlankText(text) && text === earlierOwn.get(path);
  };
  const marks = Object.entries(after.localeContent).map(([locale, content]) => {
    const own = listTexts(content);
    const earlierOwn = listTexts(entryOf(before.localeContent, locale) ?? {});
    const marked = entryOf(before.outdatedTexts, locale) ?? {};
    const still = new Set(entryOf(reviewed, locale));
    const outdated: Record<string, OutdatedText> = {};
    for (const [path, source] of sources) {
      const earlier = earlierSources.get(path);
      const mark = Object.hasOwn(marked, path) ? marked[path] : undefined;
      const isChanged = earlier !== undefined && earlier !== source && !isBlankText(earlier);
      if (mark === undefined && !isChanged) continue;
      if (still.has(path) || !needsTranslation(path, source) || !isOlder(own, earlierOwn, path)) continue;
      if (mark === undefined) outdated[path] = { since: version, source: digest(earlier ?? '') };
      else if (mark.source !== digest(source)) outdated[path] = mark;
    }
    return [locale, outdated] as const;
  });
  return Object.fromEntries(marks.filter(([, outdated]) => Object.keys(outdated).length > 0));
}

/** Returns the version since which each translation is outdated, as the admin API shows it. */
export const toOutdatedSince = (texts: OutdatedTexts): Record<string, Record<string, number>> =>
  Object.fromEntries(
    Object.entries(texts).map(([locale, outdated]) => [
      locale,
      Object.fromEntries(Object.entries(outdated).map(([path, { since }]) => [path, since])),
    ]),
  );

export const countOutdated = (texts: OutdatedTexts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts).map(([locale, outdated]) => [locale, Object.keys(outdated).length]),
  );

/** Long enough to tell the texts of one place apart. */
const digest = (text: string): string => sha256Hex(text).slice(0, 16);

function entryOf<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
