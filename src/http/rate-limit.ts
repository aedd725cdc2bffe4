import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ServiceError } from '../kernel/errors';
import type { RateLimitStore } from '../kernel/host-types';
import { describeError, type Logger } from '../kernel/logger';
import type { RateLimitBucket } from './route';

export interface RateLimiter {
  /**
   * Counts one request. Gives the headers that tell the client where it stands. @throws ServiceError
   * `rate_limited`
   */
  consume(bucket: RateLimitBucket, client: string): Promise<Readonly<Record<string, string>>>;
}

export interface RateLimitOptions {
  readonly enabled: boolean;
  readonly store?: RateLimitStore | undefined;
  readonly buckets: Readonly<
    Record<RateLimitBucket, { readonly limit: number; readonly windowSeconds: number }>
  >;
  /** Hides who a client is from a store of the host's: raw addresses do not leave the process. */
  readonly hideClient: (client: string) => string;
  readonly logger: Logger;
}

const memoryStore: RateLimitStore = ({ name, limit, windowSeconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points: limit, duration: windowSeconds });

/**
 * Fixed windows; every request counts, refused ones too. A shared store that is down lets requests through,
 * logged.
 */
export function createRateLimiter({
  enabled,
  store,
  buckets,
  hideClient,
  logger,
}: RateLimitOptions): RateLimiter {
  if (!enabled) return { consume: async () => ({}) };
  const makeCounter = store ?? memoryStore;
  const keyOf = store === undefined ? (client: string) => client : hideClient;
  const counters = new Map(
    (Object.keys(buckets) as RateLimitBucket[]).map((name) => {
      const { limit, windowSeconds } = buckets[name];
      return [
        name,
        {
          counter: makeCounter({ name, limit, windowSeconds }),
          policy: `"${name}";q=${limit};w=${windowSeconds}`,
        },
      ] as const;
    }),
  );

  return {
    async consume(bucket, client) {
      const entry = counters.get(bucket);
      if (entry === undefined) return {};
      const headers = (facts: { remainingPoints: number; msBeforeNext: number }) => ({
        'RateLimit-Policy': entry.policy,
        RateLimit: `"${bucket}";r=${Math.max(0, facts.remainingPoints)};t=${Math.ceil(facts.msBeforeNext / 1000)}`,
      });
      try {
        return headers(await entry.counter.consume(keyOf(client)));
      } catch (refusal) {
        if (refusal instanceof Error || !isFacts(refusal)) {
          logger.warn(
            { bucket, error: describeError(refusal) },
            'The rate-limit store failed; the request was let through',
          );
          return {};
        }
        const retryAfter = String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
        throw new ServiceError('rate_limited', {
          headers: { ...headers(refusal), 'Retry-After': retryAfter },
        });
      }
    },
  };
}

function isFacts(value: unknown): value is { remainingPoints: number; msBeforeNext: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'msBeforeNext' in value &&
    typeof value.msBeforeNext === 'number'
  );
}
