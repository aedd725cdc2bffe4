import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';
import type { Cell } from '#platform/csv/csv-writer';
import { createWorkerThread } from '#platform/kernel/concurrency/worker-thread';
import { ServiceError, unavailable } from '#platform/kernel/errors';

export interface SheetSetup {
  readonly header: readonly string[];
  /** Name of the sheet. */
  readonly name: string;
}

export type XlsxRequest =
  | { readonly begin: SheetSetup }
  | { readonly rows: readonly (readonly Cell[])[] }
  | { readonly end: true };

/** The reply: the file for `end`, otherwise null. */
export type XlsxAnswer = Uint8Array<ArrayBuffer> | null;

export interface XlsxWorker {
  /**
   * Makes a workbook of one table.
   * @throws ServiceError `optional_dependency_missing`; `unavailable` while another one is made;
   * `payload_too_large` when it does not fit in the thread's memory
   */
  make(
    setup: SheetSetup,
    pages: AsyncIterable<readonly (readonly Cell[])[]>,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}

/** Makes one workbook at a time in a thread, as each takes half a gigabyte. */
export function createXlsxWorker(
  workerOptions: Pick<WorkerOptions, 'execArgv'> | undefined = undefined,
): XlsxWorker {
  const thread = createWorkerThread<XlsxRequest, XlsxAnswer>({
    program: join(__dirname, 'xlsx-worker'),
    packages: 'xlsx@npm:@e965/xlsx@0.20.3',
    feature: 'XLSX exports',
    maxHeapMb: 1024, // 200,000 records of usual size take 300 MiB of it
    maxWaiting: 0,
    busy: () =>
      unavailable({
        message: 'Another XLSX export is running; try again when it has finished.',
        retryAfterSeconds: 30,
      }),
    idleMs: 0,
    workerOptions,
  });

  return {
    async make(setup, pages, signal) {
      const work = thread.run(
        async (ask) => {
          await ask({ begin: setup });
          for await (const rows of pages) await ask({ rows });
          const file = await ask({ end: true });
          if (file === null) throw new Error('the thread returned no file');
          return file;
        },
        { signal },
      );
      return work.catch((error) => {
        throw exceedsMemory(error) ? tooLarge(error) : error;
      });
    },
  };
}

/** Whether a workbook exceeds the memory of the thread, or the maximum length of a string. */
function exceedsMemory(error: unknown): boolean {
  return (
    (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError
  );
}

function tooLarge(cause: unknown): ServiceError {
  return new ServiceError('payload_too_large', {
    message:
      'These records are too large for one XLSX file. Narrow profileId, from and to, or take them as CSV from /export/consents, which has no limit.',
    cause,
  });
}
