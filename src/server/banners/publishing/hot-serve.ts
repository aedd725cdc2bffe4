import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequestPath } from '#platform/http/request-head';
import type { Clock } from '#platform/kernel/clock';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { ServiceError, unavailable } from '#platform/kernel/errors';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { type ContentCoding, createCodingChoice } from './accept-encoding';
import { createCompression } from './compression';
import { sendFixed, sendPreflight, sendRedirect, sendVariant } from './hot-serve-replies';
import { defaultFile, type GroupAddress, groupPrefix, type SnapshotAddress } from './layout';
import { createPublishedReader, type PublishedReader } from './published-reader';
import { createScopes, type Scope } from './scopes';
import { createVariantCache, type ServedFile, type Variant, withShortLifetime } from './variants';

export interface HotServeOptions {
  readonly storage: Pick<StorageAdapter, 'read'>;
  /** Reads the revision; see `ScopesOptions`. */
  readonly revision?: (() => Promise<number>) | undefined;
  /** Returns whether visitors may read a version; unset: all versions. */
  readonly isPublic?: ((address: SnapshotAddress) => Promise<boolean>) | undefined;
  readonly basePath: string;
  /** The host's mount point as clients see it, if a proxy changes the path. */
  readonly publicPath?: string | undefined;
  /** Cache lifetimes (s), size of the cache (bytes) and time between two looks at storage (ms). */
  readonly hotServe: {
    readonly maxAge: number;
    readonly staleWhileRevalidate: number;
    readonly cacheBytes: number;
    readonly revalidateMs: number;
  };
  readonly logger: Logger;
  readonly clock: Clock;
  /**
   * Counts a client's request and resolves to headers for the reply. Rejects with a ServiceError
   * `rate_limited` above the limit.
   */
  readonly limiter?: { consume(client: string): Promise<Readonly<Record<string, string>>> } | undefined;
  /** The client's address under the host's trust setting, for the limiter. */
  readonly clientIp?: (req: IncomingMessage) => string | null;
  /**
   * Returns undefined once the service has started, else a promise of its start; requests get 503 when it
   * fails. Unset: nothing has to start.
   */
  readonly ready?: () => Promise<void> | undefined;
  /** Called after each answer. `isHit`: the file was in memory. */
  readonly onAnswer?: (isHit: boolean, status: number) => void;
}

export interface HotServe {
  /** Handles requests for published files and snapshots and returns true; passes others to `next`. */
  handle(req: IncomingMessage & { baseUrl?: string }, res: ServerResponse, next?: () => void): boolean;
  /** Reads the same files for other answers. */
  readonly published: PublishedReader;
  /** Call after `publish` and `withdraw`: this process's next reply contains the new files. */
  forget(address: GroupAddress): void;
  /** Frees the memory; every request gets 503 from now on. */
  close(): void;
}

/**
 * Matches the part after `/profiles/`: `<tenant>/<group>/<locale>` or
 * `<tenant>/<profile>/<version>/<locale>`, without encoded characters, dots or path steps; never `_admin`.
 */
const hotPath =
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\/(?:[a-z][a-z0-9-]{0,63}|[A-Za-z0-9][A-Za-z0-9_-]{0,63}\/[1-9][0-9]{0,8})\/[A-Za-z0-9-]{1,64}$/;

/** Time after which a storage that does not answer is treated as down (ms). */
const readDeadlineMs = 2000;

/** Serves locale files from memory: no database, no cookie, no body. The first thing in the public router. */
export function createHotServe({
  storage,
  revision,
  isPublic = async () => true,
  basePath,
  publicPath,
  hotServe: { maxAge, staleWhileRevalidate, cacheBytes, revalidateMs },
  logger,
  clock,
  limiter,
  clientIp,
  ready = () => undefined,
  onAnswer = () => {},
}: HotServeOptions): HotServe {
  const prefix = `${basePath}/api/v1/profiles/`;
  const cacheControl = {
    group: `public, max-age=${maxAge}, stale-while-revalidate=${staleWhileRevalidate}`,
    snapshot: 'public, max-age=31536000, immutable',
  };
  const read = (key: string) => inTime(storage.read(key));
  const chooseCoding = createCodingChoice();
  const variants = createVariantCache(cacheBytes, read, createCompression('once'));
  const scopes = createScopes({
    read,
    revision: revision && (() => inTime(revision())),
    isPublic: (address) => inTime(isPublic(address)),
    clock,
    logger,
    onFailure,
    onReplaced: variants.drop,
    revalidateMs,
    cacheControl,
  });
  let closed = false;

  function onFailure(error: unknown): void {
    logger.warn({ error: describeError(error) }, 'Published files could not be read');
  }

  function handle(
    req: IncomingMessage & { baseUrl?: string },
    res: ServerResponse,
    next?: () => void,
  ): boolean {
    const whole = readRequestPath(req);
    if (whole.startsWith(prefix)) {
      const path = whole.slice(prefix.length);
      const segments = countSegments(path);
      if (segments === 3 || segments === 4) {
        serveWhenReady(req, res, path);
        return true;
      }
    }
    next?.();
    return false;
  }

  /** Avoids a promise once the service has started, which is the case for nearly every request. */
  function serveWhenReady(req: IncomingMessage, res: ServerResponse, path: string): void {
    const refuse = () => {
      sendFixed(req, res, 'unavailable');
      onAnswer(false, res.statusCode);
    };
    try {
      const starting = ready();
      if (starting === undefined) serve(req, res, path);
      else void starting.then(() => serve(req, res, path), refuse);
    } catch {
      refuse();
    }
  }

  function serve(req: IncomingMessage, res: ServerResponse, path: string): void {
    if (limiter === undefined) answer(req, res, path);
    else void limited(req, res, path);
  }

  async function limited(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    try {
      const headers = await limiter?.consume(`ip:${clientIp?.(req) ?? 'unknown'}`);
      for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'rate_limited') {
        sendFixed(req, res, 'rateLimited', error.headers);
        return onAnswer(false, res.statusCode);
      }
      // A broken limiter must not take down the banners of every site.
      onFailure(error);
    }
    answer(req, res, path);
  }

  /** Answers nearly every request with two lookups in memory and one write. */
  function answer(req: IncomingMessage & { baseUrl?: string }, res: ServerResponse, path: string): void {
    if (!closed && (req.method === 'GET' || req.method === 'HEAD')) {
      const slash = path.lastIndexOf('/');
      const scope = scopes.current(path.slice(0, slash));
      const file = scope?.files.get(path.slice(slash + 1));
      const coding = chooseCoding(req.headers['accept-encoding']);
      const variant = file && coding && variants.cached(file, coding);
      if (scope && variant) {
        send(req, res, variant, scope);
        return onAnswer(true, res.statusCode);
      }
    }
    void answerSlowly(req, res, path).then(() => onAnswer(false, res.statusCode));
  }

  async function answerSlowly(
    req: IncomingMessage & { baseUrl?: string },
    res: ServerResponse,
    path: string,
  ): Promise<void> {
    if (closed) return sendFixed(req, res, 'unavailable');
    if (!hotPath.test(path)) return sendFixed(req, res, 'notFound');
    if (req.method === 'OPTIONS') return sendPreflight(res);
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendFixed(req, res, 'methodNotAllowed');
    const coding = chooseCoding(req.headers['accept-encoding']);
    if (coding === null) return sendFixed(req, res, 'notAcceptable');
    try {
      const slash = path.lastIndexOf('/');
      const key = path.slice(0, slash);
      const locale = path.slice(slash + 1);
      let scope = scopes.current(key);
      if (scope === undefined) scope = await scopes.look(key);
      for (let file = scope?.files.get(locale); scope && file; file = scope?.files.get(locale)) {
        const variant = variants.cached(file, coding) ?? (await loadOrPrevious(scope, locale, file, coding));
        if (variant !== null) return send(req, res, variant, scope);
        // The file was removed because the pointer has changed. If the pointer has not changed, the file is
        // lost and is not read again.
        if (scope.files.delete(locale)) scopes.forget(key);
        scope = await scopes.look(key);
      }
      const isGroup = key.indexOf('/') === key.lastIndexOf('/');
      if (isGroup && locale !== defaultFile && scope?.files.has(defaultFile))
        return sendRedirect(res, getRedirectTarget(req, key));
      sendFixed(req, res, 'notFound');
    } catch (error) {
      onFailure(error);
      sendFixed(req, res, 'unavailable');
    }
  }

  /**
   * Loads a file. While the storage fails, returns the file of the group's previous publication if that is still in
   * memory.
   */
  async function loadOrPrevious(
    { previousFiles }: Scope,
    locale: string,
    file: ServedFile,
    coding: ContentCoding,
  ): Promise<Variant | null> {
    try {
      return await variants.load(file, coding);
    } catch (error) {
      const previous = previousFiles?.get(locale);
      const variant = previous && variants.cached(previous, coding);
      if (variant === undefined) throw error;
      onFailure(error);
      return withShortLifetime(variant);
    }
  }

  function getRedirectTarget(req: { baseUrl?: string }, key: string): string {
    const baseUrl = publicPath ?? req.baseUrl ?? '';
    // `//host` and `/\host` lead to other sites.
    return `${/^\/[^/\\]/.test(baseUrl) ? baseUrl : ''}${prefix}${key}/${defaultFile}`;
  }

  return {
    handle,
    published: createPublishedReader(scopes, variants),
    forget: (address) => scopes.forget(groupPrefix(address)),
    close() {
      closed = true;
      scopes.clear();
      variants.clear();
    },
  };
}

/** Sends a file; with a short lifetime while nobody knows whether its group still serves it. Versions do not change. */
function send(
  req: IncomingMessage,
  res: ServerResponse,
  variant: Variant,
  { pointer, retryAfter }: Scope,
): void {
  const isCurrent = pointer === null || retryAfter === null;
  sendVariant(req, res, isCurrent ? variant : withShortLifetime(variant));
}

/** Counts segments up to five: hot-serve paths have fewer. */
function countSegments(path: string): number {
  let count = 1;
  for (let slash = path.indexOf('/'); slash !== -1 && count < 5; slash = path.indexOf('/', slash + 1))
    count += 1;
  return count;
}

function inTime<T>(reading: Promise<T>): Promise<T> {
  return withDeadline(readDeadlineMs, reading, () => {
    throw unavailable({ cause: new Error('Storage did not answer in time') });
  });
}
