import type { Line } from './paragraph';
import { colours, type Leading, type Part, type PdfCanvas, page, type TextBox } from './pdf-canvas';
import type { PdfFact, PdfTable, PdfText } from './pdf-document';

/** Font sizes (pt). */
export const sizes = {
  title: 23,
  lead: 11.5,
  heading: 13,
  choice: 11,
  body: 9.5,
  small: 8.5,
  tiny: 7.5,
} as const;

export const contentWidth = page.width - 2 * page.side;

/** Gap between columns (pt). */
const gap = 12;
const factLabelWidth = 128;

export interface Look {
  readonly size: number;
  readonly bold?: boolean;
  readonly colour?: string;
}

export interface Cell {
  readonly text: PdfText;
  readonly look: Look;
  readonly area: TextBox;
  readonly part: Part;
}

export interface RowLayoutOptions {
  readonly canvas: PdfCanvas;
  readonly direction: 'ltr' | 'rtl';
  readonly toLines: (text: PdfText, size: number, width: number, bold?: boolean) => readonly Line[];
  readonly leading: (size: number) => Leading;
}

/** Lays out texts, rows and tables down the page, from the side where lines begin. */
export function createRowLayout({ canvas, direction, toLines, leading }: RowLayoutOptions) {
  const isRtl = direction === 'rtl';

  /** @param start distance from the side where lines begin (pt) */
  const box = (start: number, width: number): TextBox =>
    isRtl
      ? { x: page.width - page.side - start - width, width, align: 'right' }
      : { x: page.side + start, width, align: 'left' };
  const full = box(0, contentWidth);
  /** Returns the same area with lines aligned to its other side. */
  const endwards = (area: TextBox): TextBox => ({ ...area, align: isRtl ? 'left' : 'right' });

  function write(
    text: PdfText,
    { size, bold = false, colour = colours.ink }: Look,
    area: TextBox,
    part: Part,
  ): void {
    const { link } = text;
    const target = link === undefined ? part : canvas.part('Link', part);
    canvas.lines(
      toLines(text, size, area.width, bold),
      area,
      leading(size),
      link === undefined ? colour : colours.accent,
      target,
      link,
    );
  }

  /**
   * Writes cells next to each other. A row that does not fit on the page moves to the next one as a whole; a
   * row that is higher than a page continues there.
   */
  function writeRow(cells: readonly Cell[]): void {
    const height = Math.max(
      ...cells.map(
        ({ text, look, area }) =>
          toLines(text, look.size, area.width, look.bold).length * leading(look.size).height,
      ),
    );
    canvas.ensure(height);
    const [top, onPage] = [canvas.y, canvas.pageCount];
    for (const { text, look, area, part } of cells) {
      canvas.moveTo(top);
      write(text, look, area, part);
    }
    if (canvas.pageCount === onPage) canvas.moveTo(top + height);
  }

  function rule(colour: string, width: number, area: TextBox = full): void {
    const { y } = canvas;
    canvas.decorate((pdf) =>
      pdf
        .moveTo(area.x, y)
        .lineTo(area.x + area.width, y)
        .lineWidth(width)
        .strokeColor(colour)
        .stroke(),
    );
  }

  function facts(rows: readonly PdfFact[], size: number): void {
    const table = canvas.part('Table');
    const areas = [box(0, factLabelWidth - gap), box(factLabelWidth, contentWidth - factLabelWidth)] as const;
    for (const { label, value } of rows) {
      const row = canvas.part('TR', table);
      writeRow([
        {
          text: { text: label },
          look: { size, colour: colours.muted },
          area: areas[0],
          part: canvas.part('TH', row),
        },
        { text: value, look: { size }, area: areas[1], part: canvas.part('TD', row) },
      ]);
      canvas.space(2);
    }
  }

  function table({ head, widths, rows }: PdfTable): void {
    const whole = canvas.part('Table');
    const unit = contentWidth / sum(widths);
    const areas = widths.map((width, index) => box(unit * sum(widths.slice(0, index)), unit * width - gap));
    const toCells = (texts: readonly PdfText[], look: Look, type: string): Cell[] => {
      const row = canvas.part('TR', whole);
      return texts.map((text, index) => ({
        text,
        look,
        area: areas[index] ?? full,
        part: canvas.part(type, row),
      }));
    };
    // The head is never alone at the end of a page.
    canvas.ensure(leading(sizes.tiny).height + Math.min(rows.length, 2) * (leading(sizes.small).height + 6));
    const headings = head.map((text) => ({ text }));
    writeRow(toCells(headings, { size: sizes.tiny, bold: true, colour: colours.muted }, 'TH'));
    canvas.space(2);
    for (const row of rows) {
      rule(colours.rule, 0.4);
      canvas.space(3);
      writeRow(toCells(row, { size: sizes.small }, 'TD'));
      canvas.space(3);
    }
  }

  return { box, full, endwards, write, writeRow, rule, facts, table };
}

export type RowLayout = ReturnType<typeof createRowLayout>;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
