import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Request ids that can be logged, stored in the audit log (128 characters) and returned unchanged. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:/+=~-]{0,127}$/;

/**
 * Returns the id under which the request is logged: the `X-Request-Id` of a proxy or client if it is well
 * formed, else a UUID v4, which takes a tenth of the time of one that sorts by time.
 */
export function readRequestId(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : randomUUID();
}
