import type { Bidi } from 'bidi-js';
import { allTexts } from './all-texts';
import { createBlockLayout } from './block-layout';
import type { Face } from './font';
import { type FontSelection, selectFonts } from './font-selection';
import { forgetGlyphs } from './load-fonts';
import { createTypesetter, type Line } from './paragraph';
import {
  colours,
  createCanvas,
  type Leading,
  type Part,
  type PdfCanvas,
  page,
  shapedWhole,
} from './pdf-canvas';
import type { PdfDocument, PdfText } from './pdf-document';
import { contentWidth, createRowLayout, type RowLayout, sizes } from './row-layout';

export interface RenderTools {
  readonly PDFDocument: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument;
  readonly bidi: Bidi;
  readonly faces: readonly Face[];
}

/**
 * Lays out a document and returns the bytes of its PDF. Pages are A4; a right-to-left document is the mirror
 * image of a left-to-right one.
 * @throws MissingGlyphs when no font holds letters of a text
 */
export async function renderDocument(
  document: PdfDocument,
  { PDFDocument, bidi, faces }: RenderTools,
): Promise<Buffer> {
  forgetGlyphs(faces);
  const fonts = selectFonts(faces, allTexts(document));
  const pdf = new PDFDocument(getOptions(document, fonts));
  const rendered = collect(pdf);
  // pdfkit accepts open fonts since 0.20; its types do not know that yet.
  for (const { id, source } of faces)
    if (typeof source !== 'string') pdf.registerFont(id, source as unknown as PDFKit.Mixins.PDFFontSource);

  const { direction, locale } = document;
  const measure = (face: Face, text: string, rightToLeft: boolean) =>
    pdf
      .font(face.id)
      .fontSize(1000)
      .widthOfString(text, rightToLeft ? shapedWhole : {});
  const setLines = createTypesetter({ bidi, fonts, locale, measure });
  // A text that is measured first and drawn later is laid out once.
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
  const canvas = createCanvas(pdf, root);
  const leading = (size: number) => measureLeading(size, fonts);
  const rows = createRowLayout({ canvas, direction, toLines, leading });
  writeHead(document, canvas, rows);
  document.blocks.forEach(createBlockLayout({ canvas, layout: rows, leading }));
  writeFooters();
  pdf.end();
  return rendered;

  function writeFooters(): void {
    const { start, count } = pdf.bufferedPageRange();
    const top = page.height - page.bottom + 26;
    for (let index = 0; index < count; index += 1) {
      pdf.switchToPage(start + index);
      canvas.moveTo(top - 8);
      rows.rule(colours.rule, 0.5);
      const number = document.footer.page
        .replace('{page}', String(index + 1))
        .replace('{pages}', String(count));
      const [text] = toLines({ text: document.footer.text }, sizes.tiny, contentWidth * 0.75);
      const [numbered] = toLines({ text: number }, sizes.tiny, contentWidth * 0.25);
      if (text) canvas.aside(text, top, rows.full, leading(sizes.tiny), colours.muted);
      if (numbered) canvas.aside(numbered, top, rows.endwards(rows.full), leading(sizes.tiny), colours.muted);
    }
  }
}

function writeHead(
  { issuer, title, lead }: PdfDocument,
  canvas: PdfCanvas,
  { write, rule, box, full }: RowLayout,
): void {
  if (issuer !== null) {
    write(
      { text: issuer, direction: 'auto' },
      { size: sizes.body, bold: true, colour: colours.muted },
      full,
      canvas.part('P'),
    );
    canvas.space(4);
  }
  write({ text: title }, { size: sizes.title, bold: true }, full, canvas.part('H1'));
  canvas.space(8);
  rule(colours.accent, 2, box(0, 46));
  canvas.space(12);
  write({ text: lead }, { size: sizes.lead }, full, canvas.part('P'));
}

function getOptions(
  { locale, title, issuer, creator, createdAt }: PdfDocument,
  fonts: FontSelection,
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
      Creator: creator,
      CreationDate: new Date(createdAt),
    },
  };
}

/** Lines of one size, far enough apart for the tallest font of the document. */
function measureLeading(size: number, { ascender, descender }: FontSelection): Leading {
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
