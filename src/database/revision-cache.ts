import { LRUCache } from 'lru-cache';
import type { Connection, Database } from './database';
import type { RevisionWatcher } from './revisions';

/** Returns the cached value of a key, or reads it. */
export type RevisionCache<Value> = (
  key: string,
  read: (connection: Connection) => Promise<Value>,
) => Promise<Value>;

export interface RevisionCacheOptions<Value> {
  readonly database: Database;
  readonly watcher: RevisionWatcher;
  /** Maximum number of keys; the least recently used ones are dropped. */
  readonly max?: number;
  /** Returns whether to cache a value. Default: all values. */
  readonly isCacheable?: (value: Value) => boolean;
}

const defaultMax = 5000;

/**
 * Creates a cache of database reads that is emptied as soon as any process bumps the watched revision. It
 * does not use the `fetch` of `lru-cache`, which cannot store null and aborts the callers of a read during
 * which the cache is emptied.
 */
export function createRevisionCache<Value>({
  database,
  watcher,
  max = defaultMax,
  isCacheable = () => true,
}: RevisionCacheOptions<Value>): RevisionCache<Value> {
  const cache = new LRUCache<string, Promise<Value>>({ max });
  watcher.onChange(() => cache.clear());

  return async (key, read) => {
    await watcher.ensureFresh();
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    // Cached before it is read: a change in the meantime drops it, so that it cannot replace a newer value.
    const reading = database.read(read);
    cache.set(key, reading);
    const drop = () => {
      if (cache.peek(key) === reading) cache.delete(key);
    };
    reading.then((value) => {
      if (!isCacheable(value)) drop();
    }, drop);
    return reading;
  };
}
