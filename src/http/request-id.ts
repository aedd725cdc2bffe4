import type { IncomingMessage } from 'node:http';
import { newId } from '../kernel/ids';

/** What can be logged, stored in the audit log (128 characters) and sent back as it is. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:/+=~-]{0,127}$/;

/**
 * Returns the id under which the request is logged: the one that a proxy or client sent as `X-Request-Id`, if
 * it is well formed, else a new one.
 */
export function requestIdOf(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : newId();
}
