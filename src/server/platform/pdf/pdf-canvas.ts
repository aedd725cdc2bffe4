import type { Line } from './paragraph';

/** An A4 page and its margins (pt). */
export const page = { width: 595.28, height: 841.89, side: 56, top: 62, bottom: 70 } as const;

/** The lowest position for text (pt). */
export const lowest = page.height - page.bottom;

export const colours = {
  ink: '#1b2430',
  muted: '#5b6673',
  rule: '#d5dbe1',
  accent: '#1f4e79',
  yes: '#1a6b3c',
  no: '#a3261b',
  neutral: '#5b6673',
} as const;

export interface TextBox {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Measures of lines in one font size (pt). */
export interface Leading {
  readonly size: number;
  /** Distance from line to line. */
  readonly height: number;
  /** Distance from the top of a line to its baseline. */
  readonly baseline: number;
}

/** A part of the document's logical structure, which screen readers follow (PDF 32000-1, 14.7). */
export interface Part {
  readonly type: string;
  readonly node: PDFKit.PDFStructureElement;
}

/**
 * Makes pdfkit shape a run as one piece, as any font feature does. Without one it shapes word by word, and
 * leaves the words in logical order.
 */
export const shapedWhole: PDFKit.Mixins.TextOptions = { features: ['rtla'] };

/** The pages and the current position on them. No other file knows how pdfkit draws. */
export function createCanvas(pdf: PDFKit.PDFDocument, root: Part) {
  let y: number = page.top;
  let pageCount = 1;
  let isMeasuring = false;

  function newPage(): void {
    pdf.addPage();
    pageCount += 1;
    y = page.top;
  }

  /** Draws one line, in marked content that the caller has begun. Returns its left edge (pt). */
  function drawLine(
    line: Line,
    top: number,
    { x, width, align }: TextBox,
    { size, baseline }: Leading,
    colour: string,
  ): number {
    const left = align === 'left' ? x : x + width - line.width;
    pdf.fillColor(colour);
    let at = left;
    for (const { text, face, rightToLeft, width: runWidth } of line.runs) {
      pdf.font(face.id).fontSize(size);
      pdf.text(text, at, top + baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(rightToLeft ? shapedWhole : {}),
      });
      at += runWidth;
    }
    return left;
  }

  return {
    get y() {
      return y;
    },
    get pageCount() {
      return pageCount;
    },
    moveTo(place: number) {
      y = place;
    },
    /** Returns the height (pt) of what `draw` draws, without page breaks. Draws nothing. */
    measureHeight(draw: () => void): number {
      const [from, wasMeasuring] = [y, isMeasuring];
      isMeasuring = true;
      draw();
      const height = y - from;
      isMeasuring = wasMeasuring;
      y = from;
      return height;
    },
    space(points: number) {
      y += points;
    },
    /** Begins a page when less than this is left on the current one (pt). */
    ensure(points: number): void {
      if (!isMeasuring && y + points > lowest && y > page.top) newPage();
    },

    part(type: string, parent: Part = root): Part {
      if (isMeasuring) return root;
      const node = pdf.struct(type);
      parent.node.add(node);
      return { type, node };
    },

    /** Draws lines one below the other, on as many pages as they need. */
    lines(
      lines: readonly Line[],
      box: TextBox,
      leading: Leading,
      colour: string,
      part: Part,
      link?: string,
    ): void {
      if (isMeasuring) {
        y += lines.length * leading.height;
        return;
      }
      let open = false;
      const close = () => {
        if (open) pdf.endMarkedContent();
        open = false;
      };
      for (const line of lines) {
        if (y + leading.height > lowest) {
          close();
          newPage();
        }
        if (!open) {
          part.node.add(pdf.markStructureContent(part.type));
          open = true;
        }
        const left = drawLine(line, y, box, leading, colour);
        if (link !== undefined)
          pdf.link(left, y, line.width, leading.height, link, {
            structParent: part.node,
          } as PDFKit.Mixins.AnnotationOption);
        y += leading.height;
      }
      close();
    },

    /** Draws a line outside the flow, such as a page number. */
    aside(line: Line, top: number, box: TextBox, leading: Leading, colour: string): void {
      pdf.markContent('Artifact', { type: 'Pagination' });
      drawLine(line, top, box, leading, colour);
      pdf.endMarkedContent();
    },

    /** Draws decoration, which screen readers skip. */
    decorate(draw: (pdf: PDFKit.PDFDocument) => void): void {
      if (isMeasuring) return;
      pdf.markContent('Artifact', { type: 'Layout' });
      pdf.save();
      draw(pdf);
      pdf.restore();
      pdf.endMarkedContent();
    },
  };
}

export type PdfCanvas = ReturnType<typeof createCanvas>;
