import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TcpSocketConnectOpts } from 'node:net';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { packageVersion } from '#platform/kernel/version';
import type { ReceiverAddresses } from './receiver-address';
import { type SignedMessage, signedHeaders } from './signature';

/** Result of one attempt. `error` is a status or a code, never an address or the receiver's text. */
export type Attempt =
  | { readonly delivered: true; readonly status: number }
  | {
      readonly delivered: false;
      readonly status: number | null;
      readonly error: string;
      /** Pause that the receiver asked for (ms). */
      readonly retryAfterMs: number;
    };

export interface Target {
  readonly url: string;
  /** The current secret, then those that were replaced recently. */
  readonly secrets: readonly string[];
}

/**
 * How an address is connected to while others are left. Node's own limit, 250 ms, is too short for a far receiver, whose
 * last address is often an IPv6 address that the server cannot reach.
 */
const connecting = { autoSelectFamilyAttemptTimeout: 2_500 } satisfies Partial<TcpSocketConnectOpts>;

/** Attempts to deliver a message. Never rejects. */
export type Deliver = (target: Target, message: SignedMessage, signal: AbortSignal) => Promise<Attempt>;

/**
 * Creates the function that sends messages. Redirects are not followed, and the receiver's body is not read.
 * @param timeoutMs longest time for one attempt, look-up included (ms)
 */
export function createDelivery(addresses: ReceiverAddresses, timeoutMs: number): Deliver {
  async function attempt({ url, secrets }: Target, message: SignedMessage, signal: AbortSignal) {
    const target = new URL(url);
    const fault = addresses.fault(url);
    if (fault !== null) return failure('address_refused');
    const pinned = await addresses.pin(target.hostname, signal);
    const [first] = pinned;
    signal.throwIfAborted();
    return new Promise<Attempt>((resolve, reject) => {
      const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
      const sending = send(
        target,
        {
          method: 'POST',
          // A connection of its own, to an address that was checked.
          agent: false,
          lookup: (_host, options, callback) =>
            options.all === true ? callback(null, [...pinned]) : callback(null, first.address, first.family),
          ...connecting,
          signal,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(message.body),
            'user-agent': `express-consent/${packageVersion}`,
            'idempotency-key': message.id,
            ...signedHeaders(secrets, message),
          },
        },
        (response) => {
          response.on('error', () => {});
          response.destroy();
          resolve(toAttempt(response, message.now));
        },
      );
      sending.on('error', reject);
      sending.end(message.body);
    });
  }

  return async (target, message, signal) => {
    const stopping = new AbortController();
    const sending = attempt(target, message, AbortSignal.any([signal, stopping.signal])).catch((error) =>
      failure(toCode(error)),
    );
    return withDeadline(timeoutMs, sending, () => {
      stopping.abort();
      return failure('timeout');
    });
  };
}

function toAttempt({ statusCode: status = 0, headers }: IncomingMessage, now: number): Attempt {
  if (status >= 200 && status < 300) return { delivered: true, status };
  const retryAfterMs = toRetryAfterMs(headers['retry-after'] ?? '', now);
  return { delivered: false, status, error: `HTTP ${status}`, retryAfterMs };
}

/** Returns the pause that a `Retry-After` asks for, as seconds or as a date (ms); 0 for any other value. */
function toRetryAfterMs(value: string, now: number): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 0 : Math.max(at - now, 0);
}

const failure = (error: string): Attempt => ({ delivered: false, status: null, error, retryAfterMs: 0 });

const toCode = (error: { code?: unknown } | null): string =>
  typeof error?.code === 'string' ? error.code.slice(0, 60) : 'network_error';
