import { htmlToLines } from '../../../words/html-to-lines';

/** Advice on the length of a text. It informs and never keeps a banner from being saved. */
export type Advisory = 'longHeading' | 'longSentences' | 'longBody';

/** Longest heading (characters), average sentence and body (words) without advice. */
const longest = { heading: 80, sentence: 25, body: 150 };

/** Returns the advice on a heading. */
export const adviseOnHeading = (heading: string): Advisory[] =>
  heading.length > longest.heading ? ['longHeading'] : [];

/**
 * Returns the advice on a body text. Words and sentences are those of its language.
 * @param html an HTML fragment
 */
export function adviseOnBody(html: string, locale: string): Advisory[] {
  const lengths = htmlToLines(html)
    .flatMap((line) => segments(line, locale, 'sentence'))
    .map(({ segment }) => segments(segment, locale, 'word').filter(({ isWordLike }) => isWordLike).length)
    .filter((words) => words > 0);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const advisories: Advisory[] = [];
  if (words > longest.sentence * lengths.length) advisories.push('longSentences');
  if (words > longest.body) advisories.push('longBody');
  return advisories;
}

const segments = (text: string, locale: string, granularity: 'sentence' | 'word') => [
  ...new Intl.Segmenter(locale, { granularity }).segment(text),
];
