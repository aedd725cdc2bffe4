import { extname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { type ServiceError, unavailable } from '../errors';
import { loadOptional } from '../optional-dependency';

export interface WorkerThreadOptions {
  /** Path of the thread's program without its extension, which is that of this file: `.ts` or `.js`. */
  readonly program: string;
  /** Value that the program receives as `workerData`. */
  readonly workerData?: unknown;
  /** Optional packages that the program imports, as arguments of `npm install`. */
  readonly packages: string;
  /** The feature that needs these packages, as the subject of a sentence: `PDF receipts`. */
  readonly feature: string;
  /** Memory limit of the thread (MiB). */
  readonly maxHeapMb: number;
  /** Maximum number of tasks that wait while one runs. */
  readonly maxWaiting: number;
  /** Creates the error that rejects a task when the queue is full. */
  readonly busy?: () => ServiceError;
  /** Time limit of a request (ms). Default: no limit. */
  readonly maxAnswerMs?: number;
  /** Time without a task after which the thread ends (ms). With 0 it ends after each task. */
  readonly idleMs: number;
  /** Options for tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'> | undefined;
}

export interface TaskOptions {
  /** Id of the client: only one task of each client waits, so that no client fills the queue. */
  readonly client?: string;
  /** Stops the task when aborted. */
  readonly signal?: AbortSignal;
}

/** Sends a request to the thread and resolves with its answer. */
export type Ask<Request, Answer> = (request: Request) => Promise<Answer>;

export interface WorkerThread<Request, Answer> {
  /**
   * Runs a task that has the thread to itself. The thread ends when a task fails.
   * @throws ServiceError `unavailable` when the queue is full or closed, `optional_dependency_missing`;
   * errors of the task and of the thread
   */
  run<T>(task: (ask: Ask<Request, Answer>) => Promise<T>, options?: TaskOptions): Promise<T>;
  close(): Promise<void>;
}

interface Waiting<Request, Answer> {
  readonly client: string | undefined;
  /** Runs the task; never rejects. */
  readonly start: (ask: Ask<Request, Answer>) => Promise<Settled>;
  readonly reject: (error: unknown) => void;
}

interface Settled {
  readonly failed: boolean;
  /** Settles the promise of the caller. */
  readonly settle: () => void;
}

/**
 * Creates a thread that is started when first needed and runs one task after the other: the event loop is not
 * blocked, at most one core is busy, and memory is bounded.
 * @example
 * const thread = createWorkerThread<Job, Result>({ program: join(__dirname, 'my-worker'), ...limits });
 * const result = await thread.run((ask) => ask(job));
 */
export function createWorkerThread<Request, Answer>(
  options: WorkerThreadOptions,
): WorkerThread<Request, Answer> {
  const { packages, feature, maxWaiting, idleMs, busy = () => unavailable() } = options;
  const queue: Waiting<Request, Answer>[] = [];
  let running: RunningThread<Request, Answer> | null = null;
  let isBusy = false;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  /** Creates the `ask` function of one task. When its thread is stopped, no other is started for the task. */
  function askForTask(): Ask<Request, Answer> {
    let thread: RunningThread<Request, Answer> | null = null;
    return async (request) => {
      if (thread === null) {
        running = running?.hasEnded === false ? running : startThread(options);
        thread = running;
      }
      const { ready, ask } = thread;
      await loadOptional(packages, feature, () => ready);
      return ask(request);
    };
  }

  async function stop(): Promise<void> {
    const thread = running;
    running = null;
    await thread?.stop();
  }

  async function runQueue(): Promise<void> {
    isBusy = true;
    clearTimeout(idle);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { failed, settle } = await next.start(askForTask());
      if (failed || idleMs === 0) await stop();
      settle();
    }
    isBusy = false;
    if (running !== null) idle = setTimeout(() => void stop(), idleMs).unref();
  }

  return {
    run(task, { client, signal } = {}) {
      const isFull = isBusy && queue.length >= maxWaiting;
      if (isClosed || isFull || (client !== undefined && queue.some((waiting) => waiting.client === client)))
        return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const start = async (send: Ask<Request, Answer>): Promise<Settled> => {
          const abort = () => void stop();
          signal?.addEventListener('abort', abort);
          try {
            const result = await task(send);
            return { failed: false, settle: () => resolve(result) };
          } catch (error) {
            return { failed: true, settle: () => reject(error) };
          } finally {
            signal?.removeEventListener('abort', abort);
          }
        };
        queue.push({ client, start, reject });
        if (!isBusy) void runQueue();
      });
    },

    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (const { reject } of queue.splice(0)) reject(busy());
      await stop();
    },
  };
}

interface RunningThread<Request, Answer> {
  /** Resolves when the program has loaded. */
  readonly ready: Promise<void>;
  readonly hasEnded: boolean;
  ask(request: Request): Promise<Answer>;
  stop(): Promise<void>;
}

function startThread<Request, Answer>({
  program,
  workerData,
  maxHeapMb,
  maxAnswerMs,
  workerOptions,
}: WorkerThreadOptions): RunningThread<Request, Answer> {
  const worker = new Worker(`${program}${extname(__filename)}`, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    ...workerOptions,
  });
  let failure: { readonly error: unknown } | null = null;
  let settle: ((failed: typeof failure, answer?: unknown) => void) | null = null;
  const fail = (error: unknown) => {
    failure ??= { error };
    settle?.(failure);
  };
  worker.on('error', fail).once('exit', () => fail(new Error('the thread ended')));
  worker.on('message', (answer: unknown) => settle?.(null, answer));

  /** Resolves with the next message of the thread. */
  function nextAnswer(limitMs?: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer =
        limitMs === undefined
          ? undefined
          : setTimeout(() => fail(new Error('the thread took too long to answer')), limitMs);
      // A busy thread keeps the process alive; an idle one does not.
      worker.ref();
      settle = (failed, answer) => {
        settle = null;
        clearTimeout(timer);
        worker.unref();
        if (failed === null) resolve(answer);
        else reject(failed.error);
      };
      if (failure !== null) settle(failure);
    });
  }

  const ready = nextAnswer().then(() => {});
  ready.catch(() => {}); // the callers of `ask` handle the error
  return {
    ready,
    get hasEnded() {
      return failure !== null;
    },
    ask(request) {
      const answer = nextAnswer(maxAnswerMs);
      worker.postMessage(request);
      return answer as Promise<Answer>;
    },
    async stop() {
      fail(new Error('the thread was stopped'));
      await worker.terminate();
    },
  };
}
