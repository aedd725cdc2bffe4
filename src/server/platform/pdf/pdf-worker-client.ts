import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';
import { createWorkerThread } from '../kernel/concurrency/worker-thread';
import { ServiceError, unavailable } from '../kernel/errors';
import { describeError, type Logger } from '../kernel/logger';
import type { FontFile } from './font';
import { MissingGlyphs, UnreadableFont } from './font-faults';
import type { PdfDocument } from './pdf-document';

// Why: docs/adr/0027-receipts-are-printed-in-a-thread.md

/** The `workerData` of the thread. */
export interface PdfWorkerSetup {
  readonly fonts: readonly FontFile[];
}

export type PdfAnswer =
  | { readonly pdf: Uint8Array }
  /** Scripts that no font has, each with the code point of one of its letters. */
  | { readonly missing: readonly (readonly [script: string, codePoint: string])[] }
  /** Index of a font that cannot be read. */
  | { readonly unreadableFont: number };

export interface PdfWorkerOptions extends PdfWorkerSetup {
  /** The feature that needs PDFs, as the subject of the error about missing packages. */
  readonly feature: string;
  readonly logger: Logger;
  /** For tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'> | undefined;
  /** A document that takes longer is stopped (ms). */
  readonly maxRenderMs?: number;
}

export interface PdfWorker {
  /**
   * Renders a document.
   * @param client only one document of each client waits, so that no client fills the queue
   * @throws MissingGlyphs, UnreadableFont; ServiceError `optional_dependency_missing`, `unavailable` when too
   * many documents wait or rendering failed
   */
  render(document: PdfDocument, client: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Greatest number of documents that wait. */
const maxWaiting = 16;

/** Most documents take a fraction of a second, the largest a few (ms). */
const defaultMaxRenderMs = 20_000;

/** Renders PDFs one after the other in a thread, so that a large document does not block the event loop. */
export function createPdfWorker({
  fonts,
  feature,
  logger,
  workerOptions,
  maxRenderMs = defaultMaxRenderMs,
}: PdfWorkerOptions): PdfWorker {
  let isClosed = false;
  const thread = createWorkerThread<PdfDocument, PdfAnswer>({
    program: join(__dirname, 'pdf-worker'),
    workerData: { fonts } satisfies PdfWorkerSetup,
    packages: 'pdfkit bidi-js',
    feature,
    maxHeapMb: 512,
    maxWaiting,
    maxAnswerMs: maxRenderMs,
    idleMs: 60_000,
    workerOptions,
  });

  return {
    async render(document, client) {
      const answer = await thread
        .run((ask) => ask(document), { client })
        .catch((error) => {
          if (error instanceof ServiceError) throw error;
          if (!isClosed) logger.error({ error: describeError(error) }, 'A PDF could not be rendered');
          throw unavailable({ cause: error });
        });
      if ('missing' in answer) throw new MissingGlyphs(new Map(answer.missing));
      if ('unreadableFont' in answer) throw new UnreadableFont(answer.unreadableFont);
      return Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength);
    },

    close() {
      isClosed = true;
      return thread.close();
    },
  };
}
