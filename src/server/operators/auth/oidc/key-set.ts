import type { Clock } from '#platform/kernel/clock';
import { type FetchOptions, ProviderUnavailable } from './provider-fetch';

/** Maximum age of a key set that is used without fetching it again (ms). */
const maxAgeMs = 5 * 60_000;
/** Minimum time between two fetches because of a missing key (ms): tokens must not cause one request each. */
const refetchEveryMs = 60_000;

/** A key set (RFC 7517). */
export interface JsonWebKeys {
  readonly keys: readonly object[];
}

/** The provider's public keys (RFC 7517), shared by all sign-ins. */
export interface KeySet {
  /** Returns the cached keys; null when there are none or they are too old. */
  current(): JsonWebKeys | null;
  /**
   * Fetches the provider's keys because none are cached or the required one is missing, for a missing key at
   * most once a minute.
   * @param seen the keys that do not include the required one
   */
  fetch(url: string, options: FetchOptions, seen: JsonWebKeys | null): Promise<Response>;
}

export function createKeySet(
  fetchKeys: (url: string, options: FetchOptions) => Promise<Response>,
  clock: Clock,
): KeySet {
  let cached: { readonly keys: JsonWebKeys; readonly at: number } | null = null;
  let refetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<JsonWebKeys> | null = null;

  const isFresh = (at: number) => clock.elapsed() - at < maxAgeMs;

  async function fetchAndCache(url: string, options: FetchOptions): Promise<JsonWebKeys> {
    const response = await fetchKeys(url, options);
    const keys: unknown = response.status === 200 ? await response.json().catch(() => null) : null;
    if (!isKeySet(keys))
      throw new ProviderUnavailable(`the provider's key set cannot be read (status ${response.status})`);
    cached = { keys, at: clock.elapsed() };
    return keys;
  }

  return {
    current: () => (cached !== null && isFresh(cached.at) ? cached.keys : null),
    async fetch(url, options, seen) {
      // Concurrent sign-ins share one request.
      if (fetching === null) {
        if (cached !== null && isFresh(cached.at)) {
          const hasChanged = cached.keys !== seen;
          if (hasChanged || clock.elapsed() - refetchedAt < refetchEveryMs) return Response.json(cached.keys);
          refetchedAt = clock.elapsed();
        }
        fetching = fetchAndCache(url, options).finally(() => {
          fetching = null;
        });
      }
      return Response.json(await fetching);
    },
  };
}

function isKeySet(value: unknown): value is JsonWebKeys {
  const keys = (value as { keys?: unknown } | null)?.keys;
  return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
}
