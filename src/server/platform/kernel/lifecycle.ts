import { withDeadline } from './concurrency/deadline';
import { ServiceError, SetupError, unavailable } from './errors';
import { describeError, errorReason, type Logger } from './logger';

export interface Lifecycle {
  /** Sets the functions that start and close the service. Called once, before the first start. */
  setSteps(steps: LifecycleSteps): void;
  /** Starts the service once; after a failed start the next call tries again. Rejects with the cause. */
  start(): Promise<void>;
  /** Closes the service. Further calls return the same promise. */
  close(): Promise<void>;
  /** Announces that the service will be closed. */
  drain(): void;
  readonly isStarted: boolean;
  /** Whether clients should go elsewhere, although everything is still served. */
  readonly isDraining: boolean;
  readonly isClosed: boolean;
  /**
   * Lets a request wait for the start: returns undefined when the service has started, else a promise that
   * resolves when it has. Rejects with or @throws ServiceError `unavailable`
   */
  ready(): Promise<void> | undefined;
}

export interface LifecycleSteps {
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface LifecycleOptions {
  /** Maximum time that a request waits for the start (ms). The start itself continues. */
  readonly waitMs: number;
  readonly logger: Logger;
}

/**
 * Runs one step of the start.
 * @param failure consequence of a failure, as a clause: `the database cannot be used`
 * @throws SetupError with that clause and the reason; an error that is a SetupError already is thrown as it
 * is
 */
export async function startStep<T>(failure: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const cause = error instanceof ServiceError ? (error.cause ?? error) : error;
    throw new SetupError(
      `The consent service could not start: ${failure}: ${errorReason(cause)}. See docs/guide/troubleshooting.md#could-not-start`,
      { cause },
    );
  }
}

/** Creates the lifecycle of a service, which is not started, starting, started or closed. */
export function createLifecycle({ waitMs, logger }: LifecycleOptions): Lifecycle {
  let steps: LifecycleSteps = { start: async () => {}, close: async () => {} };
  let starting: Promise<void> | null = null;
  let closing: Promise<void> | null = null;
  let started = false;
  let draining = false;
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
    drain() {
      draining = true;
    },
    get isDraining() {
      return draining;
    },
    get isClosed() {
      return closing !== null;
    },
    close() {
      closing ??= (async () => {
        // A start in progress must end before the service can be closed.
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
        throw new Error(`The start took longer than ${waitMs} ms`);
      }).catch((error) => {
        // Logged once for all requests that waited for this attempt.
        if (logged !== attempt)
          logger.error({ error: describeError(error) }, 'The consent service could not start');
        logged = attempt;
        throw unavailable();
      });
    },
  };
}
