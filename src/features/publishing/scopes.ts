import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock';
import { createSemaphore } from '../../kernel/concurrency/semaphore';
import { createSingleFlight } from '../../kernel/concurrency/single-flight';
import type { Logger } from '../../kernel/logger';
import type { StoredObject } from '../../storage/storage-adapter';
import { defaultFile, parseManifest, parsePointer, revisionName, snapshotManifestName } from './layout';
import { type ServedFile, servedFile } from './variants';

/** What one published group, or one snapshot, has to serve, as it was when storage was last looked at. */
export interface Scope {
  /** By locale, `default` included. */
  readonly files: Map<string, ServedFile>;
  /** Hash of the pointer or manifest that this was made from. */
  readonly stamp: string;
  /** The revision as it was before storage was read; null where there is none. */
  revision: number | null;
  /** When the last look began; what was published before is in it. */
  lookedAt: number;
  /** When the last look failed, if it did: until when not to try again. */
  heldUntil: number | null;
}

/**
 * Keys are as in paths: `<tenant>/<group>` or `<tenant>/<profile>/<version>`; callers have checked their
 * form.
 */
export interface Scopes {
  /** What may be served without waiting: null is "known to be absent", undefined "look first". */
  current(key: string): Scope | null | undefined;
  /** Looks at storage. When that fails, the last that was seen is given. @throws when there is none. */
  look(key: string): Promise<Scope | null>;
  /** The next answer needs a look that begins after this call. */
  forget(key: string): void;
  clear(): void;
}

export interface ScopesOptions {
  readonly read: (key: string) => Promise<StoredObject | null>;
  /**
   * Returns a number that changes with every publication and withdrawal. Where there is one, a look costs a
   * read of it for all scopes together instead of one for each.
   */
  readonly revision?: (() => Promise<number>) | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told of failed reads that are not passed on. */
  readonly onFailure: (error: unknown) => void;
  /** Told of files that are no longer served, or under which other bytes may stand now. */
  readonly onReplaced: (file: ServedFile) => void;
  readonly revalidateMs: number;
  readonly cacheControl: { readonly group: string; readonly snapshot: string };
}

/** Snapshots do not change; a look now and then is for those that an operator removed. */
const snapshotRevalidateMs = 60_000;

/** While storage is down it is tried again behind the requests' backs, unless none came for so long. */
const patienceMs = 10_000;

/** Bounds on memory, and on what asking for random names can make storage do. */
const limits = { known: 10_000, absent: 10_000, unknownKeyReads: 16, unknownKeyQueue: 1000 };

export function createScopes({
  read,
  revision,
  clock,
  logger,
  onFailure,
  onReplaced,
  revalidateMs,
  cacheControl,
}: ScopesOptions): Scopes {
  const known = new LRUCache<string, Scope>({ max: limits.known });
  const absent = new LRUCache<string, number>({ max: limits.absent });
  const looking = createSingleFlight<Found>();
  const asking = createSingleFlight<Revision>();
  let latest: Revision | null = null;
  const unknownKeyReads = createSemaphore(limits.unknownKeyReads, limits.unknownKeyQueue);

  interface Found {
    readonly scope: Scope | null;
    readonly lookedAt: number;
    readonly failed: boolean;
  }

  interface Revision {
    readonly number: number;
    readonly lookedAt: number;
  }

  /** At most as old as what may be served without a look. */
  async function currentRevision(load: () => Promise<number>): Promise<Revision> {
    if (latest !== null && clock.elapsed() - latest.lookedAt < revalidateMs) return latest;
    const ask = async () => {
      const lookedAt = clock.elapsed();
      return { number: await load(), lookedAt };
    };
    return asking.run('revision', ask, (found) => {
      latest = found;
    });
  }

  const isSnapshot = (key: string) => key.indexOf('/') !== key.lastIndexOf('/');
  const intervalOf = (key: string) =>
    isSnapshot(key) ? Math.max(snapshotRevalidateMs, revalidateMs) : revalidateMs;

  async function find(key: string): Promise<Found> {
    const lookedAt = clock.elapsed();
    const before = known.peek(key);
    const source = `${key}/${isSnapshot(key) ? snapshotManifestName : 'published.json'}`;
    let stored: StoredObject | null;
    let seen: Revision | null = null;
    try {
      seen = revision === undefined ? null : await currentRevision(revision);
      if (before !== undefined && seen !== null && seen.number === before.revision)
        return { scope: before, lookedAt: seen.lookedAt, failed: false };
      stored = before === undefined ? await unknownKeyReads(() => read(source)) : await read(source);
    } catch (error) {
      if (before === undefined) throw error;
      onFailure(error);
      return { scope: before, lookedAt, failed: true };
    }
    if (stored === null) return { scope: null, lookedAt, failed: false };
    const stamp = createHash('sha256').update(stored.body).digest('base64');
    const number = seen?.number ?? null;
    if (before?.stamp === stamp) {
      before.revision = number;
      return { scope: before, lookedAt, failed: false };
    }
    const files = filesOf(key, stored.body);
    if (files === null)
      logger.warn(
        { key: source },
        'A publication pointer or snapshot manifest is corrupt and counts as none',
      );
    return {
      scope: files && { files, stamp, revision: number, lookedAt, heldUntil: null },
      lookedAt,
      failed: false,
    };
  }

  function filesOf(key: string, body: Buffer): Map<string, ServedFile> | null {
    if (isSnapshot(key)) {
      const manifest = parseManifest(body);
      return manifest && filesIn(key, manifest.locales, cacheControl.snapshot);
    }
    const pointer = parsePointer(body);
    return pointer && filesIn(`${key}/${revisionName(pointer)}`, pointer.locales, cacheControl.group);
  }

  function keep(key: string, { scope, lookedAt, failed }: Found): void {
    const before = known.peek(key);
    if (before !== undefined && before !== scope) for (const file of before.files.values()) onReplaced(file);
    if (scope === null) {
      known.delete(key);
      absent.set(detached(key), lookedAt);
    } else if (failed) {
      scope.heldUntil = clock.elapsed() + revalidateMs;
    } else {
      scope.lookedAt = lookedAt;
      scope.heldUntil = null;
      if (before !== scope) known.set(detached(key), scope);
    }
  }

  async function look(key: string): Promise<Scope | null> {
    const { scope } = await looking.run(
      key,
      () => find(key),
      (found) => keep(key, found),
    );
    return scope;
  }

  return {
    current(key) {
      const now = clock.elapsed();
      const scope = known.get(key);
      if (scope === undefined) {
        const missedAt = absent.get(key);
        return missedAt !== undefined && now - missedAt < revalidateMs ? null : undefined;
      }
      const age = now - scope.lookedAt;
      const interval = intervalOf(key);
      if (age < interval) return scope;
      const held = scope.heldUntil;
      if (held !== null && now < held) return scope;
      // Under steady traffic nobody waits. After a silence somebody must: what others published is served
      // soon, or not late.
      const mayRefreshBehind = held === null ? age < interval * 1.5 : now < held + patienceMs;
      if (!mayRefreshBehind) return undefined;
      look(key).catch(onFailure);
      return scope;
    },

    look,

    forget(key) {
      looking.abandon(key);
      asking.abandon('revision');
      latest = null;
      absent.delete(key);
      const scope = known.peek(key);
      if (scope === undefined) return;
      scope.lookedAt = Number.NEGATIVE_INFINITY;
      scope.heldUntil = null;
    },

    clear() {
      known.clear();
      absent.clear();
    },
  };
}

function filesIn(
  directory: string,
  locales: readonly string[],
  cacheControl: string,
): Map<string, ServedFile> {
  return new Map(
    [...locales, defaultFile].map((name) => [name, servedFile(`${directory}/${name}.json`, cacheControl)]),
  );
}

/** A copy: what is cut from a URL keeps the whole of it in memory, 16 KiB if the sender likes. */
function detached(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
