import type { Clock } from '#platform/kernel/clock';
import { sha256Hex } from '#platform/kernel/crypto';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { type ListCopy, parseCopy, parseList, type ReadList, writeCopy } from './list-copy';
import { type FetchedList, fetchList, ListUnavailable } from './list-fetch';

// Why: docs/adr/0031-copies-of-public-lists.md

/** A list that a third party publishes. */
export interface ListSource<T> {
  /** Name of the copy in storage and of the list in logs. */
  readonly name: string;
  /** Addresses, tried in this order. */
  readonly urls: readonly string[];
  readonly read: ReadList<T>;
  /** Returns whether `next` can replace `previous`. Unset: always. */
  readonly supersedes?: (next: T, previous: T) => boolean;
}

export interface ListCacheOptions {
  readonly storage: Pick<StorageAdapter, 'read' | 'write'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time limit for one response (ms). */
  readonly timeoutMs: number;
  readonly closing: AbortSignal;
}

export interface Lookup<T> {
  /** The copy; null when none is recent enough. */
  readonly copy: ListCopy<T> | null;
  /** Whether the copy comes from the cache: the source was not asked or did not answer. */
  readonly fromCache: boolean;
  /** Whether the copy is out of date because the source could not be asked or did not answer. */
  readonly stale: boolean;
}

export interface ListCache<T> {
  /**
   * Returns the list: from its copy while that is fresh, else from its source; with `refresh` always from its
   * source. Never rejects.
   */
  lookUp(options?: { readonly refresh?: boolean }): Promise<Lookup<T>>;
  /** Returns the newest usable copy of any process, without asking the source. Never rejects. */
  peek(): Promise<ListCopy<T> | null>;
  /** The copy that this process last saw. */
  readonly known: ListCopy<T> | null;
  /** The same; null when it is too old to be used. */
  readonly usable: ListCopy<T> | null;
}

/** Default lifetime of a copy when the source states none (ms). */
export const defaultLifetimeMs = 7 * 86_400_000;
/** Maximum age of a usable copy since its source last confirmed it (ms). */
const maxUseMs = 30 * 86_400_000;
/** Minimum lifetime of a copy, even if its source states less (ms). */
const minLifetimeMs = 60_000;

/** Maximum number of requests that one process sends for one list, whatever the cause and the result. */
const maxAttempts = 10;
const attemptsWindowMs = 10 * 60_000;

/**
 * Caches a published list. The last good copy is in storage, shared by all processes, and only a complete and
 * valid response replaces it. Parallel callers share one request to the source.
 */
export function createListCache<T>(
  source: ListSource<T>,
  { storage, clock, logger, timeoutMs, closing }: ListCacheOptions,
): ListCache<T> {
  const key = `_registries/${source.name}.json`;
  const places = source.urls.map((url) => ({ url, hash: sha256Hex(url) }));
  let known: ListCopy<T> | null = null;
  let knownBody: Buffer = Buffer.alloc(0);
  let fetching: Promise<ListCopy<T> | null> | null = null;
  let attempts: readonly number[] = [];

  // Another process can have written the copy under a clock that is ahead of this one.
  const age = ({ checkedAt }: ListCopy<T>) => Math.abs(clock.now() - checkedAt);
  const isFresh = (copy: ListCopy<T>) => clock.now() < copy.freshUntil && age(copy) < maxUseMs;

  const usable = (copy: ListCopy<T> | null) => (copy !== null && age(copy) < maxUseMs ? copy : null);

  async function readNewest(): Promise<ListCopy<T> | null> {
    const body = (await storage.read(key).catch(logFailure('cannot be read from storage')))?.body;
    if (body === undefined || body.equals(knownBody)) return known;
    const copy = parseCopy(body, source.read);
    // Ignore copies from a source that is no longer configured. A copy that this process fetched itself may
    // not have been written.
    if (
      copy === null ||
      !places.some(({ hash }) => hash === copy.from) ||
      (known !== null && known.checkedAt > copy.checkedAt)
    )
      return known;
    knownBody = body;
    known = copy;
    return copy;
  }

  async function lookUp({ refresh = false } = {}): Promise<Lookup<T>> {
    const copy = await readNewest();
    const fresh = copy !== null && isFresh(copy);
    const cached = { copy: usable(copy), fromCache: true };
    if (fresh && !refresh) return { ...cached, stale: false };
    if (fetching === null && !canFetch()) return { ...cached, stale: !fresh };
    fetching ??= fetchOnce(copy).finally(() => {
      fetching = null;
    });
    const fetched = await fetching;
    return fetched === null ? { ...cached, stale: true } : { copy: fetched, fromCache: false, stale: false };
  }

  function canFetch(): boolean {
    const now = clock.elapsed();
    attempts = attempts.filter((at) => now - at < attemptsWindowMs);
    if (attempts.length >= maxAttempts || closing.aborted) return false;
    attempts = [...attempts, now];
    return true;
  }

  /** Fetches the list; null when no address returned a valid response. */
  async function fetchOnce(previous: ListCopy<T> | null): Promise<ListCopy<T> | null> {
    for (const { url, hash } of places) {
      try {
        const validators = previous?.from === hash ? previous : { etag: null, lastModified: null };
        return await keep(toCopy(await fetchList(url, { validators, timeoutMs, closing }), hash, previous));
      } catch (error) {
        if (closing.aborted) return null;
        const reason = error instanceof ListUnavailable ? error.message : describeError(error);
        logger.warn(
          { list: source.name, host: new URL(url).host, reason },
          'Could not fetch a published list',
        );
      }
    }
    return null;
  }

  /** Converts a response to a copy. @throws ListUnavailable when it is not valid */
  function toCopy(
    { body, etag, lastModified, lifetimeMs }: FetchedList,
    from: string,
    previous: ListCopy<T> | null,
  ): ListCopy<T> {
    const now = clock.now();
    const lifetime = Math.min(Math.max(lifetimeMs ?? defaultLifetimeMs, minLifetimeMs), maxUseMs);
    const facts = { from, checkedAt: now, freshUntil: now + lifetime };
    if (body === null) {
      if (previous === null) throw new ListUnavailable('answered 304 although there is no earlier copy');
      return { ...facts, etag, lastModified, list: previous.list };
    }
    const list = parseList(body, source.read);
    if (list === null) throw new ListUnavailable('answered with something other than this list');
    // A cache between here and the source may still have an older list; without validators the next response contains the
    // whole list.
    if (previous !== null && source.supersedes?.(list, previous.list) === false)
      return { ...facts, etag: null, lastModified: null, list: previous.list };
    return { ...facts, etag, lastModified, list };
  }

  async function keep(copy: ListCopy<T>): Promise<ListCopy<T>> {
    const body = writeCopy(copy);
    // Store it for all processes first: callers in this process rely on that.
    await storage.write(key, body).catch(logFailure('cannot be written to storage'));
    known = copy;
    knownBody = body;
    return copy;
  }

  const logFailure = (what: string) => (error: unknown) =>
    logger.warn({ list: source.name, error: describeError(error) }, `The copy of a published list ${what}`);

  return {
    lookUp,
    peek: async () => usable(await readNewest()),
    get known() {
      return known;
    },
    get usable() {
      return usable(known);
    },
  };
}
