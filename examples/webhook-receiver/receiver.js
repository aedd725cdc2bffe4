const { createHmac, timingSafeEqual } = require('node:crypto');
const { createServer } = require('node:http');

const maxBytes = 1_048_576;
const toleranceSeconds = 300;

/**
 * Returns whether a request is unchanged, at most five minutes old, and signed with one of the secrets. The libraries of
 * Standard Webhooks (https://www.standardwebhooks.com) do the same.
 * @param headers in the form of node:http
 * @param body the bytes as received, before any parser
 * @param secrets `whsec_…`; two while you replace one with the other
 */
function verifyWebhook(headers, body, secrets, now = Date.now()) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (![id, timestamp, signatures].every((header) => typeof header === 'string')) return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    return false;
  const candidates = signatures
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length), 'base64'));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return candidates.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
  });
}

async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    // Read to the end, so that the response arrives, but do not store it.
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length > maxBytes ? null : Buffer.concat(chunks);
}

/**
 * Creates a server that receives webhooks: it verifies the signature over the received bytes, and processes each
 * message once.
 * @param handle receives `{ type, timestamp, data }`; when it throws, the message is sent again
 */
function createReceiver({ secrets, handle }) {
  // A real receiver uses a table with a unique key, written in the transaction that processes the message.
  const processed = new Set();

  return createServer(async (request, response) => {
    const answer = (status) => response.writeHead(status).end();
    try {
      const body = await readBody(request);
      if (request.method !== 'POST') return answer(405);
      if (body === null) return answer(413);
      if (!verifyWebhook(request.headers, body, secrets)) return answer(401);
      const id = request.headers['webhook-id'];
      if (!processed.has(id)) {
        await handle(JSON.parse(body));
        processed.add(id);
      }
      answer(204);
    } catch {
      answer(500);
    }
  });
}

module.exports = { createReceiver, verifyWebhook };
