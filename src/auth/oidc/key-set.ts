import type { Clock } from '../../kernel/clock';
import { type FetchOptions, ProviderUnavailable } from './provider-fetch';

/** How long a key set is used without looking again, in milliseconds. */
const maxAgeMs = 5 * 60_000;
/**
 * Milliseconds between looks for a key that is not in the set: tokens must not make us ask as fast as they
 * come.
 */
const refetchEveryMs = 60_000;

interface JsonWebKeys {
  readonly keys: readonly object[];
}

/** The provider's public keys (RFC 7517), shared by all sign-ins. */
export interface KeySet {
  /** The keys, unless they are too old to be used. */
  current(): JsonWebKeys | null;
  /**
   * Asks the provider for its keys, because there are none or the one that is needed is missing; at most once
   * a minute for the latter. @param seen the keys among which it is missing
   */
  fetch(url: string, options: FetchOptions, seen: JsonWebKeys | null): Promise<Response>;
}

export function createKeySet(
  fetchKeys: (url: string, options: FetchOptions) => Promise<Response>,
  clock: Clock,
): KeySet {
  let held: { readonly keys: JsonWebKeys; readonly at: number } | null = null;
  let lookedAgainAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<JsonWebKeys> | null = null;

  const isFresh = (at: number) => clock.now() - at < maxAgeMs;

  async function ask(url: string, options: FetchOptions): Promise<JsonWebKeys> {
    const response = await fetchKeys(url, options);
    const keys: unknown = response.status === 200 ? await response.json().catch(() => null) : null;
    if (!isKeySet(keys))
      throw new ProviderUnavailable(`the provider's key set cannot be read (status ${response.status})`);
    held = { keys, at: clock.now() };
    return keys;
  }

  return {
    current: () => (held !== null && isFresh(held.at) ? held.keys : null),
    async fetch(url, options, seen) {
      // Sign-ins at one moment share one request.
      if (asking === null) {
        if (held !== null && isFresh(held.at)) {
          const isNews = held.keys !== seen;
          if (isNews || clock.now() - lookedAgainAt < refetchEveryMs) return Response.json(held.keys);
          lookedAgainAt = clock.now();
        }
        asking = ask(url, options).finally(() => {
          asking = null;
        });
      }
      return Response.json(await asking);
    },
  };
}

function isKeySet(value: unknown): value is JsonWebKeys {
  const keys = (value as { keys?: unknown } | null)?.keys;
  return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
}
