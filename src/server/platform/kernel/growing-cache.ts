import { LRUCache } from 'lru-cache';

/**
 * Creates a cache of the `max` entries that were used last. Its memory grows with the entries: with `max` alone,
 * `lru-cache` allocates all of it at once, and the caches of a new service would take most of the time of creating it.
 * @param ttl how long an entry is kept, in milliseconds; default: until others take its place
 */
export const createGrowingCache = <Value extends object | number | string | true>(
  max: number,
  { ttl = 0 } = {},
): LRUCache<string, Value> => new LRUCache<string, Value>({ maxSize: max, sizeCalculation: () => 1, ttl });
