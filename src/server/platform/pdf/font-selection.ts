import { fitToFonts, isInvisible, nameCodePoint } from './clean-text';
import type { Face } from './font';
import { MissingGlyphs } from './font-faults';
import type { PdfText } from './pdf-document';
import { getScript } from './scripts';

/** The fonts of one document: one for each script, so that a word never changes its look half-way. */
export interface FontSelection {
  /** Returns the part of a text that can be drawn. */
  printable(text: PdfText): string;
  /** Returns the font of every UTF-16 unit of a text that `printable` returned. */
  assign(text: string, bold: boolean): Face[];
  /** The greatest height and depth of its fonts (thousandths of the size). */
  readonly ascender: number;
  readonly descender: number;
}

/**
 * Chooses fonts for a document's texts.
 * @throws MissingGlyphs when letters of a text are in no font; symbols are left out or replaced
 */
export function selectFonts(faces: readonly Face[], texts: readonly PdfText[]): FontSelection {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const holds = (face: Face, cluster: string) =>
    [...cluster].every((sign) => sign === ' ' || sign === '\u00a0' || isInvisible(sign) || has(face, sign));
  const held = new Map<string, boolean>();
  const anyHolds = (cluster: string) => {
    const isHeld = held.get(cluster) ?? (cluster === '\n' || faces.some((face) => holds(face, cluster)));
    held.set(cluster, isHeld);
    return isHeld;
  };

  const missing = new Map<string, string>();
  function miss(cluster: string): void {
    const sign = [...cluster].find((one) => !faces.some((face) => has(face, one))) ?? cluster;
    const script = getScript(cluster) ?? 'other signs';
    if (!missing.has(script)) missing.set(script, `U+${nameCodePoint(sign)}`);
  }
  const known = new Map<string, string>();
  function printable(text: PdfText): string {
    const key = `${text.kind} ${text.text}`;
    const fitted = known.get(key) ?? fitToFonts(text, segmenter, anyHolds, miss);
    known.set(key, fitted);
    return fitted;
  }
  const used = new Map<string, Set<string>>();
  for (const text of texts) {
    for (const sign of new Set(printable(text))) {
      const script = getScript(sign);
      if (script !== null) used.set(script, (used.get(script) ?? new Set()).add(sign));
    }
  }
  if (missing.size > 0) throw new MissingGlyphs(missing);

  const chosen = new Map<string, Face>();
  function getFace(script: string, bold: boolean): Face {
    const key = `${bold} ${script}`;
    const already = chosen.get(key);
    if (already !== undefined) return already;
    const signs = [...(used.get(script) ?? [])];
    const count = (face: Face) => signs.filter((sign) => has(face, sign)).length;
    const inOrder = [
      ...faces.filter((face) => face.bold === bold),
      ...faces.filter((face) => face.bold !== bold),
    ];
    const best = inOrder.reduce((found, face) => (count(face) > count(found) ? face : found));
    chosen.set(key, best);
    return best;
  }

  function assign(text: string, bold: boolean): Face[] {
    const result: Face[] = [];
    for (const word of text.split(/(?<=[ \n])/)) {
      // Digits and punctuation get the font of the letters next to them.
      let script = scriptIn(word) ?? 'Latin';
      for (const { segment } of segmenter.segment(word)) {
        script = getScript(segment) ?? script;
        const preferred = getFace(script, bold);
        const face = holds(preferred, segment)
          ? preferred
          : (faces.find((other) => other.bold === bold && holds(other, segment)) ??
            faces.find((other) => holds(other, segment)));
        for (let unit = 0; unit < segment.length; unit += 1) result.push(face ?? preferred);
      }
    }
    return result;
  }

  const inUse = ['Latin', ...used.keys()].flatMap((script) => [
    getFace(script, false),
    getFace(script, true),
  ]);
  return {
    printable,
    assign,
    ascender: Math.max(...inUse.map(({ ascender }) => ascender)),
    descender: Math.min(...inUse.map(({ descender }) => descender)),
  };
}

function has(face: Face, sign: string): boolean {
  return face.has(sign.codePointAt(0) ?? 0);
}

function scriptIn(word: string): string | null {
  for (const sign of word) {
    const script = getScript(sign);
    if (script !== null) return script;
  }
  return null;
}
