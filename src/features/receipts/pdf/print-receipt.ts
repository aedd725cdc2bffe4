import type { Bidi } from 'bidi-js';
import { createBlockWriter } from './block-writer';
import { textsOf } from './document-texts';
import { forgetGlyphs } from './faces';
import { createFontBook, type FontBook } from './font-book';
import type { Face } from './font-types';
import { contentWidth, createPageWriter, type PageWriter, sizes } from './page-writer';
import { createTypesetter, type Line } from './paragraph';
import type { PdfDocument, PdfText } from './pdf-document';
import {
  colours,
  createPrinter,
  type Leading,
  type Part,
  type Printer,
  page,
  shapedWhole,
} from './pdf-printer';

export interface PrintTools {
  readonly PDFDocument: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument;
  readonly bidi: Bidi;
  readonly faces: readonly Face[];
}

/**
 * Lays a receipt out and prints it. Pages are A4; a right-to-left document is the mirror image of a
 * left-to-right one.
 * @throws MissingGlyphs when no font holds letters of a text
 */
export async function printReceipt(
  receipt: PdfDocument,
  { PDFDocument, bidi, faces }: PrintTools,
): Promise<Buffer> {
  forgetGlyphs(faces);
  const fonts = createFontBook(faces, textsOf(receipt));
  const pdf = new PDFDocument(optionsOf(receipt, fonts));
  const printed = collect(pdf);
  // pdfkit takes open fonts since 0.20, its types not yet.
  for (const { id, source } of faces)
    if (typeof source !== 'string') pdf.registerFont(id, source as unknown as PDFKit.Mixins.PDFFontSource);

  const { direction, locale } = receipt;
  const measure = (face: Face, text: string, rightToLeft: boolean) =>
    pdf
      .font(face.id)
      .fontSize(1000)
      .widthOfString(text, rightToLeft ? shapedWhole : {});
  const setLines = createTypesetter({ bidi, fonts, locale, measure });
  // What is measured first and printed then is laid out once.
  const laidOut = new Map<string, readonly Line[]>();
  function toLines(text: PdfText, size: number, width: number, bold = false): readonly Line[] {
    const code = text.kind === 'code';
    const style = {
      size,
      bold,
      direction: code ? 'ltr' : (text.direction ?? direction),
      fallback: direction,
      code,
    } as const;
    const key = [size, width, bold, code, style.direction, text.text].join(' ');
    const lines = laidOut.get(key) ?? setLines(fonts.printable(text), style, width);
    laidOut.set(key, lines);
    return lines;
  }

  const root: Part = { type: 'Document', node: pdf.struct('Document') };
  pdf.addStructure(root.node);
  const printer = createPrinter(pdf, root);
  const leading = (size: number) => leadingOf(size, fonts);
  const writer = createPageWriter({ printer, direction, toLines, leading });
  writeHead(receipt, printer, writer);
  receipt.blocks.forEach(createBlockWriter({ printer, writer, leading }));
  writeFooters();
  pdf.end();
  return printed;

  function writeFooters(): void {
    const { start, count } = pdf.bufferedPageRange();
    const top = page.height - page.bottom + 26;
    for (let index = 0; index < count; index += 1) {
      pdf.switchToPage(start + index);
      printer.moveTo(top - 8);
      writer.rule(colours.rule, 0.5);
      const number = receipt.footer.page
        .replace('{page}', String(index + 1))
        .replace('{pages}', String(count));
      const [text] = toLines({ text: receipt.footer.text }, sizes.tiny, contentWidth * 0.75);
      const [numbered] = toLines({ text: number }, sizes.tiny, contentWidth * 0.25);
      if (text) printer.aside(text, top, writer.full, leading(sizes.tiny), colours.muted);
      if (numbered)
        printer.aside(numbered, top, writer.endwards(writer.full), leading(sizes.tiny), colours.muted);
    }
  }
}

function writeHead(
  { issuer, title, lead }: PdfDocument,
  printer: Printer,
  { write, rule, box, full }: PageWriter,
): void {
  if (issuer !== null) {
    write(
      { text: issuer, direction: 'auto' },
      { size: sizes.body, bold: true, colour: colours.muted },
      full,
      printer.part('P'),
    );
    printer.space(4);
  }
  write({ text: title }, { size: sizes.title, bold: true }, full, printer.part('H1'));
  printer.space(8);
  rule(colours.accent, 2, box(0, 46));
  printer.space(12);
  write({ text: lead }, { size: sizes.lead }, full, printer.part('P'));
}

function optionsOf(
  { locale, title, issuer, createdAt }: PdfDocument,
  fonts: FontBook,
): PDFKit.PDFDocumentOptions {
  return {
    size: 'A4',
    margins: { top: page.top, bottom: page.bottom, left: page.side, right: page.side },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: locale,
    displayTitle: true,
    info: {
      Title: fonts.printable({ text: title }),
      ...(issuer === null ? {} : { Author: fonts.printable({ text: issuer }) }),
      Creator: 'express-consent',
      CreationDate: new Date(createdAt),
    },
  };
}

/** Lines of one size, far enough apart for the tallest font of the document. */
function leadingOf(size: number, { ascender, descender }: FontBook): Leading {
  const [up, down] = [(ascender * size) / 1000, (descender * size) / 1000];
  const height = Math.max(size * 1.42, up - down);
  return { size, height, baseline: (height - (up - down)) / 2 + up };
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
