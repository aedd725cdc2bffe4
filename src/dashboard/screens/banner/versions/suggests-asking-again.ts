import type { Diff } from './noticeable';

/** The parts of a banner that a consent covers: purposes, recipients, legal bases and parameters. */
const covered = [
  /^cookies\.[^.]+\.(?:purpose|provider|providerCountry|cpraCategory|domains|dataTypes)$/,
  /^preferenceModal\.categories\.[^.]+\.(?:legalBasis|cookies)$/,
  /^tcf\./,
];

/**
 * Returns whether a change adds something that earlier consents do not cover. Texts alone never do.
 * @param defaultLocale its texts name the recipients; other languages translate them
 */
export const suggestsAskingAgain = ({ shared, locales }: Diff, defaultLocale: string): boolean =>
  [...shared, ...(locales[defaultLocale] ?? [])].some(
    ({ path, after }) => after !== null && covered.some((pattern) => pattern.test(path)),
  );
