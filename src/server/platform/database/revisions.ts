import type { Clock } from '../kernel/clock';
import { sha256Hex } from '../kernel/crypto';
import { createGrowingCache } from '../kernel/growing-cache';
import type { Connection, Database } from './database';

// Why: docs/adr/0188-a-change-of-one-tenant.md

/**
 * Data that processes cache: `content` = profiles, tenants and settings; `published` = published files, when
 * they are stored in the database.
 */
export type RevisionName = 'content' | 'published';

/** Start of the names of rows that say which content was changed by which revision. */
const changePrefix = 'content ';

/** Name of the row for changes that can concern all tenants. */
const changeOfAll = `${changePrefix}*`;

/** Names are shorter than ids of tenants can be. */
const changeOf = (tenantId: string) => changePrefix + sha256Hex(tenantId).slice(0, 32);

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
 * Increments the revision of content in the transaction of a change, so that every process drops what it has cached of the
 * tenant. @param tenantId null: of all tenants
 */
export async function bumpContent(connection: Connection, tenantId: string | null): Promise<void> {
  // It locks the row, so changes are committed in the order of their revisions.
  await bumpRevision(connection, 'content');
  await noteChange(connection, tenantId === null ? changeOfAll : changeOf(tenantId));
}

async function noteChange(connection: Connection, name: string): Promise<void> {
  const revision = await readRevision(connection, 'content');
  await connection.global('revisions').insert({ name, revision }).onConflict('name').merge();
}

/**
 * Skips numbers of all revisions, in a transaction: processes that knew a lost state of the database then notice that it
 * has changed, whatever they have seen.
 */
export async function skipRevisions(connection: Connection, count: number): Promise<void> {
  await connection.global('revisions').update({ revision: connection.raw('?? + ?', ['revision', count]) });
  await noteChange(connection, changeOfAll);
}

export async function readRevision(connection: Connection, name: RevisionName): Promise<number> {
  const row = await connection.global('revisions').where({ name }).first('revision');
  return Number(row?.revision ?? 0);
}

export interface RevisionWatcher {
  /** Resolves when cached data is known to be at most half a second old. */
  ensureFresh(): Promise<void> | undefined;
  /** Drops cached data of a tenant because this process has changed it. @param tenantId null: of all tenants */
  expire(tenantId: string | null): void;
  /** Registers a function that is called whenever cached data may be out of date. */
  onChange(drop: (concerns: Concerns | null) => void): void;
}

/** Returns whether data of a tenant may be out of date. In place of it, null: all data may be. */
export type Concerns = (tenantId: string) => boolean;

/**
 * Creates a watcher that notices changes of a revision. It reads the revision only on request, at most every
 * 500 ms, one read at a time.
 */
export function createRevisionWatcher(database: Database, name: RevisionName, clock: Clock): RevisionWatcher {
  const drops: ((concerns: Concerns | null) => void)[] = [];
  let lastRevision: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const dropWhat = (concerns: Concerns | null) => {
    for (const drop of drops) drop(concerns);
  };

  async function refresh(): Promise<void> {
    const startedAt = clock.elapsed();
    const since = lastRevision;
    const rows = await database.read((connection) => readChanges(connection, name, since));
    const revision = Number(rows.find((row) => row.name === name)?.revision ?? 0);
    if (since !== null && revision !== since) dropWhat(findConcerned(rows, since, revision));
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
    expire(tenantId) {
      readAt = Number.NEGATIVE_INFINITY;
      dropWhat(tenantId === null ? null : (other) => other === tenantId);
    },
    onChange: (drop) => void drops.push(drop),
  };
}

interface RevisionRow {
  readonly name: string;
  readonly revision: number | string;
}

/** Returns the row of a revision, and those that say whose content changed after a number, as of one moment. */
async function readChanges(
  connection: Connection,
  name: RevisionName,
  since: number | null,
): Promise<RevisionRow[]> {
  return connection
    .global('revisions')
    .where((either) => {
      either.where({ name });
      if (since !== null)
        either.orWhere((changes) => changes.where('name', 'like', `${name} %`).where('revision', '>', since));
    })
    .select('name', 'revision');
}

/** Returns whose content has changed after a revision; null: possibly that of all tenants. */
function findConcerned(rows: readonly RevisionRow[], since: number, current: number): Concerns | null {
  const names = rows.map(({ name }) => name).filter((name) => name.startsWith(changePrefix));
  // Each change has a number of its own. Where one has no row, as after two changes of a tenant or when the database has
  // gone back in time, nobody knows whose it was.
  if (names.length !== current - since || names.includes(changeOfAll)) return null;
  const changed = new Set(names);
  const known = new Map<string, boolean>();
  return (tenantId) => {
    const answer = known.get(tenantId) ?? changed.has(changeOf(tenantId));
    known.set(tenantId, answer);
    return answer;
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
  /** Returns whether a change of these tenants outdates a value. Default: keys are ids of tenants. */
  readonly isOutdated?: (key: string, value: Value, concerns: Concerns) => boolean;
}

const defaultMax = 5000;

/**
 * Creates a cache of database reads that drops what is out of date as soon as any process bumps the watched revision. It
 * does not use the `fetch` of `lru-cache`, which cannot store null and aborts the callers of a read during
 * which the cache is emptied.
 */
export function createRevisionCache<Value>({
  database,
  watcher,
  max = defaultMax,
  isCacheable = () => true,
  isOutdated = (key, _value, concerns) => concerns(key),
}: RevisionCacheOptions<Value>): RevisionCache<Value> {
  interface Entry {
    readonly reading: Promise<Value>;
    /** The value, once it was read. */
    read: { readonly value: Value } | null;
  }
  const cache = createGrowingCache<Entry>(max);
  watcher.onChange((concerns) => {
    if (concerns === null) return cache.clear();
    for (const [key, { read }] of [...cache.entries()])
      if (read === null || isOutdated(key, read.value, concerns)) cache.delete(key);
  });

  return async (key, read) => {
    await watcher.ensureFresh();
    const cached = cache.get(key);
    if (cached !== undefined) return cached.reading;
    // Cached before it is read: a change in the meantime drops it, so that it cannot replace a newer value.
    const entry: Entry = { reading: database.read(read), read: null };
    cache.set(key, entry);
    const drop = () => {
      if (cache.peek(key) === entry) cache.delete(key);
    };
    entry.reading.then((value) => {
      entry.read = { value };
      if (!isCacheable(value)) drop();
    }, drop);
    return entry.reading;
  };
}
