import type { WorkerOptions } from 'node:worker_threads';
import { ServiceError } from '#platform/kernel/errors';
import type { ReceiptFont } from '#platform/kernel/host-types';
import type { Logger } from '#platform/kernel/logger';
import { MissingGlyphs, UnreadableFont } from '#platform/pdf/font-faults';
import type { PdfDocument } from '#platform/pdf/pdf-document';
import { createPdfWorker } from '#platform/pdf/pdf-worker-client';
import { receiptDocument } from './receipt-document';
import type { IssuedReceipt } from './receipt-service';

export interface ReceiptPdfOptions {
  readonly fonts: readonly ReceiptFont[];
  readonly logger: Logger;
  /** Options for tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'> | undefined;
}

export interface ReceiptPdf {
  /**
   * Renders a receipt as a PDF.
   * @param client as in `PdfWorker.render`
   * @throws ServiceError `optional_dependency_missing`, `receipt_font_missing`, `unavailable` when too many
   * receipts wait
   */
  render(issued: IssuedReceipt, client: string): Promise<Buffer>;
  /** Renders any document, with the fonts of receipts. Throws as `render`. */
  renderDocument(document: PdfDocument, client: string): Promise<Buffer>;
  close(): Promise<void>;
}

export function createReceiptPdf(options: ReceiptPdfOptions): ReceiptPdf {
  const worker = createPdfWorker({ ...options, feature: 'PDFs' });
  const renderDocument: ReceiptPdf['renderDocument'] = (document, client) =>
    worker.render(document, client).catch((error) => {
      throw toFontError(error);
    });
  return {
    render: ({ receipt, notice }, client) => renderDocument(receiptDocument(receipt, notice), client),
    renderDocument,
    close: worker.close,
  };
}

function toFontError(error: unknown): unknown {
  if (error instanceof MissingGlyphs) {
    const samples = [...error.samples].map(([script, codePoint]) => `${script} (${codePoint})`).join(', ');
    const message = `No configured font holds the script of this document: add one to receipts.fonts that holds ${samples}.`;
    const body = { setting: 'receipts.fonts', scripts: [...error.samples.keys()] };
    return new ServiceError('receipt_font_missing', { message, body });
  }
  if (error instanceof UnreadableFont) {
    const setting = `receipts.fonts.${error.index}`;
    const message = `${setting} is not a readable font file.`;
    return new ServiceError('receipt_font_missing', { message, body: { setting, scripts: [] } });
  }
  return error;
}
