import { contentWidth, type PageWriter, sizes } from './page-writer';
import type { PdfBlock } from './pdf-document';
import { colours, type Leading, lowest, type Printer, page } from './pdf-printer';
import { drawMark, markWidth } from './tone-mark';

type BlockOf<Type extends PdfBlock['type']> = Extract<PdfBlock, { type: Type }>;

/** What is no higher than this is kept on one page, in points. */
const keptTogether = (lowest - page.top) / 2;
const stateWidth = 120;
const quoteIndent = 14;

export interface BlockWriterOptions {
  readonly printer: Printer;
  readonly writer: PageWriter;
  readonly leading: (size: number) => Leading;
}

/** Writes the blocks of a document, one below the other. */
export function createBlockWriter({
  printer,
  writer,
  leading,
}: BlockWriterOptions): (block: PdfBlock) => void {
  const { box, full, endwards, write, writeRow, rule, facts, table } = writer;

  function heading({ text }: BlockOf<'heading'>): void {
    printer.space(14);
    printer.ensure(leading(sizes.heading).height + 3 * leading(sizes.body).height);
    write({ text }, { size: sizes.heading, bold: true, colour: colours.accent }, full, printer.part('H2'));
    printer.space(6);
  }

  function paragraph({ text, tone }: BlockOf<'paragraph'>): void {
    write(
      text,
      { size: sizes.body, colour: tone === 'muted' ? colours.muted : colours.ink },
      full,
      printer.part('P'),
    );
    printer.space(4);
  }

  function quote({ heading: title, text }: BlockOf<'quote'>): void {
    const area = box(quoteIndent, contentWidth - quoteIndent);
    const whole = printer.part('BlockQuote');
    const [top, onPage] = [printer.y, printer.pageCount];
    if (title !== null) write(title, { size: sizes.body, bold: true }, area, printer.part('P', whole));
    if (text !== null)
      write(text, { size: sizes.body, colour: colours.muted }, area, printer.part('P', whole));
    const height = printer.y - top;
    const bar = box(0, 2);
    if (printer.pageCount === onPage)
      printer.decorate((pdf) => pdf.rect(bar.x, top, bar.width, height).fillColor(colours.rule).fill());
    printer.space(8);
  }

  function choice({
    heading: title,
    state,
    description,
    facts: rows,
    table: cookies,
    note,
  }: BlockOf<'choice'>): void {
    const head = leading(sizes.choice);
    printer.ensure(head.height + 5 * leading(sizes.body).height);
    rule(colours.rule, 0.5);
    printer.space(9);
    const section = printer.part('Sect');
    const middle = printer.y + head.height / 2;
    const corner = box(contentWidth - markWidth, markWidth);
    printer.decorate((pdf) => drawMark(pdf, state.tone, corner.x, middle));
    const stateArea = endwards(box(contentWidth - stateWidth, stateWidth - markWidth - 6));
    writeRow([
      {
        text: title,
        look: { size: sizes.choice, bold: true },
        area: box(0, contentWidth - stateWidth - 12),
        part: printer.part('H3', section),
      },
      {
        text: { text: state.text },
        look: { size: sizes.body, bold: true, colour: colours[state.tone] },
        area: stateArea,
        part: printer.part('P', section),
      },
    ]);
    if (description !== null) {
      printer.space(3);
      write(
        description,
        { size: sizes.body, colour: colours.muted },
        box(0, contentWidth - stateWidth),
        printer.part('P', section),
      );
    }
    printer.space(6);
    facts(rows, sizes.small);
    if (cookies !== null) {
      printer.space(5);
      table(cookies);
    }
    if (note !== null)
      write({ text: note }, { size: sizes.small, colour: colours.muted }, full, printer.part('P', section));
    printer.space(8);
  }

  return (block) => {
    switch (block.type) {
      case 'heading':
        return heading(block);
      case 'paragraph':
        return paragraph(block);
      case 'quote':
        return quote(block);
      case 'facts':
        return facts(block.rows, sizes.body);
      case 'table':
        table(block.table);
        return printer.space(10);
      case 'choice': {
        const height = printer.heightOf(() => choice(block));
        if (height <= keptTogether) printer.ensure(height);
        return choice(block);
      }
    }
  };
}
