import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of Standard Webhooks (https://www.standardwebhooks.com), whose libraries can verify them. */

const prefix = 'whsec_';

/** Returns a new secret: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

export interface SignedMessage {
  /** The same for all attempts, so that a receiver can process a message once. */
  readonly id: string;
  readonly body: string;
  /** Time of the attempt (epoch ms). */
  readonly now: number;
}

/**
 * Returns the headers of one attempt. The signature is `v1,` and the base64 of HMAC-SHA-256 over
 * `<id>.<timestamp>.<body>`, one for each secret, separated by spaces.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, now }: SignedMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
