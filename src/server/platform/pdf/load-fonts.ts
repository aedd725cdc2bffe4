import { readFileSync } from 'node:fs';
import type { Face, FontFile, Fontkit, FontkitFont } from './font';
import { UnreadableFont } from './font-faults';

/** Lowest weight of a bold font (OpenType, OS/2 usWeightClass). */
const boldFrom = 600;

/** The signs of WinAnsi that Latin-1 lacks (PDF 32000-1, Annex D.2). */
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

/**
 * Opens fonts in their order. The built-in one comes where it is named, else last.
 * @throws UnreadableFont
 */
export function loadFonts(fonts: readonly FontFile[], fontkit: Fontkit): Face[] {
  const isNamed = fonts.includes('Helvetica');
  const faces = fonts.flatMap((font, index) =>
    font === 'Helvetica' ? helvetica : [loadFace(font, index, fontkit)],
  );
  return isNamed ? faces : [...faces, ...helvetica];
}

function loadFace(font: FontFile, index: number, fontkit: Fontkit): Face {
  try {
    const { file, face } =
      typeof font === 'string' || font instanceof Uint8Array ? { file: font, face: undefined } : font;
    const bytes = typeof file === 'string' ? readFileSync(file) : file;
    const opened = fontkit.create(bytes, face);
    const found = opened !== null && 'fonts' in opened ? opened.fonts[0] : opened;
    if (found === null || found === undefined) throw new Error('no such face');
    // fontkit reads tables when they are first needed: a broken font fails here, not in the middle of a page.
    found.layout('a');
    return toFace(found, index);
  } catch (error) {
    throw new UnreadableFont(index, error);
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
 * Clears the glyph caches of open fonts. fontkit remembers the letters for which it first used each glyph,
 * and pdfkit writes them into the file as searchable text, so they must not come from an earlier document.
 */
export function forgetGlyphs(faces: readonly Face[]): void {
  for (const { source } of faces)
    if (typeof source !== 'string' && source._glyphs !== undefined) source._glyphs = {};
}
