import type { ServerResponse } from 'node:http';
import type { RequestListener } from './api-router';

export interface InFlight {
  /** Wraps a listener so that its requests count until they have a response or are passed to `next`. */
  counted(listener: RequestListener): RequestListener;
  /**
   * Resolves when all requests have a response. Closes the connections of those left after `graceMs`, such as
   * stuck uploads.
   */
  finished(graceMs: number): Promise<void>;
}

/** Tracks the requests in progress, so that a shutdown loses none. */
export function createInFlight(): InFlight {
  const responses = new Set<ServerResponse>();
  return {
    counted: (listener) => (req, res, next) => {
      responses.add(res);
      res.once('close', () => responses.delete(res));
      listener(req, res, (error) => {
        responses.delete(res);
        next(error);
      });
    },
    async finished(graceMs) {
      const all = Promise.all(
        [...responses].map((res) => new Promise((resolve) => res.once('close', resolve))),
      );
      const timer = setTimeout(() => {
        for (const res of responses) res.destroy();
      }, graceMs);
      await all;
      clearTimeout(timer);
    },
  };
}
