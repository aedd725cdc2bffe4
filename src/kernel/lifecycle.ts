import { within } from './deadline';
import { unavailable } from './errors';
import { describeError, type Logger } from './logger';

export interface Lifecycle {
  /** Starts once; a start that failed is tried again by the next call. Rejects with the cause. */
  start(): Promise<void>;
  /** May be called twice. */
  close(): Promise<void>;
  readonly isStarted: boolean;
  readonly isClosed: boolean;
  /** For requests: undefined when started, else resolves after starting. Rejects or @throws ServiceError `unavailable` */
  ready(): Promise<void> | undefined;
}

export interface LifecycleSteps {
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** How long a request waits for a start that is under way, in milliseconds. The start itself goes on. */
  readonly waitMs: number;
  readonly logger: Logger;
}

/** The states of a service: not started, starting, started, closed. */
export function createLifecycle({ start, close, waitMs, logger }: LifecycleSteps): Lifecycle {
  let starting: Promise<void> | null = null;
  let closing: Promise<void> | null = null;
  let started = false;

  function startOnce(): Promise<void> {
    if (closing !== null) return Promise.reject(new Error('The consent service has been closed'));
    if (starting === null) {
      const attempt = start().then(
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
        await close();
      })();
      return closing;
    },
    ready() {
      if (closing !== null) throw unavailable();
      if (started) return undefined;
      return within(waitMs, startOnce(), () => new Error(`Starting takes longer than ${waitMs} ms`)).catch((error) => {
        logger.error({ error: describeError(error) }, 'The consent service could not start');
        throw unavailable({ cause: error });
      });
    },
  };
}
