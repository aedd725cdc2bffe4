import { createServer } from 'node:http';
import { verifyWebhook } from './signature.js';

const maxBytes = 1_048_576;

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
 * Creates a server that receives webhooks correctly: it verifies the signature over the received bytes, and
 * processes each message once.
 * @param handle receives `{ type, timestamp, data }`; when it throws, the message is sent again
 */
export function createReceiver({ secrets, handle }) {
  // A real receiver uses a table with a unique key, written in the same transaction as the effect of the
  // message.
  const processed = new Set();

  return createServer(async (request, response) => {
    const answer = (status) => response.writeHead(status).end();
    try {
      const body = await readBody(request);
      if (request.method !== 'POST') return answer(405);
      if (body === null) return answer(413);
      if (!verifyWebhook({ headers: request.headers, body, secrets })) return answer(401);
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
