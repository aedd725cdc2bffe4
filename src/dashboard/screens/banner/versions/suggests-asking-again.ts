import type { Profile } from '../edits/content';
import type { Diff, Difference } from './noticeable';

/** The parts of a banner that a consent covers: purposes, recipients, legal bases and parameters. Ids can contain dots. */
const covered = [
  /^cookies\..+\.(?:purpose|provider|providerCountry|cpraCategory|domains|dataTypes)$/,
  /^services\..+\.(?:provider|providerCountry)$/,
  /^preferenceModal\.categories\..+\.(?:legalBasis|cookies)$/,
  /^tcf\./,
];

/**
 * Returns whether a change adds something that earlier consents do not cover. Texts alone never do.
 * @param profile the texts of its default language name the recipients; other languages translate them
 */
export function suggestsAskingAgain(
  { shared, locales }: Diff,
  { defaultLocale, profileJson: { cookies = {} } }: Pick<Profile, 'defaultLocale' | 'profileJson'>,
): boolean {
  const changes = [...shared, ...(locales[defaultLocale] ?? [])];
  const changed = new Set(changes.map(({ path }) => path));
  const known = Object.entries(cookies).flatMap(([id, cookie]) =>
    (['provider', 'providerCountry'] as const).flatMap((field) =>
      changed.has(`cookies.${id}.${field}`) ? [] : [cookie[field]],
    ),
  );
  // Who groups cookies into services names recipients that the cookies have had before.
  const isKnown = ({ path, before, after }: Difference) =>
    path.startsWith('services.') && before === null && known.some((value) => value === after);
  return changes.some(
    (change) =>
      change.after !== null && covered.some((pattern) => pattern.test(change.path)) && !isKnown(change),
  );
}
