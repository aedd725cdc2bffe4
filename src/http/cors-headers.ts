import type { IncomingMessage, ServerResponse } from 'node:http';
import cors, { type CorsOptions } from 'cors';
import type { Route } from './route';

// Why: docs/adr/0071-cors-and-cookies.md

/** The result of a CORS check. */
export interface CorsResult {
  readonly options: CorsOptions;
  /** See `RouteRequest.originAcceptedBy`. */
  readonly originAcceptedBy: string | null;
}

/** Sets no header. */
export const noCorsHeaders: CorsResult = { options: { origin: false }, originAcceptedBy: null };

/** Grants no access, but would grant it to some origins: only `Vary: Origin`, so that caches tell them apart. */
export const noAccess: CorsResult = {
  options: { origin: [], methods: [], allowedHeaders: [] },
  originAcceptedBy: null,
};

/** Returns the options of a preflight response for the routes of a path. */
export const preflightOptions = (routes: readonly Route[], allowedHeaders: string): CorsOptions => ({
  methods: routes.map(({ method }) => method).join(', '),
  allowedHeaders,
  // The greatest that browsers use: two hours (Chromium).
  maxAge: 7200,
});

/** Sets the CORS headers that the rules of an API decide on, and returns the decision. Rejects as `decide` does. */
export function applyCors(
  req: IncomingMessage,
  res: ServerResponse,
  decide: () => Promise<CorsResult>,
): Promise<CorsResult> {
  return new Promise((resolve, reject) => {
    let result = noCorsHeaders;
    const setHeaders = cors(
      (_req: IncomingMessage, done: (error: Error | null, options?: CorsOptions) => void) => {
        decide()
          .then((decided) => {
            result = decided;
            // The API answers preflights itself, with `Allow`.
            done(null, { ...decided.options, preflightContinue: true });
          })
          .catch(reject);
      },
    );
    setHeaders(req, res, (error?: unknown) => (error ? reject(error) : resolve(result)));
  });
}
