import { truncate } from '../../../kernel/truncate';
import { isBlankText } from '../../../standards/blank-text';
import type { ProfileTexts } from '../drafts/profile-content';
import { needsTranslation } from './needs-translation';
import { countOutdated, type OutdatedTexts } from './outdated-texts';
import { listTexts } from './translations';
import type { VersionSummaryFacts } from './version-facts';

/** Longest heading of a category in a summary (UTF-16 units). */
const maxHeadingLength = 100;

/** Summarises a version for lists, which do not read its content. */
export function summariseVersion(
  {
    defaultLocale,
    profileJson,
    localeContent,
    outdatedTexts,
  }: ProfileTexts & { readonly outdatedTexts: OutdatedTexts },
  warnings: number,
): VersionSummaryFacts {
  const wanted = [...listTexts(profileJson)].filter(([path, text]) => needsTranslation(path, text));
  const missingTexts = Object.entries(localeContent).map(([locale, content]) => {
    const own = listTexts(content);
    return [locale, wanted.filter(([path]) => isBlankText(own.get(path))).length] as const;
  });
  return {
    locales: [defaultLocale, ...Object.keys(localeContent).sort()],
    missingTexts: Object.fromEntries(missingTexts),
    outdatedTexts: countOutdated(outdatedTexts),
    categories: Object.fromEntries(
      Object.entries(profileJson.preferenceModal?.categories ?? {}).flatMap(([id, { heading }]) =>
        isBlankText(heading) ? [] : [[id, truncate(`${heading}`, maxHeadingLength)]],
      ),
    ),
    // A version with errors is not saved.
    findings: { errors: 0, warnings },
  };
}
