import type { Line } from './paragraph';
import type { PdfFact, PdfTable, PdfText } from './pdf-document';
import { colours, type Leading, type Part, type Printer, page, type TextBox } from './pdf-printer';

/** Sizes in points. */
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

/** Between columns, in points. */
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

export interface PageWriterOptions {
  readonly printer: Printer;
  readonly direction: 'ltr' | 'rtl';
  readonly toLines: (text: PdfText, size: number, width: number, bold?: boolean) => readonly Line[];
  readonly leading: (size: number) => Leading;
}

/** Writes texts, rows and tables down the page, from the side where lines begin. */
export function createPageWriter({ printer, direction, toLines, leading }: PageWriterOptions) {
  const isRtl = direction === 'rtl';

  /** @param start from the side where lines begin */
  const box = (start: number, width: number): TextBox =>
    isRtl
      ? { x: page.width - page.side - start - width, width, align: 'right' }
      : { x: page.side + start, width, align: 'left' };
  const full = box(0, contentWidth);
  /** The same place, with lines that end at its other side. */
  const endwards = (area: TextBox): TextBox => ({ ...area, align: isRtl ? 'left' : 'right' });

  function write(
    text: PdfText,
    { size, bold = false, colour = colours.ink }: Look,
    area: TextBox,
    part: Part,
  ): void {
    const { link } = text;
    const target = link === undefined ? part : printer.part('Link', part);
    printer.lines(
      toLines(text, size, area.width, bold),
      area,
      leading(size),
      link === undefined ? colour : colours.accent,
      target,
      link,
    );
  }

  /**
   * Cells beside each other. Too near the end of a page, the whole row goes to the next; one that is higher
   * than a page goes on there.
   */
  function writeRow(cells: readonly Cell[]): void {
    const height = Math.max(
      ...cells.map(
        ({ text, look, area }) =>
          toLines(text, look.size, area.width, look.bold).length * leading(look.size).height,
      ),
    );
    printer.ensure(height);
    const [top, onPage] = [printer.y, printer.pageCount];
    for (const { text, look, area, part } of cells) {
      printer.moveTo(top);
      write(text, look, area, part);
    }
    if (printer.pageCount === onPage) printer.moveTo(top + height);
  }

  function rule(colour: string, width: number, area: TextBox = full): void {
    const { y } = printer;
    printer.decorate((pdf) =>
      pdf
        .moveTo(area.x, y)
        .lineTo(area.x + area.width, y)
        .lineWidth(width)
        .strokeColor(colour)
        .stroke(),
    );
  }

  function facts(rows: readonly PdfFact[], size: number): void {
    const table = printer.part('Table');
    const areas = [box(0, factLabelWidth - gap), box(factLabelWidth, contentWidth - factLabelWidth)] as const;
    for (const { label, value } of rows) {
      const row = printer.part('TR', table);
      writeRow([
        {
          text: { text: label },
          look: { size, colour: colours.muted },
          area: areas[0],
          part: printer.part('TH', row),
        },
        { text: value, look: { size }, area: areas[1], part: printer.part('TD', row) },
      ]);
      printer.space(2);
    }
  }

  function table({ head, widths, rows }: PdfTable): void {
    const whole = printer.part('Table');
    const unit = contentWidth / sum(widths);
    const areas = widths.map((width, index) => box(unit * sum(widths.slice(0, index)), unit * width - gap));
    const cellsOf = (texts: readonly PdfText[], look: Look, type: string): Cell[] => {
      const row = printer.part('TR', whole);
      return texts.map((text, index) => ({
        text,
        look,
        area: areas[index] ?? full,
        part: printer.part(type, row),
      }));
    };
    // The head does not stand alone at the end of a page.
    printer.ensure(leading(sizes.tiny).height + Math.min(rows.length, 2) * (leading(sizes.small).height + 6));
    const headings = head.map((text) => ({ text }));
    writeRow(cellsOf(headings, { size: sizes.tiny, bold: true, colour: colours.muted }, 'TH'));
    printer.space(2);
    for (const row of rows) {
      rule(colours.rule, 0.4);
      printer.space(3);
      writeRow(cellsOf(row, { size: sizes.small }, 'TD'));
      printer.space(3);
    }
  }

  return { box, full, endwards, write, writeRow, rule, facts, table };
}

export type PageWriter = ReturnType<typeof createPageWriter>;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
