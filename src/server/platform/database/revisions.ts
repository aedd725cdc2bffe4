import type { Clock } from '../kernel/clock';
import { createGrowingCache } from '../kernel/growing-cache';
import type { Connection, Database } from './database';

/**
 * Data that processes cache: `content` = profiles, tenants and settings; `published` = published files, when
 * they are stored in the database.
 */
export type RevisionName = 'content' | 'published';

/** Maximum time until a process notices a change by another one (ms). */
const maxAgeMs = 500;

/** Increments the revision in the transaction of a change, so that every process drops its cached data. */
export async function bumpRevision(connection: Connection, name: RevisionName): Promise<void> {
  const table = connection.tableName('revisions');
  await connection
    .global('revisions')
    .insert({ name, revision: 1 })
    .onConflict('name')
    .merge({ revision: connection.raw('?? + 1', [`${table}.revision`]) });
}

/**
 * Skips numbers of all revisions, in a transaction: processes that knew a lost state of the database then notice that it
 * has changed, whatever they have seen.
 */
export async function skipRevisions(connection: Connection, count: number): Promise<void> {
  await connection.global('revisions').update({ revision: connection.raw('?? + ?', ['revision', count]) });
}

export async function readRevision(connection: Connection, name: RevisionName): Promise<number> {
  const row = await connection.global('revisions').where({ name }).first('revision');
  return Number(row?.revision ?? 0);
}

export interface RevisionWatcher {
  /** Resolves when cached data is known to be at most half a second old. */
  ensureFresh(): Promise<void> | undefined;
  /** Drops cached data because this process has changed something itself. */
  expire(): void;
  /** Registers a function that is called whenever cached data may be out of date. */
  onChange(drop: () => void): void;
}

/**
 * Creates a watcher that notices changes of a revision. It reads the revision only on request, at most every
 * 500 ms, one read at a time.
 */
export function createRevisionWatcher(database: Database, name: RevisionName, clock: Clock): RevisionWatcher {
  const drops: (() => void)[] = [];
  let lastRevision: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const dropAll = () => {
    for (const drop of drops) drop();
  };

  async function refresh(): Promise<void> {
    const startedAt = clock.elapsed();
    const revision = await database.read((connection) => readRevision(connection, name));
    if (lastRevision !== null && revision !== lastRevision) dropAll();
    lastRevision = revision;
    readAt = startedAt;
  }

  return {
    ensureFresh() {
      if (clock.elapsed() - readAt < maxAgeMs) return undefined;
      reading ??= refresh().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    expire() {
      readAt = Number.NEGATIVE_INFINITY;
      dropAll();
    },
    onChange: (drop) => void drops.push(drop),
  };
}

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
  const cache = createGrowingCache<Promise<Value>>(max);
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
