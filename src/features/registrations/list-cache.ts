import type { Clock } from '../../kernel/clock';
import { sha256Hex } from '../../kernel/crypto';
import { describeError, type Logger } from '../../kernel/logger';
import type { StorageAdapter } from '../../storage/storage-adapter';
import { type ListCopy, parseCopy, parseList, type ReadList, writeCopy } from './list-copy';
import { type FetchedList, fetchList, ListUnavailable } from './list-fetch';

// Why: docs/adr/0031-copies-of-public-lists.md

/** A list that somebody else publishes. */
export interface ListSource<T> {
  /** Of the copy in storage, and in logs. */
  readonly name: string;
  /** Tried in this order. */
  readonly urls: readonly string[];
  readonly read: ReadList<T>;
  /** Whether `next` may take the place of `previous`. Unset: always. */
  readonly supersedes?: (next: T, previous: T) => boolean;
}

export interface ListCacheOptions {
  readonly storage: Pick<StorageAdapter, 'read' | 'write'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly closing: AbortSignal;
}

export interface Lookup<T> {
  /** Null: there is no copy that still serves. */
  readonly copy: ListCopy<T> | null;
  /** Whether nobody was asked for this answer, or nobody answered. */
  readonly fromCache: boolean;
  /** The source should have been asked, and gave no answer. */
  readonly stale: boolean;
}

export interface ListCache<T> {
  /**
   * The list: from its copy while that is fresh, else, and with `refresh` always, from its source. Never
   * rejects.
   */
  lookUp(options?: { readonly refresh?: boolean }): Promise<Lookup<T>>;
  /** The newest copy of any process that still serves, without asking the source. Never rejects. */
  peek(): Promise<ListCopy<T> | null>;
  /** What this process last saw. */
  readonly known: ListCopy<T> | null;
}

/** Lifetime of a copy whose source says nothing of it, in milliseconds. */
export const defaultLifetimeMs = 7 * 86_400_000;
/** No copy that was confirmed longer ago serves, in milliseconds. */
const longestUseMs = 30 * 86_400_000;
/** A source that allows less is not asked more often, in milliseconds. */
const shortestLifetimeMs = 60_000;

/** How often one process asks for one list at most, whoever wishes it and whatever comes back. */
const mostAttempts = 10;
const attemptsWindowMs = 10 * 60_000;

/**
 * Keeps a published list. The last good copy lies in storage, where all processes find it; only a whole and
 * right answer takes its place. Who asks while the source is being asked waits for the same answer.
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
  const isFresh = (copy: ListCopy<T>) => clock.now() < copy.freshUntil && age(copy) < longestUseMs;

  const serving = (copy: ListCopy<T> | null) => (copy !== null && age(copy) < longestUseMs ? copy : null);

  async function newest(): Promise<ListCopy<T> | null> {
    const body = (await storage.read(key).catch(warned('cannot be read from storage')))?.body;
    if (body === undefined || body.equals(knownBody)) return known;
    const copy = parseCopy(body, source.read);
    // Of a source that is configured no more nothing is used. What this process got itself may not have been
    // written.
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
    const copy = await newest();
    const fresh = copy !== null && isFresh(copy);
    const unasked = { copy: serving(copy), fromCache: true };
    if (fresh && !refresh) return { ...unasked, stale: false };
    if (fetching === null && !mayAsk()) return { ...unasked, stale: !fresh };
    fetching ??= fetchOnce(copy).finally(() => {
      fetching = null;
    });
    const fetched = await fetching;
    return fetched === null ? { ...unasked, stale: true } : { copy: fetched, fromCache: false, stale: false };
  }

  function mayAsk(): boolean {
    const now = clock.elapsed();
    attempts = attempts.filter((at) => now - at < attemptsWindowMs);
    if (attempts.length >= mostAttempts || closing.aborted) return false;
    attempts = [...attempts, now];
    return true;
  }

  /** Null when no address gave a good answer. */
  async function fetchOnce(previous: ListCopy<T> | null): Promise<ListCopy<T> | null> {
    for (const { url, hash } of places) {
      try {
        const validators = previous?.from === hash ? previous : { etag: null, lastModified: null };
        return await keep(taken(await fetchList(url, { validators, timeoutMs, closing }), hash, previous));
      } catch (error) {
        if (closing.aborted) return null;
        const reason = error instanceof ListUnavailable ? error.message : describeError(error);
        logger.warn(
          { list: source.name, host: new URL(url).host, reason },
          'A published list could not be got',
        );
      }
    }
    return null;
  }

  /** The answer as a copy. @throws ListUnavailable when it is not what it should be */
  function taken(
    { body, etag, lastModified, lifetimeMs }: FetchedList,
    from: string,
    previous: ListCopy<T> | null,
  ): ListCopy<T> {
    const now = clock.now();
    const lifetime = Math.min(Math.max(lifetimeMs ?? defaultLifetimeMs, shortestLifetimeMs), longestUseMs);
    const facts = { from, checkedAt: now, freshUntil: now + lifetime };
    if (body === null) {
      if (previous === null) throw new ListUnavailable('answered 304 to one who has nothing');
      return { ...facts, etag, lastModified, list: previous.list };
    }
    const list = parseList(body, source.read);
    if (list === null) throw new ListUnavailable('answered what is no such list');
    // A cache on the way may still hold an older one; without validators the next answer is a whole one.
    if (previous !== null && source.supersedes?.(list, previous.list) === false)
      return { ...facts, etag: null, lastModified: null, list: previous.list };
    return { ...facts, etag, lastModified, list };
  }

  async function keep(copy: ListCopy<T>): Promise<ListCopy<T>> {
    const body = writeCopy(copy);
    // First for all processes: who goes on with it here may rely on that.
    await storage.write(key, body).catch(warned('cannot be written to storage'));
    known = copy;
    knownBody = body;
    return copy;
  }

  const warned = (what: string) => (error: unknown) =>
    logger.warn({ list: source.name, error: describeError(error) }, `The copy of a published list ${what}`);

  return {
    lookUp,
    peek: async () => serving(await newest()),
    get known() {
      return known;
    },
  };
}
