import type { PdfText } from './pdf-document';

/** Prepares text for drawing, before fonts are chosen. */

/**
 * Control characters, halves of pairs, private use, and what no font draws; ZWNJ and ZWJ shape letters, marks
 * of direction order them.
 */
const unprintable =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c-\u200f\u061c\u2068\u2069])\p{Default_Ignorable_Code_Point}/gu;

/** Plainer signs for those that no font has. */
const plainer: Readonly<Record<string, string>> = {
  '→': '->',
  '←': '<-',
  '↔': '<->',
  '⇒': '=>',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '―': '-',
  '⁄': '/',
  '∕': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '′': "'",
  '″': '"',
  '∙': '·',
  '●': '•',
  '▪': '•',
  '◦': '•',
};

/** Returns a text in one spelling, with one kind of space and without invisible signs. Line breaks stay. */
function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/\u202f/g, '\u00a0')
    .replace(/(?!\u00a0)\p{Zs}/gu, ' ')
    .replace(unprintable, (sign) => (sign === '\n' ? sign : ''));
}

/** Signs that a text cannot lose without changing its meaning. */
const isNeeded = /[\p{L}\p{M}\p{N}\p{Sc}]/u;

/** Returns whether a sign is not drawn: it only orders or joins its neighbours. */
export const isInvisible = (sign: string): boolean => /^[\u200c-\u200f\u061c\u2068\u2069]+$/.test(sign);

/**
 * Replaces signs that no font has: symbols by plainer ones or by nothing, in codes everything by its code
 * point.
 * @param holds returns whether a font has every sign of a cluster
 * @param missing is called with the letters that no font has
 */
export function fitToFonts(
  { text, kind }: PdfText,
  graphemes: Intl.Segmenter,
  holds: (cluster: string) => boolean,
  missing: (cluster: string) => void,
): string {
  const cleaned = cleanText(text);
  // Every font has these; most texts have nothing else.
  if (/^[\n\x20-\x7e]*$/.test(cleaned)) return cleaned;
  let fitted = '';
  for (const { segment } of graphemes.segment(cleaned)) {
    const simpler = segment.normalize('NFKC');
    if (holds(segment)) fitted += segment;
    else if (kind === 'code') fitted += [...segment].map((sign) => `\\u{${nameCodePoint(sign)}}`).join('');
    else if (simpler !== segment && holds(simpler)) fitted += simpler;
    else if (plainer[segment] !== undefined) fitted += plainer[segment];
    else if (isNeeded.test(segment)) missing(segment);
  }
  return fitted;
}

/** Returns the code point of the first sign as Unicode writes it: `20B9`. */
export function nameCodePoint(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
