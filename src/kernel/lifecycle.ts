import { withDeadline } from './concurrency/deadline';
import { ServiceError, SetupError, unavailable } from './errors';
import { describeError, errorReason, type Logger } from './logger';

export interface Lifecycle {
  /** Sets what starting and closing do. Called once, before the first start. */
  setSteps(steps: LifecycleSteps): void;
  /** Starts once; a start that failed is tried again by the next call. Rejects with the cause. */
  start(): Promise<void>;
  /** May be called twice. */
  close(): Promise<void>;
  readonly isStarted: boolean;
  readonly isClosed: boolean;
  /**
   * For requests: undefined when started, else resolves after starting. Rejects or @throws ServiceError
   * `unavailable`
   */
  ready(): Promise<void> | undefined;
}

export interface LifecycleSteps {
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface LifecycleOptions {
  /** How long a request waits for a start that is under way, in milliseconds. The start itself goes on. */
  readonly waitMs: number;
  readonly logger: Logger;
}

/**
 * Runs one step of the start.
 * @param failure what its failure means, as a clause: `the database cannot be used`
 * @throws SetupError with that clause and the reason; an error that already describes the set-up is thrown as
 * it is
 */
export async function startStep<T>(failure: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const reason = errorReason(error instanceof ServiceError ? (error.cause ?? error) : error);
    throw new SetupError(`The consent service could not start: ${failure}: ${reason}`, { cause: error });
  }
}

/** The states of a service: not started, starting, started, closed. */
export function createLifecycle({ waitMs, logger }: LifecycleOptions): Lifecycle {
  let steps: LifecycleSteps = { start: async () => {}, close: async () => {} };
  let starting: Promise<void> | null = null;
  let closing: Promise<void> | null = null;
  let started = false;
  let logged: Promise<void> | null = null;

  function startOnce(): Promise<void> {
    if (closing !== null) return Promise.reject(new Error('The consent service has been closed'));
    if (starting === null) {
      const attempt = steps.start().then(
        () => {
          started = true;
        },
        (error) => {
          starting = null;
          throw error;
        },
      );
      starting = attempt;
    }
    return starting;
  }

  return {
    setSteps(newSteps) {
      steps = newSteps;
    },
    start: startOnce,
    get isStarted() {
      return started && closing === null;
    },
    get isClosed() {
      return closing !== null;
    },
    close() {
      closing ??= (async () => {
        // What is half started must be whole before it can be taken down.
        await starting?.catch(() => {});
        await steps.close();
      })();
      return closing;
    },
    ready() {
      if (closing !== null) throw unavailable();
      if (started) return undefined;
      const attempt = startOnce();
      return withDeadline(waitMs, attempt, () => {
        throw new Error(`Starting takes longer than ${waitMs} ms`);
      }).catch((error) => {
        // Once for all the requests that waited for it.
        if (logged !== attempt)
          logger.error({ error: describeError(error) }, 'The consent service could not start');
        logged = attempt;
        throw unavailable();
      });
    },
  };
}
