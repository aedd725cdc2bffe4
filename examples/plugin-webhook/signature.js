const { createHmac, timingSafeEqual } = require('node:crypto');
const { readSecret } = require('./options.js');

/** Signatures after the Standard Webhooks specification: HMAC-SHA-256 over id, time and body. */

/**
 * Headers of one attempt. The id stays the same over all attempts; the time and with it the signature do not.
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
 * Whether a request came from the holder of one of the secrets, unchanged, and not long ago. For receivers.
 * @param {object} request
 * @param {Record<string, string | string[] | undefined>} request.headers as node:http gives them
 * @param {string | Buffer} request.body the bytes as they came, before any parser
 * @param {readonly string[]} request.secrets `whsec_…`; two while one replaces the other
 * @param {number} [request.toleranceSeconds] how old a request may be, and how far ahead its clock
 * @param {number} [request.now] epoch milliseconds
 */
function verifyWebhook({ headers, body, secrets, toleranceSeconds = 300, now = Date.now() }) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    return false;
  const given = signatures
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length), 'base64'));
  return secrets.some((secret) => {
    const expected = signature(readSecret(secret), id, timestamp, body);
    return given.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
  });
}

module.exports = { signedHeaders, verifyWebhook };
