import type { ServerResponse } from 'node:http';
import type { RequestListener } from './api-router';

export interface InFlight {
  /** The same listener, its requests counted until they are answered or handed on. */
  counted(listener: RequestListener): RequestListener;
  /** Resolves once all are answered; what is left after `graceMs` (a stuck upload) is cut off. */
  finished(graceMs: number): Promise<void>;
}

/** The requests under way, for a shutdown that loses none. */
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
