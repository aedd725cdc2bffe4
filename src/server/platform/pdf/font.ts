/** A font file: a path, its bytes, or one face of a collection (`.ttc`) by its PostScript name. */
export type FontFile = string | Uint8Array | { readonly file: string | Uint8Array; readonly face: string };

/** The part of fontkit that is used here. pdfkit depends on it, and it has no types. */
export interface FontkitFont {
  readonly postscriptName: string | null;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly 'OS/2'?: { readonly usWeightClass?: number };
  /** The glyphs that fontkit has cached, by their ids. */
  _glyphs?: Record<number, unknown>;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): unknown;
}

export interface Fontkit {
  /** A collection (`.ttc`) has `fonts` and is not a font itself. */
  create(bytes: Uint8Array, face?: string): FontkitFont | { readonly fonts: readonly FontkitFont[] } | null;
}

/** One face of a font family, opened for drawing. */
export interface Face {
  readonly id: string;
  readonly bold: boolean;
  /** Height above the baseline (thousandths of the size). */
  readonly ascender: number;
  /** Depth below the baseline (thousandths of the size, negative). */
  readonly descender: number;
  /** A font as pdfkit accepts it: the name of a built-in one, or an open font. */
  readonly source: string | FontkitFont;
  has(codePoint: number): boolean;
}
