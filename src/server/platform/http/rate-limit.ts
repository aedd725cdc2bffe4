import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../kernel/clock';
import { withDeadline } from '../kernel/concurrency/deadline';
import { ServiceError, SetupError } from '../kernel/errors';
import type { RateLimitStore } from '../kernel/host-types';
import { describeError, type Logger } from '../kernel/logger';
import type { RateLimitBucket } from './route';

export interface RateLimiter {
  /**
   * Counts one request and returns the rate-limit headers of its response.
   * @throws ServiceError `rate_limited`
   */
  consume(bucket: RateLimitBucket, client: string): Promise<Readonly<Record<string, string>>>;
}

export interface RateLimitOptions {
  readonly enabled: boolean;
  readonly store?: RateLimitStore | undefined;
  readonly buckets: Readonly<
    Record<RateLimitBucket, { readonly limit: number; readonly windowSeconds: number }>
  >;
  /**
   * Replaces a client's address before it is passed to the host's store: raw addresses stay in the process.
   */
  readonly hideClient: (client: string) => string;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Each request that is not counted causes a line. */
  readonly logger: Logger;
}

/** Maximum time that a request waits for the store (ms). */
const storeTimeoutMs = 500;

/** Time between two requests that ask a store that did not respond in time (ms); all others pass. */
const pauseMs = 1000;

const memoryStore: RateLimitStore = ({ name, limit, windowSeconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points: limit, duration: windowSeconds });

/**
 * Creates a rate limiter with fixed windows. Every request is counted, rejected ones too. When a shared store
 * fails or does not respond in time, requests are allowed with a warning.
 * @throws SetupError when the host's store does not create counters
 */
export function createRateLimiter({
  enabled,
  store,
  buckets,
  hideClient,
  clock,
  logger,
}: RateLimitOptions): RateLimiter {
  if (!enabled) return { consume: async () => ({}) };
  const createCounter = store ?? memoryStore;
  const counters = new Map(
    (Object.keys(buckets) as RateLimitBucket[]).map((name) => {
      const { limit, windowSeconds } = buckets[name];
      return [
        name,
        {
          counter: requireCounter(createCounter({ name, limit, windowSeconds })),
          policy: `"${name}";q=${limit};w=${windowSeconds}`,
          windowSeconds,
        },
      ] as const;
    }),
  );

  /** When the store is asked again; null while it answers. */
  let askAgainAt: number | null = null;

  function allow(bucket: RateLimitBucket, cause: unknown): Record<string, string> {
    logger.warn(
      { bucket, error: describeError(cause) },
      'The rate-limit store failed; requests are allowed without being counted. See docs/guide/troubleshooting.md#rate-limit-store',
    );
    return {};
  }

  const inTime = <T>(consuming: Promise<T>) =>
    withDeadline(storeTimeoutMs, consuming, () => {
      askAgainAt = clock.elapsed() + pauseMs;
      throw tooSlow();
    });

  return {
    async consume(bucket, client) {
      const entry = counters.get(bucket);
      if (entry === undefined) return {};
      if (askAgainAt !== null) {
        const now = clock.elapsed();
        if (now < askAgainAt) return allow(bucket, tooSlow());
        askAgainAt = now + pauseMs;
      }
      try {
        const consuming = entry.counter.consume(store === undefined ? client : hideClient(client));
        // Counting in memory needs no timer, which published files would pay for on every request.
        const facts = await (store === undefined ? consuming : inTime(consuming));
        askAgainAt = null;
        return describeWindow(bucket, entry, facts).headers;
      } catch (refusal) {
        if (refusal instanceof Error || !isFacts(refusal)) return allow(bucket, refusal);
        askAgainAt = null;
        const { headers, secondsLeft } = describeWindow(bucket, entry, refusal);
        throw new ServiceError('rate_limited', {
          headers: { ...headers, 'Retry-After': String(Math.max(1, secondsLeft)) },
        });
      }
    },
  };
}

const tooSlow = () => new Error(`The store did not answer within ${storeTimeoutMs} ms`);

function requireCounter(counter: ReturnType<RateLimitStore>): ReturnType<RateLimitStore> {
  if (typeof counter?.consume !== 'function')
    throw new SetupError('must return an object with the method consume()');
  return counter;
}

/** The answer of a counter about one client. */
interface CounterFacts {
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
}

function describeWindow(
  bucket: RateLimitBucket,
  { policy, windowSeconds }: { readonly policy: string; readonly windowSeconds: number },
  { remainingPoints, msBeforeNext }: CounterFacts,
) {
  // Stores reckon with the clock, and a clock that was set back would add its leap.
  const secondsLeft = Math.min(Math.ceil(msBeforeNext / 1000), windowSeconds);
  const left = `"${bucket}";r=${Math.max(0, remainingPoints)};t=${secondsLeft}`;
  return { secondsLeft, headers: { 'RateLimit-Policy': policy, RateLimit: left } };
}

function isFacts(value: unknown): value is CounterFacts {
  return (
    typeof value === 'object' &&
    value !== null &&
    'msBeforeNext' in value &&
    typeof value.msBeforeNext === 'number'
  );
}
