import type { IncomingMessage, ServerResponse } from 'node:http';
import { withDeadline } from '../kernel/concurrency/deadline';
import type { AnsweringListener, RequestListener } from './api-router';

export interface InFlight {
  /**
   * Wraps a listener so that its requests count until they have a response or are passed to `next`, and its work until it
   * has ended: hooks after a change also run when the client has gone.
   */
  counted(listener: AnsweringListener): RequestListener;
  /** Counts work for a request of the host until it has ended. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  /**
   * Wraps a listener so that its responses close their connections while the service closes: clients that reuse
   * connections would otherwise send further requests for as long as the process lives.
   */
  closingConnections(listener: RequestListener): RequestListener;
  /**
   * Resolves when all requests have a response and all work has ended, and after `graceMs` in any case: it then closes the
   * connections of those left, such as stuck uploads.
   */
  finished(graceMs: number): Promise<void>;
}

/** Tracks the requests in progress, so that a shutdown loses none. */
export function createInFlight(lifecycle: { readonly isClosed: boolean }): InFlight {
  const responses = new Set<ServerResponse>();
  const working = new Set<Promise<unknown>>();

  async function during<Result>(work: Promise<Result>): Promise<Result> {
    working.add(work);
    try {
      return await work;
    } finally {
      working.delete(work);
    }
  }

  return {
    during,
    counted: (listener) => (req, res, next) => {
      responses.add(res);
      onEnd(res, () => responses.delete(res));
      const work = listener(req, res, (error) => {
        responses.delete(res);
        next(error);
      });
      if (work !== undefined) void during(work);
    },
    closingConnections: (listener) => (req, res, next) => {
      if (!lifecycle.isClosed || !closeConnectionAfter(req, res)) return listener(req, res, next);
      listener(req, res, (error) => {
        // The host answers: its connections are its own.
        res.removeHeader('Connection');
        next(error);
      });
    },
    async finished(graceMs) {
      for (const res of responses) closeConnectionAfter(res.req, res);
      const answered = [...responses].map((res) => new Promise<void>((end) => onEnd(res, end)));
      await withDeadline(graceMs, Promise.allSettled([...answered, ...working]), () => {
        for (const res of responses) res.destroy();
      });
    },
  };
}

/** Calls `listener` when a response was sent or its client is gone. Responses of serverless adapters never close. */
function onEnd(res: ServerResponse, listener: () => void): void {
  res.once('finish', listener);
  res.once('close', listener);
}

/** Returns whether it has set the header: HTTP/2 has none, and the host may have chosen one. */
function closeConnectionAfter(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.httpVersionMajor > 1 || res.headersSent || res.hasHeader('Connection')) return false;
  res.setHeader('Connection', 'close');
  return true;
}
