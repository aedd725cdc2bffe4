import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import bidiFactory from 'bidi-js';
import PDFDocument from 'pdfkit';
import { answerRequests } from '../kernel/concurrency/answer-requests';
import type { Face, Fontkit } from './font';
import { MissingGlyphs, UnreadableFont } from './font-faults';
import { loadFonts } from './load-fonts';
import type { PdfDocument } from './pdf-document';
import type { PdfAnswer, PdfWorkerSetup } from './pdf-worker-client';
import { renderDocument } from './render-document';

/** The program of the thread that renders PDFs. */

// pdfkit's own fontkit; a font that it has opened serves every document.
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit') as Fontkit;
const { fonts } = workerData as PdfWorkerSetup;
const bidi = bidiFactory();
let faces: readonly Face[] | undefined;

answerRequests<PdfDocument, PdfAnswer>(async (document) => {
  try {
    faces ??= loadFonts(fonts, fontkit);
    return { pdf: await renderDocument(document, { PDFDocument, bidi, faces }) };
  } catch (error) {
    if (error instanceof MissingGlyphs) return { missing: [...error.samples] };
    if (error instanceof UnreadableFont) return { unreadableFont: error.index };
    throw error;
  }
});
