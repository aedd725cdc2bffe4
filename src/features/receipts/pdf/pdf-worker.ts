import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import bidiFactory from 'bidi-js';
import PDFDocument from 'pdfkit';
import { BadFont, loadFaces } from './faces';
import { MissingGlyphs } from './font-book';
import type { Fontkit } from './font-types';
import type { PrintAnswer, PrintJob, PrintSetup } from './pdf-press';
import { printReceipt } from './print-receipt';

/** The thread that prints: what is slow or goes wrong here holds up nobody but those who wait for a print. */

// fontkit is pdfkit's own; what it opens once serves every document.
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit') as Fontkit;
const { fonts } = workerData as PrintSetup;
const bidi = bidiFactory();
const faces = once(() => loadFaces(fonts, fontkit));

async function print({ id, document }: PrintJob): Promise<PrintAnswer> {
  try {
    return { id, pdf: await printReceipt(document, { PDFDocument, bidi, faces: faces() }) };
  } catch (error) {
    if (error instanceof MissingGlyphs) return { id, missing: [...error.samples] };
    if (error instanceof BadFont) return { id, badFont: error.index };
    throw error;
  }
}

parentPort?.on('message', async (job: PrintJob) => parentPort?.postMessage(await print(job)));
parentPort?.postMessage('ready');

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
