import { colours, type Leading, lowest, type PdfCanvas, page } from './pdf-canvas';
import type { PdfBlock } from './pdf-document';
import { contentWidth, type RowLayout, sizes } from './row-layout';
import { drawMark, markWidth } from './tone-mark';

type BlockOf<Type extends PdfBlock['type']> = Extract<PdfBlock, { type: Type }>;

/** Greatest height of a block that is kept on one page (pt). */
const keptTogether = (lowest - page.top) / 2;
const stateWidth = 120;
const quoteIndent = 14;

export interface BlockLayoutOptions {
  readonly canvas: PdfCanvas;
  readonly layout: RowLayout;
  readonly leading: (size: number) => Leading;
}

/** Lays out the blocks of a document, one below the other. */
export function createBlockLayout({
  canvas,
  layout,
  leading,
}: BlockLayoutOptions): (block: PdfBlock) => void {
  const { box, full, endwards, write, writeRow, rule, facts, table } = layout;

  function heading({ text }: BlockOf<'heading'>): void {
    canvas.space(14);
    canvas.ensure(leading(sizes.heading).height + 3 * leading(sizes.body).height);
    write({ text }, { size: sizes.heading, bold: true, colour: colours.accent }, full, canvas.part('H2'));
    canvas.space(6);
  }

  function paragraph({ text, tone }: BlockOf<'paragraph'>): void {
    write(
      text,
      { size: sizes.body, colour: tone === 'muted' ? colours.muted : colours.ink },
      full,
      canvas.part('P'),
    );
    canvas.space(4);
  }

  function quote({ heading: title, text }: BlockOf<'quote'>): void {
    const area = box(quoteIndent, contentWidth - quoteIndent);
    const whole = canvas.part('BlockQuote');
    const [top, onPage] = [canvas.y, canvas.pageCount];
    if (title !== null) write(title, { size: sizes.body, bold: true }, area, canvas.part('P', whole));
    if (text !== null)
      write(text, { size: sizes.body, colour: colours.muted }, area, canvas.part('P', whole));
    const height = canvas.y - top;
    const bar = box(0, 2);
    if (canvas.pageCount === onPage)
      canvas.decorate((pdf) => pdf.rect(bar.x, top, bar.width, height).fillColor(colours.rule).fill());
    canvas.space(8);
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
    canvas.ensure(head.height + 5 * leading(sizes.body).height);
    rule(colours.rule, 0.5);
    canvas.space(9);
    const section = canvas.part('Sect');
    const middle = canvas.y + head.height / 2;
    const corner = box(contentWidth - markWidth, markWidth);
    canvas.decorate((pdf) => drawMark(pdf, state.tone, corner.x, middle));
    const stateArea = endwards(box(contentWidth - stateWidth, stateWidth - markWidth - 6));
    writeRow([
      {
        text: title,
        look: { size: sizes.choice, bold: true },
        area: box(0, contentWidth - stateWidth - 12),
        part: canvas.part('H3', section),
      },
      {
        text: { text: state.text },
        look: { size: sizes.body, bold: true, colour: colours[state.tone] },
        area: stateArea,
        part: canvas.part('P', section),
      },
    ]);
    if (description !== null) {
      canvas.space(3);
      write(
        description,
        { size: sizes.body, colour: colours.muted },
        box(0, contentWidth - stateWidth),
        canvas.part('P', section),
      );
    }
    canvas.space(6);
    facts(rows, sizes.small);
    if (cookies !== null) {
      canvas.space(5);
      table(cookies);
    }
    if (note !== null)
      write({ text: note }, { size: sizes.small, colour: colours.muted }, full, canvas.part('P', section));
    canvas.space(8);
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
        return canvas.space(10);
      case 'choice': {
        const height = canvas.measureHeight(() => choice(block));
        if (height <= keptTogether) canvas.ensure(height);
        return choice(block);
      }
    }
  };
}
