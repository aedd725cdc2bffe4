import { unavailable } from '../kernel/errors';
import type { Lifecycle } from '../kernel/lifecycle';
import type { ApiPolicy } from './api-router';
import type { Route } from './route';

/** Rules that the public and the admin API share. */

/**
 * Makes every request wait for the start of the service. Probes do not wait, so that they respond while the
 * database is down, until the service is drained or closed.
 */
export function waitForStart(lifecycle: Lifecycle): ApiPolicy['ready'] {
  return (route) => {
    if (!route?.whileDown || lifecycle.isClosed) return lifecycle.ready();
    if (lifecycle.isDraining) throw unavailable();
    return undefined;
  };
}

/** Returns the CORS headers of a preflight response for the routes of a path. */
export function preflightHeaders(routes: readonly Route[], allowedHeaders: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': routes.map(({ method }) => method).join(', '),
    'Access-Control-Allow-Headers': allowedHeaders,
    // The greatest that browsers use: two hours (Chromium).
    'Access-Control-Max-Age': '7200',
  };
}
