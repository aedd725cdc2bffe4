import { writesWithoutSpaces } from './scripts';

/** Signs that must not begin a line (JIS X 4051 and the punctuation of other scripts). */
const neverFirst =
  /^[\p{Pe}\p{Pf}!?,.:;%°…、。，．・：；？！ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ，。％」』）】〕〉》”’]/u;
/** Signs that must not end a line. */
const neverLast = /[\p{Ps}\p{Pi}「『（【〔〈《“‘￥＄]$/u;

/**
 * Returns every index where a new line can begin, the end included. Words are those of the language, so that
 * Japanese and Thai break between words too; UAX 14 would break inside the words of Japanese and Korean.
 * @param code ids and addresses can also break after their punctuation
 */
export function lineBreaks(text: string, words: Intl.Segmenter, code: boolean): number[] {
  const breaks: number[] = [];
  let before = '';
  for (const { segment, index } of words.segment(text)) {
    if (index > 0 && mayBreak(before, segment, code)) breaks.push(index);
    before = segment;
  }
  breaks.push(text.length);
  return breaks;
}

function mayBreak(before: string, after: string, code: boolean): boolean {
  if (/[ \n]$/.test(before)) return true;
  if (/^[ \n\u00a0]/.test(after) || before.endsWith('\u00a0')) return false;
  if (neverFirst.test(after) || neverLast.test(before)) return false;
  if (writesWithoutSpaces(lastSign(before)) || writesWithoutSpaces(after)) return true;
  return /[-‐–—/]$/.test(before) ? /^\p{L}/u.test(after) : code && /[/?&=#._-]$/.test(before);
}

function lastSign(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}
