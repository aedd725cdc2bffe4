import { writesWithoutSpaces } from './scripts';

/**
 * Signs that must not begin a line (JIS X 4051 and the punctuation of other scripts), and those that must not
 * end one.
 */
const neverFirst =
  /^[\p{Pe}\p{Pf}!?,.:;%°…、。，．・：；？！ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ，。％」』）】〕〉》”’]/u;
const neverLast = /[\p{Ps}\p{Pi}「『（【〔〈《“‘￥＄]$/u;

/**
 * Where a text may be broken into lines: every index after which a new line may begin, the end included.
 * Words are those of the language, so that Japanese and Thai break between words too.
 * @param code ids and addresses may also break behind their punctuation
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
