import { createHash } from 'node:crypto';
import type { Clock } from '#platform/kernel/clock';
import { createSemaphore } from '#platform/kernel/concurrency/semaphore';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import { createGrowingCache } from '#platform/kernel/growing-cache';
import type { Logger } from '#platform/kernel/logger';
import type { StoredObject } from '#platform/storage/storage-adapter';
import {
  defaultFile,
  type PublishedPointer,
  parseManifest,
  parsePointer,
  revisionName,
  type SnapshotAddress,
  snapshotManifestName,
} from './layout';
import { type ServedFile, servedFile } from './variants';

/** Files of one published group or one snapshot, as of the last look at storage. */
export interface Scope {
  /** Files by locale, including `default`. */
  readonly files: Map<string, ServedFile>;
  /** The pointer that names the files of a group; null for a snapshot. */
  readonly pointer: PublishedPointer | null;
  /** Files of the group's previous publication, for a storage that fails before the new ones are in memory. */
  readonly previousFiles: ReadonlyMap<string, ServedFile> | null;
  /** Hash of the pointer or manifest that the scope was created from. */
  readonly stamp: string;
  /** The revision before storage was read; null without revisions. */
  revision: number | null;
  /** Time when the last look began. The scope includes everything published before. */
  lookedAt: number;
  /** After a failed look, the time before which no new one starts; else null. */
  retryAfter: number | null;
}

/**
 * Keys are as in paths: `<tenant>/<group>` or `<tenant>/<profile>/<version>`; callers have checked their
 * form.
 */
export interface Scopes {
  /**
   * Returns the scope that can be served without waiting; null when it is known to be absent, undefined when
   * a look must come first.
   */
  current(key: string): Scope | null | undefined;
  /** Looks at storage. When that fails, returns the last known scope. @throws when there is none */
  look(key: string): Promise<Scope | null>;
  /** Makes the next reply wait for a look that begins after this call. */
  forget(key: string): void;
  clear(): void;
}

export interface ScopesOptions {
  readonly read: (key: string) => Promise<StoredObject | null>;
  /**
   * Returns a number that changes with every publication and withdrawal. With it, one read covers all scopes,
   * instead of one read for each.
   */
  readonly revision?: (() => Promise<number>) | undefined;
  /** Returns whether visitors may read a version. A version that they may not read is served like an unknown one. */
  readonly isPublic: (address: SnapshotAddress) => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called for failed reads that are not passed on. */
  readonly onFailure: (error: unknown) => void;
  /** Called for files that are no longer served or whose content may have changed. */
  readonly onReplaced: (file: ServedFile) => void;
  readonly revalidateMs: number;
  readonly cacheControl: { readonly group: string; readonly snapshot: string };
}

/** Time between looks at a snapshot (ms). Snapshots do not change, but storage can lose them. */
const snapshotRevalidateMs = 60_000;

/** While storage is down, it is retried in the background, unless no request has come for this long (ms). */
const patienceMs = 10_000;

/** Limits on memory, and on the load that requests for random names can cause in storage. */
const limits = { known: 10_000, absent: 10_000, unknownKeyReads: 16, unknownKeyQueue: 1000 };

export function createScopes({
  read,
  revision,
  isPublic,
  clock,
  logger,
  onFailure,
  onReplaced,
  revalidateMs,
  cacheControl,
}: ScopesOptions): Scopes {
  const known = createGrowingCache<Scope>(limits.known);
  const absent = createGrowingCache<number>(limits.absent);
  const looking = createSingleFlight<Found>();
  const revisionReads = createSingleFlight<Revision>();
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

  /** Returns the revision, at most as old as a scope that can be served without a look. */
  async function currentRevision(load: () => Promise<number>): Promise<Revision> {
    if (latest !== null && clock.elapsed() - latest.lookedAt < revalidateMs) return latest;
    const ask = async () => {
      const lookedAt = clock.elapsed();
      return { number: await load(), lookedAt };
    };
    return revisionReads.run('revision', ask, (current) => {
      latest = current;
    });
  }

  const isSnapshot = (key: string) => key.indexOf('/') !== key.lastIndexOf('/');
  const getInterval = (key: string) =>
    isSnapshot(key) ? Math.max(snapshotRevalidateMs, revalidateMs) : revalidateMs;

  const mayRead = (key: string, isKnown: boolean) => {
    const ask = () => isPublic(toSnapshotAddress(key));
    return isKnown ? ask() : unknownKeyReads(ask);
  };

  async function find(key: string): Promise<Found> {
    const lookedAt = clock.elapsed();
    const before = known.peek(key);
    const source = `${key}/${isSnapshot(key) ? snapshotManifestName : 'published.json'}`;
    let stored: StoredObject | null;
    let seen: Revision | null = null;
    try {
      if (isSnapshot(key) && !(await mayRead(key, before !== undefined)))
        // Asked again by the next request: it must be readable as soon as it is published.
        return { scope: null, lookedAt: Number.NEGATIVE_INFINITY, failed: false };
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
    const contents = readContents(key, stored.body);
    if (contents === null)
      logger.warn(
        { key: source },
        'A publication pointer or snapshot manifest is corrupt and treated as missing',
      );
    const previousFiles = contents && before !== undefined ? withoutSame(before.files, contents.files) : null;
    return {
      scope: contents && { ...contents, previousFiles, stamp, revision: number, lookedAt, retryAfter: null },
      lookedAt,
      failed: false,
    };
  }

  function readContents(key: string, body: Buffer): Pick<Scope, 'files' | 'pointer'> | null {
    if (isSnapshot(key)) {
      const manifest = parseManifest(body);
      return manifest && { files: filesIn(key, manifest.locales, cacheControl.snapshot), pointer: null };
    }
    const pointer = parsePointer(body);
    if (pointer === null) return null;
    const directory = `${key}/${revisionName(pointer)}`;
    return { files: filesIn(directory, pointer.locales, cacheControl.group), pointer };
  }

  function keep(key: string, { scope, lookedAt, failed }: Found): void {
    const before = known.peek(key);
    if (before !== undefined && before !== scope) {
      for (const [name, file] of before.files) if (scope?.previousFiles?.get(name) !== file) onReplaced(file);
      for (const file of before.previousFiles?.values() ?? []) onReplaced(file);
    }
    if (scope === null) {
      known.delete(key);
      absent.set(detached(key), lookedAt);
    } else if (failed) {
      scope.retryAfter = clock.elapsed() + revalidateMs;
    } else {
      scope.lookedAt = lookedAt;
      scope.retryAfter = null;
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
      const interval = getInterval(key);
      if (age < interval) return scope;
      const retryAt = scope.retryAfter;
      if (retryAt !== null && now < retryAt) return scope;
      // Under steady traffic no request waits. After a pause the first request does, so that publications of
      // other processes are not served late.
      const canRefreshInBackground = retryAt === null ? age < interval * 1.5 : now < retryAt + patienceMs;
      if (!canRefreshInBackground) return undefined;
      look(key).catch(onFailure);
      return scope;
    },

    look,

    forget(key) {
      looking.abandon(key);
      revisionReads.abandon('revision');
      latest = null;
      absent.delete(key);
      const scope = known.peek(key);
      if (scope === undefined) return;
      scope.lookedAt = Number.NEGATIVE_INFINITY;
      scope.retryAfter = null;
    },

    clear() {
      known.clear();
      absent.clear();
    },
  };
}

/** Callers have checked the form of the key. Its parts can be keys of caches. */
function toSnapshotAddress(key: string): SnapshotAddress {
  const [tenantId = '', profileId = '', version = ''] = detached(key).split('/');
  return { tenantId, profileId, version: Number(version) };
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

/** Returns the files whose content is that of one publication: others have the same keys as the new files. */
function withoutSame(
  files: ReadonlyMap<string, ServedFile>,
  newer: ReadonlyMap<string, ServedFile>,
): Map<string, ServedFile> {
  const newKeys = new Set([...newer.values()].map(({ cacheKeys }) => cacheKeys.identity));
  return new Map([...files].filter(([, { cacheKeys }]) => !newKeys.has(cacheKeys.identity)));
}

/** Copies a string, since a part of a URL keeps the whole URL in memory, up to 16 KiB. */
function detached(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
