import { readFileSync } from 'node:fs';
import type { ReceiptFont } from '../../../kernel/host-types';
import type { Face, Fontkit, FontkitFont } from './font-types';

/** Weight from which a font counts as bold (OpenType, OS/2 usWeightClass). */
const boldFrom = 600;

/** What WinAnsi has beside Latin-1 (PDF 32000-1, Annex D.2). */
const winAnsiExtras = new Set([...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'].map((sign) => sign.codePointAt(0) ?? 0));

const inWinAnsi = (codePoint: number) =>
  (codePoint >= 0x20 && codePoint <= 0x7e) ||
  (codePoint >= 0xa0 && codePoint <= 0xff && codePoint !== 0xad) ||
  winAnsiExtras.has(codePoint);

/** The font that every PDF reader has; its metrics are pdfkit's. */
const helvetica: readonly Face[] = [
  { id: 'Helvetica', bold: false, ascender: 718, descender: -207, source: 'Helvetica', has: inWinAnsi },
  {
    id: 'Helvetica-Bold',
    bold: true,
    ascender: 718,
    descender: -207,
    source: 'Helvetica-Bold',
    has: inWinAnsi,
  },
];

/** A configured font that cannot be read or is none. */
export class BadFont extends Error {
  constructor(
    readonly index: number,
    cause: unknown,
  ) {
    super(`receipts.fonts[${index}] is no font that can be read`, { cause });
  }
}

/**
 * Opens the configured fonts, in their order; the built-in one stands where it is named, else last. @throws
 * BadFont
 */
export function loadFaces(fonts: readonly ReceiptFont[], fontkit: Fontkit): Face[] {
  const named = fonts.includes('Helvetica');
  const faces = fonts.flatMap((font, index) =>
    font === 'Helvetica' ? helvetica : [loadFace(font, index, fontkit)],
  );
  return named ? faces : [...faces, ...helvetica];
}

function loadFace(font: ReceiptFont, index: number, fontkit: Fontkit): Face {
  try {
    const { file, face } =
      typeof font === 'string' || font instanceof Uint8Array ? { file: font, face: undefined } : font;
    const bytes = typeof file === 'string' ? readFileSync(file) : file;
    const opened = fontkit.create(bytes, face);
    const found = opened !== null && 'fonts' in opened ? opened.fonts[0] : opened;
    if (found === null || found === undefined) throw new Error('no such face');
    // Tables are read when first needed: a broken font shows here rather than in the middle of a page.
    found.layout('a');
    return toFace(found, index);
  } catch (error) {
    throw new BadFont(index, error);
  }
}

function toFace(font: FontkitFont, index: number): Face {
  const scale = 1000 / font.unitsPerEm;
  return {
    id: `font${index}`,
    bold: (font['OS/2']?.usWeightClass ?? 400) >= boldFrom,
    ascender: font.ascent * scale,
    descender: font.descent * scale,
    source: font,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}

/**
 * fontkit remembers of each glyph the letters that it stood for first, and pdfkit writes these into the file
 * for those who search and copy: what another document meant by a glyph must be forgotten, while the font
 * stays open.
 */
export function forgetGlyphs(faces: readonly Face[]): void {
  for (const { source } of faces)
    if (typeof source !== 'string' && source._glyphs !== undefined) source._glyphs = {};
}
