import { extname, join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ServiceError, unavailable } from '../../kernel/errors';
import { loadOptional } from '../../kernel/optional-dependency';
import type { Cell } from './csv';

/** What the thread is started with. */
export interface BookSetup {
  readonly header: readonly string[];
  /** Of the sheet. */
  readonly name: string;
}

export type BookStep = { readonly rows: readonly (readonly Cell[])[] } | { readonly end: true };

export interface XlsxPress {
  /**
   * Makes a workbook of one table, in a thread of its own.
   * @throws ServiceError `optional_dependency_missing`; `unavailable` while another one is made;
   * `payload_too_large` when it does not fit in the thread's memory
   */
  make(
    setup: BookSetup,
    pages: AsyncIterable<readonly (readonly Cell[])[]>,
    gone: AbortSignal,
  ): Promise<Uint8Array>;
}

/** 200,000 records of usual size take 300 MiB of it. */
const maxHeapMb = 1024;

const packages = 'xlsx@npm:@e965/xlsx@0.20.3';

/**
 * One workbook at a time, as each takes half a gigabyte. @param workerOptions for tests, whose sources need a
 * loader
 */
export function createXlsxPress(workerOptions: Pick<WorkerOptions, 'execArgv'> = {}): XlsxPress {
  let isBusy = false;

  const start = (setup: BookSetup) => {
    const thread = createThread(
      new Worker(join(__dirname, `xlsx-worker${extname(__filename)}`), {
        workerData: setup,
        resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
        ...workerOptions,
      }),
    );
    return { ...thread, ready: () => loadOptional(packages, 'XLSX exports', () => thread.answer()) };
  };

  return {
    async make(setup, pages, gone) {
      if (isBusy)
        throw unavailable({
          message: 'An XLSX file is being made already; try again when it is done.',
          retryAfterSeconds: 30,
        });
      isBusy = true;
      const thread = start(setup);
      const stop = () => void thread.stop();
      gone.addEventListener('abort', stop);
      try {
        await thread.ready();
        for await (const rows of pages) await thread.ask({ rows });
        const file = await thread.ask({ end: true });
        if (!(file instanceof Uint8Array)) throw new Error('the thread gave no file');
        return file;
      } catch (error) {
        throw isTooMuch(error) ? tooLarge(error) : error;
      } finally {
        gone.removeEventListener('abort', stop);
        await thread.stop();
        isBusy = false;
      }
    },
  };
}

/** A thread that answers each step before the next. */
function createThread(worker: Worker) {
  let failure: unknown = null;
  let settle: ((error: unknown, answer?: unknown) => void) | null = null;
  const fail = (error: unknown) => {
    failure ??= error;
    settle?.(failure);
  };
  worker.on('error', fail).once('exit', () => fail(new Error('the thread ended')));
  worker.on('message', (answer: unknown) => settle?.(null, answer));
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      settle = (error, given) => {
        settle = null;
        if (error === null) resolve(given);
        else reject(error);
      };
      if (failure !== null) settle(failure);
    });
  return {
    answer,
    ask(step: BookStep) {
      worker.postMessage(step);
      return answer();
    },
    stop: () => worker.terminate(),
  };
}

/** The thread's memory, or the longest text that there can be. */
function isTooMuch(error: unknown): boolean {
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
