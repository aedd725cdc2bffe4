const { signedHeaders } = require('./signature.js');

/**
 * One attempt to deliver a message. Never rejects: answers null when the receiver took it, else
 * `{ reason, retryAfterMs }`. A reason is a status or an error code, never an address or a text of the
 * receiver's.
 */
function createDelivery({ url, secrets, timeoutMs }, stopped) {
  return async function deliver({ id, body }) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        // A redirect would take the message to a place that nobody configured.
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'express-consent-plugin-webhook',
          'idempotency-key': id,
          ...signedHeaders(secrets[0], { id, body, now: Date.now() }),
        },
        body,
        signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
      });
      // Nothing that the receiver says in the body counts.
      response.body?.cancel().catch(() => {});
      return response.ok ? null : { reason: `HTTP ${response.status}`, retryAfterMs: retryAfterOf(response) };
    } catch (error) {
      return { reason: reasonOf(error), retryAfterMs: 0 };
    }
  };
}

function retryAfterOf(response) {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

function reasonOf(error) {
  if (error?.name === 'TimeoutError') return 'timeout';
  const code = error?.cause?.code ?? error?.code;
  return typeof code === 'string' ? code : 'network error';
}

module.exports = { createDelivery };
