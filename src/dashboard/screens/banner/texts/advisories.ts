import { htmlToLines } from '../../../words/html-to-lines';

/** Advice on the length of a text. It never prevents a save. */
export type Advisory = 'longHeading' | 'longSentences' | 'longBody';

/** Limits above which there is advice: heading (characters), average sentence and body (words). */
const longest = { heading: 80, sentence: 25, body: 150 };

/** Returns the advice on a heading. */
export const adviseOnHeading = (heading: string): Advisory[] =>
  heading.length > longest.heading ? ['longHeading'] : [];

/**
 * Returns the advice on a body text. Words and sentences are those of its language.
 * @param html an HTML fragment
 */
export function adviseOnBody(html: string, locale: string): Advisory[] {
  const sentences = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  const lengths = htmlToLines(html)
    .flatMap((line) => [...sentences.segment(line)])
    .map(({ segment }) => [...words.segment(segment)].filter(({ isWordLike }) => isWordLike).length)
    .filter((length) => length > 0);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const advisories: Advisory[] = [];
  if (total > longest.sentence * lengths.length) advisories.push('longSentences');
  if (total > longest.body) advisories.push('longBody');
  return advisories;
}
