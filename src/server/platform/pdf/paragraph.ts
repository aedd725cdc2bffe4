import type { Bidi } from 'bidi-js';
import { isInvisible } from './clean-text';
import type { Face } from './font';
import type { FontSelection } from './font-selection';
import { lineBreaks } from './line-breaks';

/** A piece of a line in one font and one direction, as pdfkit draws it. */
export interface Run {
  /** In logical order; the shaper puts a right-to-left run into visual order. */
  readonly text: string;
  readonly face: Face;
  readonly rightToLeft: boolean;
  /** Width of the run (pt). */
  readonly width: number;
}

export interface Line {
  /** The runs from left to right. */
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface ParagraphStyle {
  /** Font size (pt). */
  readonly size: number;
  readonly bold: boolean;
  readonly direction: 'ltr' | 'rtl' | 'auto';
  /** The direction of a text without letters, where `direction` is `auto`. */
  readonly fallback: 'ltr' | 'rtl';
  readonly code: boolean;
}

export interface TypesetterOptions {
  readonly bidi: Bidi;
  readonly fonts: FontSelection;
  /** BCP 47 tag of the language in which words are found. */
  readonly locale: string;
  /** Returns the width of a text that is shaped as one piece, at a size of 1000. */
  readonly measure: (face: Face, text: string, rightToLeft: boolean) => number;
}

export type Typesetter = (text: string, style: ParagraphStyle, width: number) => Line[];

/** One cluster of a text, such as a letter with its marks. */
interface Cluster {
  readonly start: number;
  readonly end: number;
  readonly face: Face;
  readonly level: number;
  /** Whether it is a letter of a right-to-left script; neutral text there is reversed by hand. */
  readonly shaped: boolean;
  /** Whether it begins a new run, whatever precedes it. */
  readonly parted: boolean;
}

/** Clusters that go to the canvas together. */
type Span = Omit<Cluster, 'parted'>;

/**
 * Breaks texts into lines and puts each line into visual order, by the Unicode Bidirectional Algorithm
 * (UAX 9): lines are filled in logical order, then each line is reordered on its own (rule L2).
 */
export function createTypesetter({ bidi, fonts, locale, measure }: TypesetterOptions): Typesetter {
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  const graphemes = new Intl.Segmenter(locale, { granularity: 'grapheme' });
  const widths = new Map<string, number>();

  function measureWidth(face: Face, text: string, rightToLeft: boolean): number {
    const key = `${face.id} ${rightToLeft} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = measure(face, text, rightToLeft);
      widths.set(key, width);
    }
    return width;
  }

  /** Sets one paragraph, which is a text without line breaks. */
  function setParagraph(text: string, style: ParagraphStyle, maxWidth: number): Line[] {
    const direction = style.direction === 'auto' && !/\p{L}/u.test(text) ? style.fallback : style.direction;
    const { levels } = bidi.getEmbeddingLevels(text, direction);
    const mirrored = bidi.getMirroredCharactersMap(text, levels);
    const clusters = toClusters(text, levels, fonts.assign(text, style.bold));
    const scale = style.size / 1000;

    function toRun({ start, end, face, level, shaped }: Span): Run {
      let logical = text.slice(start, end);
      if (mirrored.size > 0)
        logical = logical
          .split('')
          .map((unit, offset) => mirrored.get(start + offset) ?? unit)
          .join('');
      logical = logical.replace(/[\u00a0\u200c\u200d]/g, (sign) =>
        sign === '\u00a0' ? ' ' : face.has(sign.charCodeAt(0)) ? sign : '',
      );
      // Text that is not shaped is put into visual order here, unless the shaper reverses it anyway.
      const visual = level % 2 === 1 && !shaped ? reversed(logical) : logical;
      const isReversed = shaperReverses(logical);
      const drawn = isReversed === shaped ? visual : reversed(visual);
      return {
        text: drawn,
        face,
        rightToLeft: isReversed,
        width: measureWidth(face, drawn, isReversed) * scale,
      };
    }

    const reversed = (part: string) =>
      Array.from(graphemes.segment(part), ({ segment }) => segment)
        .reverse()
        .join('');
    const widthBetween = (first: number, last: number) =>
      toSpans(clusters.slice(first, last)).reduce((sum, span) => sum + toRun(span).width, 0);

    function toLine(first: number, last: number): Line {
      let end = last;
      while (end > first && isSpace(clusters[end - 1])) end -= 1;
      const runs = toVisualOrder(toSpans(clusters.slice(first, end))).map(toRun);
      return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
    }

    const isSpace = (cluster: Cluster | undefined) =>
      cluster !== undefined && /^[ \u00a0]+$/.test(text.slice(cluster.start, cluster.end));

    const lines: Line[] = [];
    let lineStart = 0;
    let at = 0;
    let used = 0;
    const finishLine = () => {
      lines.push(toLine(lineStart, at));
      lineStart = at;
      used = 0;
    };
    for (const place of lineBreaks(text, words, style.code)) {
      let end = at;
      while ((clusters[end]?.start ?? place) < place) end += 1;
      let visible = end;
      while (visible > at && isSpace(clusters[visible - 1])) visible -= 1;
      const width = widthBetween(at, visible);
      if (used > 0 && used + width > maxWidth) finishLine();
      if (width <= maxWidth) {
        used += width + (visible === end ? 0 : widthBetween(visible, end));
        at = end;
        continue;
      }
      // The piece is longer than a line, so it is broken between any two clusters.
      for (; at < end; at += 1) {
        const own = widthBetween(at, at + 1);
        if (used > 0 && used + own > maxWidth) finishLine();
        used += own;
      }
    }
    if (at > lineStart || lines.length === 0) finishLine();
    return lines;
  }

  /** Returns the clusters of a text that are drawn; marks that only set a direction are left out. */
  function toClusters(text: string, levels: Uint8Array, faces: readonly Face[]): Cluster[] {
    const clusters: Cluster[] = [];
    for (const { segment, index: start } of graphemes.segment(text)) {
      const [face, level = 0] = [faces[start], levels[start]];
      if (face === undefined || (isInvisible(segment) && !/[\u200c\u200d]/.test(segment))) continue;
      const before = clusters.at(-1);
      // A space goes with the word before it.
      const continuesWord =
        /^[ \u00a0]$/.test(segment) &&
        before?.shaped === true &&
        before.face === face &&
        before.level === level;
      const shaped =
        level % 2 === 1 && (continuesWord || /^(?:R|AL|NSM|BN)$/.test(bidi.getBidiCharTypeName(segment)));
      // A font without ZWNJ would join the two letters, so they are drawn in separate runs.
      const parted = text[start - 1] === '\u200c' && !face.has(0x200c);
      clusters.push({ start, end: start + segment.length, face, level, shaped, parted });
    }
    return clusters;
  }

  return (text, style, maxWidth) =>
    text.split('\n').flatMap((paragraph) => setParagraph(paragraph, style, maxWidth));
}

/**
 * Returns whether fontkit sets a text from right to left. It decides by the script of the first letter or
 * digit, and so reverses Persian digits too, which are written from left to right.
 */
function shaperReverses(text: string): boolean {
  const first = /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u.exec(text)?.[0];
  return (
    first !== undefined &&
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u.test(
      first,
    )
  );
}

/** Joins neighbouring clusters of one font, level and kind. */
function toSpans(clusters: readonly Cluster[]): Span[] {
  const spans: Span[] = [];
  for (const { start, end, face, level, shaped, parted } of clusters) {
    const last = spans.at(-1);
    const isAlike =
      last !== undefined &&
      last.end === start &&
      last.face === face &&
      last.level === level &&
      last.shaped === shaped &&
      !parted;
    if (isAlike) spans[spans.length - 1] = { ...last, end };
    else spans.push({ start, end, face, level, shaped });
  }
  return spans;
}

/**
 * Puts spans into visual order by rule L2: from the highest level down to the lowest odd one, every sequence
 * at that level or above is reversed.
 */
function toVisualOrder(spans: readonly Span[]): Span[] {
  const ordered = [...spans];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > start) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
        start = end;
      }
    }
  }
  return ordered;
}
