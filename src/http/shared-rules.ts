import type { Lifecycle } from '../kernel/lifecycle';
import type { Route } from './route';
import type { SurfaceRules } from './surface';

/** What both APIs do alike. */

/**
 * Every request waits for the start, but probes answer whatever the database does, until the service is
 * closed.
 */
export function waitForStart(lifecycle: Lifecycle): SurfaceRules['ready'] {
  return (route) => (route?.whileDown && !lifecycle.isClosed ? undefined : lifecycle.ready());
}

/** What a preflight is told of a path. */
export function preflightHeaders(routes: readonly Route[], allowedHeaders: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': routes.map(({ method }) => method).join(', '),
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': '600',
  };
}
