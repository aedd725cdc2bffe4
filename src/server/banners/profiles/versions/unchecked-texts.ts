import { isBlankText } from '#standards/blank-text';
import { isCopiedText } from '#standards/copied-text';
import type { ProfileTexts } from '../drafts/profile-content';
import { needsTranslation } from './needs-translation';
import type { OutdatedTexts, ReviewedTexts } from './outdated-texts';
import type { OriginCounts, UncheckedTexts } from './text-origins';
import { listTexts } from './translations';

// Why: docs/adr/0114-unchecked-translations.md

type Before = ProfileTexts & { readonly uncheckedTexts: UncheckedTexts };

/** The caller's own statements about the texts of a save. */
interface SaidOfTexts {
  /** Marks of texts that are new in this version. */
  readonly sent?: UncheckedTexts | undefined;
  /** Texts that a person calls right as they are. */
  readonly reviewed?: ReviewedTexts | undefined;
}

/**
 * Returns the unchecked texts of a new version. A mark ends when its text changes or a person reviews it. A new text
 * that is the default locale's own is marked without being told.
 * @param before null for the first version
 */
export function findUncheckedTexts(
  before: Before | null,
  after: ProfileTexts,
  { sent = {}, reviewed = {} }: SaidOfTexts = {},
): UncheckedTexts {
  const { defaultLocale } = after;
  const sources = listTexts(after.profileJson);
  const marks = Object.entries(after.localeContent).map(([locale, content]) => {
    const earlier = listTexts(entryOf(before?.localeContent, locale) ?? {});
    const earlierMarks = entryOf(before?.uncheckedTexts, locale);
    const sentMarks = entryOf(sent, locale);
    const checked = new Set(entryOf(reviewed, locale));
    const unchecked = [...listTexts(content)].flatMap(([path, text]) => {
      if (checked.has(path) || !needsTranslation(path, text)) return [];
      const isCopied = isCopiedText(text, sources.get(path), { locale, defaultLocale });
      const origin =
        entryOf(sentMarks, path) ??
        (earlier.get(path) === text ? entryOf(earlierMarks, path) : isCopied ? 'copied' : undefined);
      return origin === undefined ? [] : [[path, origin] as const];
    });
    return [locale, Object.fromEntries(unchecked)] as const;
  });
  return Object.fromEntries(marks.filter(([, unchecked]) => Object.keys(unchecked).length > 0));
}

/** Counts the unchecked texts of each locale. Those that are outdated too are counted there. */
export const countUnchecked = (
  texts: UncheckedTexts,
  outdated: OutdatedTexts,
): Record<string, OriginCounts> =>
  Object.fromEntries(
    Object.entries(texts).map(([locale, origins]) => {
      const counts: OriginCounts = {};
      for (const [path, origin] of Object.entries(origins))
        if (entryOf(entryOf(outdated, locale), path) === undefined)
          counts[origin] = (counts[origin] ?? 0) + 1;
      return [locale, counts];
    }),
  );

/** Returns the marks whose text the content has, for content that is not saved. */
export function existingMarks(sent: UncheckedTexts, { localeContent }: ProfileTexts): UncheckedTexts {
  return Object.fromEntries(
    Object.entries(sent).map(([locale, origins]) => {
      const own = listTexts(entryOf(localeContent, locale) ?? {});
      return [
        locale,
        Object.fromEntries(Object.entries(origins).filter(([path]) => !isBlankText(own.get(path)))),
      ];
    }),
  );
}

function entryOf<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
