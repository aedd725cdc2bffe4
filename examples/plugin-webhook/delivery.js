const { signedHeaders } = require('./signature.js');

/**
 * Creates the function that attempts to deliver a message. It never rejects: it returns null when the
 * receiver accepted the message, otherwise `{ reason, retryAfterMs }`. A reason is a status or an error code,
 * never an address or the receiver's text.
 */
function createDelivery({ url, secrets, timeoutMs }, stopped) {
  return async function deliver({ id, body }) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        // A redirect would send the message to an address that is not configured.
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
      // The receiver's response body is ignored.
      response.body?.cancel().catch(() => {});
      return response.ok
        ? null
        : { reason: `HTTP ${response.status}`, retryAfterMs: readRetryAfter(response) };
    } catch (error) {
      return { reason: toReason(error), retryAfterMs: 0 };
    }
  };
}

function readRetryAfter(response) {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

function toReason(error) {
  if (error?.name === 'TimeoutError') return 'timeout';
  const code = error?.cause?.code ?? error?.code;
  return typeof code === 'string' ? code : 'network error';
}

module.exports = { createDelivery };
