import { truncate } from '#platform/kernel/truncate';
import { isBlankText } from '#standards/blank-text';
import type { ProfileTexts } from '../drafts/profile-content';
import { needsTranslation } from './needs-translation';
import { countOutdated } from './outdated-texts';
import type { VersionRecord } from './profile-version-repository';
import { listTexts } from './translations';
import { countUnchecked } from './unchecked-texts';
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
    uncheckedTexts,
  }: ProfileTexts & Pick<VersionRecord, 'outdatedTexts' | 'uncheckedTexts'>,
  warnings: number,
): VersionSummaryFacts {
  const wanted = [...listTexts(profileJson)].filter(([path, text]) => needsTranslation(path, text));
  const missingTexts = Object.entries(localeContent).map(([locale, content]) => {
    const own = listTexts(content);
    let missing = 0;
    for (const [path] of wanted) if (isBlankText(own.get(path))) missing += 1;
    return [locale, missing] as const;
  });
  return {
    locales: [defaultLocale, ...Object.keys(localeContent).sort()],
    textCount: wanted.length,
    missingTexts: Object.fromEntries(missingTexts),
    outdatedTexts: countOutdated(outdatedTexts),
    uncheckedTexts: countUnchecked(uncheckedTexts, outdatedTexts),
    categories: Object.fromEntries(
      Object.entries(profileJson.preferenceModal?.categories ?? {}).flatMap(([id, { heading }]) =>
        isBlankText(heading) ? [] : [[id, truncate(`${heading}`, maxHeadingLength)]],
      ),
    ),
    // A version with errors is not saved.
    findings: { errors: 0, warnings },
  };
}
