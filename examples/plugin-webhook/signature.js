const { createHmac, timingSafeEqual } = require('node:crypto');
const { readSecret } = require('./options.js');

/** Signatures following the Standard Webhooks specification: HMAC-SHA-256 over id, time and body. */

/**
 * Returns the headers of one attempt. The id is the same for all attempts; time and signature differ.
 * @param {Buffer} secret
 * @param {{ id: string, body: string, now: number }} message `now` in epoch milliseconds
 */
function signedHeaders(secret, { id, body, now }) {
  const timestamp = String(Math.floor(now / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature(secret, id, timestamp, body).toString('base64')}`,
  };
}

function signature(secret, id, timestamp, body) {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
}

/**
 * Returns whether a request is unchanged, recent, and signed with one of the secrets. For receivers.
 * @param {object} request
 * @param {Record<string, string | string[] | undefined>} request.headers in the form of node:http
 * @param {string | Buffer} request.body the bytes as received, before any parser
 * @param {readonly string[]} request.secrets `whsec_…`; two while replacing one with the other
 * @param {number} [request.toleranceSeconds] largest difference between the timestamp and `now`, in both
 * directions
 * @param {number} [request.now] current time (epoch ms)
 */
function verifyWebhook({ headers, body, secrets, toleranceSeconds = 300, now = Date.now() }) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    return false;
  const candidates = signatures
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length), 'base64'));
  return secrets.some((secret) => {
    const expected = signature(readSecret(secret), id, timestamp, body);
    return candidates.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
  });
}

module.exports = { signedHeaders, verifyWebhook };
