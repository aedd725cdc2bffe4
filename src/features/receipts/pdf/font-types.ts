/** What is used of fontkit, which pdfkit brings along and has no types for. */
export interface FontkitFont {
  readonly postscriptName: string | null;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly 'OS/2'?: { readonly usWeightClass?: number };
  /** fontkit's own store of glyphs by their ids. */
  _glyphs?: Record<number, unknown>;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): unknown;
}

export interface Fontkit {
  /** A collection (`.ttc`) has `fonts` and is no font itself. */
  create(bytes: Uint8Array, face?: string): FontkitFont | { readonly fonts: readonly FontkitFont[] } | null;
}

/** A font to print with. */
export interface Face {
  readonly id: string;
  readonly bold: boolean;
  /** Above the baseline, in thousandths of the size. */
  readonly ascender: number;
  /** Below the baseline, negative. */
  readonly descender: number;
  /** What pdfkit takes: a built-in font's name, or a font. */
  readonly source: string | FontkitFont;
  has(codePoint: number): boolean;
}
