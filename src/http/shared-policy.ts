import { unavailable } from '../kernel/errors';
import type { Lifecycle } from '../kernel/lifecycle';
import type { ApiPolicy } from './api-router';

/** Rules that the public and the admin API share. */

/**
 * Headers of every answer. Pages of other sites can load answers only as CORS allows, which this resource policy does
 * not affect; an answer that a browser shows as a page can load and run nothing, and cannot be framed. Published files
 * and the dashboard, which do not come from these routers, have headers of their own.
 */
export const protectiveHeaders: ApiPolicy['headers'] = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

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
