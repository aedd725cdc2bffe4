import { extname, join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ServiceError, unavailable } from '../../../kernel/errors';
import type { ReceiptFont } from '../../../kernel/host-types';
import { describeError, type Logger } from '../../../kernel/logger';
import { loadOptional } from '../../../kernel/optional-dependency';
import type { PdfDocument } from './pdf-document';

/** What the worker is started with. */
export interface PrintSetup {
  readonly fonts: readonly ReceiptFont[];
}

export interface PrintJob {
  readonly id: number;
  readonly document: PdfDocument;
}

export type PrintAnswer =
  | { readonly id: number; readonly pdf: Uint8Array }
  /** Scripts that no font holds, each with one of its signs. */
  | { readonly id: number; readonly missing: readonly (readonly [script: string, sign: string])[] }
  /** Index of a configured font that cannot be read. */
  | { readonly id: number; readonly badFont: number };

export interface PdfPressOptions extends PrintSetup {
  readonly logger: Logger;
  /** For tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'>;
  /** A print that takes longer is stopped, in milliseconds. */
  readonly maxPrintMs?: number;
}

export interface PdfPress {
  /**
   * Prints a document.
   * @param client who asks: only one print of each client waits, so that nobody fills the queue
   * @throws ServiceError `optional_dependency_missing`, `receipt_font_missing`, `unavailable` when too many
   * wait already
   */
  print(document: PdfDocument, client: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Most prints that wait at once; whoever comes then is told to come back. */
const maxWaiting = 16;

/** A print takes a fraction of a second, the largest a few. */
const longestPrintMs = 20_000;

/** Without work, the worker is let go after this time, in milliseconds. */
const idleMs = 60_000;

interface Waiting {
  readonly client: string;
  readonly document: PdfDocument;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Prints receipts one after the other in a thread of its own, started when first needed: whatever a document
 * holds, the event loop is not held up, at most one core is busy, memory is bounded, and a print that does
 * not end is stopped.
 */
export function createPdfPress({
  fonts,
  logger,
  workerOptions,
  maxPrintMs = longestPrintMs,
}: PdfPressOptions): PdfPress {
  const queue: Waiting[] = [];
  let worker: Promise<Worker> | null = null;
  let isPrinting = false;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;
  let printed = 0;

  function begin(): Promise<Worker> {
    const starting = loadOptional(
      'pdfkit bidi-js',
      'PDF receipts',
      () =>
        new Promise<Worker>((resolve, reject) => {
          const setup: PrintSetup = { fonts };
          const started = new Worker(join(__dirname, `pdf-worker${extname(__filename)}`), {
            workerData: setup,
            resourceLimits: { maxOldGenerationSizeMb: 512 },
            ...workerOptions,
          });
          // It does not keep a process alive that has nothing else to do.
          started.unref();
          started.once('message', () => resolve(started));
          started.on('error', reject);
          started.once('exit', () => {
            forget();
            reject(new Error('the worker ended'));
          });
        }),
    );
    const forget = () => {
      if (worker === starting) worker = null;
    };
    starting.catch(forget);
    return starting;
  }

  async function printNext(): Promise<void> {
    const next = queue.shift();
    if (next === undefined) {
      isPrinting = false;
      idle = setTimeout(() => void stop(), idleMs).unref();
      return;
    }
    isPrinting = true;
    clearTimeout(idle);
    try {
      worker ??= begin();
      next.resolve(await printWith(await worker, next.document));
    } catch (error) {
      if (!(error instanceof ServiceError)) await stop();
      next.reject(error instanceof ServiceError ? error : failed(error));
    }
    void printNext();
  }

  function printWith(press: Worker, document: PdfDocument): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      printed += 1;
      const id = printed;
      const timer = setTimeout(() => finish(() => reject(new Error('a print took too long'))), maxPrintMs);
      const finish = (then: () => void) => {
        clearTimeout(timer);
        press.off('message', onMessage).off('error', onError).off('exit', onExit);
        then();
      };
      const onMessage = (answer: PrintAnswer) => finish(() => settle(answer, resolve, reject));
      const onError = (error: unknown) => finish(() => reject(error));
      const onExit = () => finish(() => reject(new Error('the worker ended')));
      press.on('message', onMessage).on('error', onError).on('exit', onExit);
      press.postMessage({ id, document } satisfies PrintJob);
    });
  }

  function failed(error: unknown): ServiceError {
    if (!isClosed) logger.error({ error: describeError(error) }, 'A receipt could not be printed');
    return unavailable({ cause: error });
  }

  async function stop(): Promise<void> {
    const old = worker;
    worker = null;
    await old?.then((running) => running.terminate()).catch(() => {});
  }

  return {
    print(document, client) {
      if (isClosed || queue.length >= maxWaiting || queue.some((waiting) => waiting.client === client))
        return Promise.reject(unavailable());
      return new Promise((resolve, reject) => {
        queue.push({ client, document, resolve, reject });
        if (!isPrinting) void printNext();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (const { reject } of queue.splice(0)) reject(unavailable());
      await stop();
    },
  };
}

function settle(
  answer: PrintAnswer,
  resolve: (pdf: Buffer) => void,
  reject: (error: ServiceError) => void,
): void {
  if ('pdf' in answer) resolve(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength));
  else if ('missing' in answer) {
    const scripts = answer.missing.map(([script]) => script);
    const named = answer.missing.map(([script, sign]) => `${script} (${sign})`).join(', ');
    const message = `No configured font holds the script of this receipt: add one to receipts.fonts that holds ${named}.`;
    reject(
      new ServiceError('receipt_font_missing', { message, body: { setting: 'receipts.fonts', scripts } }),
    );
  } else {
    const setting = `receipts.fonts.${answer.badFont}`;
    reject(
      new ServiceError('receipt_font_missing', {
        message: `${setting} is no font that can be read.`,
        body: { setting, scripts: [] },
      }),
    );
  }
}
