import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie } from 'cookie';
import Router from 'router';
import { type Caller, systemActor } from '../kernel/caller';
import { type FaultDetail, ServiceError, validationFailed } from '../kernel/errors';
import { describeError, type Logger } from '../kernel/logger';
import type { ClientFacts } from './client-facts';
import { readFlat } from './flat-parameters';
import { ignoredFields, ignoredFieldsHeader } from './ignored-fields';
import type { RateLimiter } from './rate-limit';
import { sendReply, toErrorReply } from './replies';
import { createBodyReader, type ReadBody } from './request-body';
import { requestIdOf } from './request-id';
import type { Method, RateLimitBucket, Route, RouteReply, RouteRequest } from './route';
import { sendStream } from './stream-reply';
import { createValidation } from './validation';

/** What a host mounts: fits `app.use` of Express 4 and 5 and any server with `(req, res, next)`. */
export type RequestListener = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** What a surface knows of a request before its body is read. */
export interface Arrival {
  readonly req: IncomingMessage;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly ip: string | null;
  readonly origin: string | null;
  readonly requestId: string;
}

/** A request that was refused on its way through a route. */
export interface Refusal {
  readonly error: ServiceError;
  readonly req: IncomingMessage;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** Null when the refusal came before anyone knew who asks. */
  readonly caller: Caller | null;
  /** What counts as one client; only to tell clients apart in memory. */
  readonly network: string | null;
  readonly requestId: string;
}

export interface TenantOfRequest {
  readonly tenantId: string;
  readonly named: boolean;
}

/** The ways in which the public and the admin API differ. */
export interface SurfaceRules {
  /** Resolves when the service has started. @throws ServiceError `unavailable` */
  readonly ready: (route: Route | null) => Promise<void> | undefined;
  /** CORS headers of an answer to this origin. @throws ServiceError `origin_not_allowed` */
  readonly cors: (
    arrival: Omit<Arrival, 'route'> & { readonly route: Route | null; readonly routes: readonly Route[] },
  ) => Promise<Readonly<Record<string, string>>>;
  /** Who calls. @throws ServiceError 401 */
  readonly authenticate: (arrival: Arrival) => Promise<Caller>;
  /** @throws ServiceError 403 */
  readonly authorize: (caller: Caller, route: Route) => void;
  /** @throws ServiceError 403, 404 */
  readonly resolveTenant: (arrival: Arrival, caller: Caller) => Promise<TenantOfRequest>;
  /** Looks at a refusal, and says what is answered. */
  readonly refuse?: (refusal: Refusal) => Promise<ServiceError>;
  readonly defaultBucket: RateLimitBucket;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly everyFault: boolean;
  readonly bodyBytes: number;
}

export interface SurfaceOptions {
  /** `{basePath}/api/v1` or `{basePath}/admin/v1`. */
  readonly base: string;
  /** Where clients see the host's mount point, if a proxy changes the path. */
  readonly publicPath?: string | undefined;
  readonly routes: readonly Route[];
  readonly rules: SurfaceRules;
  readonly clientFacts: ClientFacts;
  readonly rateLimiter: RateLimiter;
  /** How long a client that takes nothing of a streamed answer is waited for, in milliseconds. */
  readonly stallMs: number;
  readonly logger: Logger;
}

/**
 * Makes the request listener of one API from its table of routes. Each request goes: started? → CORS → who is
 * calling → rate limit → permission → tenant → path and query → the route's guard → body → handler.
 */
export function createSurface({
  base,
  publicPath,
  routes,
  rules,
  clientFacts,
  rateLimiter,
  stallMs,
  logger,
}: SurfaceOptions): RequestListener {
  const validation = createValidation(rules.everyFault);
  const router = Router({ caseSensitive: true, strict: false });
  const inner = Router({ caseSensitive: true, strict: false });

  for (const [path, group] of groupByPath(routes)) {
    const byMethod = new Map(group.map((route) => [route.method as string, prepare(route)]));
    const allow = allowedMethods(byMethod);
    inner.all(path, (req: RouterRequest, res) => {
      const entry = byMethod.get(req.method === 'HEAD' ? 'GET' : (req.method ?? ''));
      return answer(req, res, group, allow, entry);
    });
  }
  inner.use((req: RouterRequest, res: ServerResponse) => answer(req, res, [], null, undefined));
  inner.use(async (error: unknown, req: RouterRequest, res: ServerResponse, _next: unknown) => {
    const requestId = begin(req, res);
    const tally = createTally(req, res, rules.defaultBucket);
    await tally.countOnce().then(
      () => fail(req, res, error, requestId),
      (refusal) => fail(req, res, refusal, requestId),
    );
  });
  if (base === '') router.use(inner);
  else router.use(base, inner);

  /** What the table has for a request. */
  interface Matched {
    readonly group: readonly Route[];
    /** The route, also for a preflight that asks about it. */
    readonly asked: Route | null;
    /** Null for an unknown path. */
    readonly allow: string | null;
    readonly entry: Prepared | undefined;
    readonly requestId: string;
    readonly tally: ReturnType<typeof createTally>;
    /** Where `respond` notes who asks, for whoever looks at its failure. */
    readonly seen: { caller: Caller | null };
  }

  interface Prepared {
    readonly route: Route;
    readonly params: ((value: Record<string, string>) => unknown) | null;
    readonly query: ((value: Record<string, string>) => unknown) | null;
    readonly readBody: ReadBody;
    readonly body: ((value: unknown) => unknown) | null;
  }

  function prepare(route: Route): Prepared {
    return {
      route,
      params: route.params ? validation.texts(route.params, 'path') : null,
      query: route.query ? validation.texts(route.query, 'query') : null,
      readBody: createBodyReader(route, rules.bodyBytes),
      body: route.body ? validation.body(route.body) : null,
    };
  }

  function begin(req: IncomingMessage, res: ServerResponse): string {
    const requestId = requestIdOf(req);
    res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of Object.entries(rules.headers)) res.setHeader(name, value);
    return requestId;
  }

  async function answer(
    req: RouterRequest,
    res: ServerResponse,
    group: readonly Route[],
    allow: string | null,
    entry: Prepared | undefined,
  ): Promise<void> {
    const requestId = begin(req, res);
    try {
      await rules.ready(entry?.route ?? null);
      const asked =
        entry?.route ??
        group.find((route) => route.method === req.headers['access-control-request-method']) ??
        group[0] ??
        null;
      const tally = createTally(req, res, asked?.bucket ?? rules.defaultBucket);
      const seen: { caller: Caller | null } = { caller: null };
      const reply = await respond(req, res, { group, asked, allow, entry, requestId, tally, seen }).catch(
        async (error) => {
          // Refused requests count too, whatever refused them.
          await tally.countOnce();
          if (!entry || !(error instanceof ServiceError) || rules.refuse === undefined) throw error;
          const params = req.params as Record<string, string>;
          throw await rules.refuse({
            error,
            req,
            route: entry.route,
            params,
            caller: seen.caller,
            network: clientFacts.network(req),
            requestId,
          });
        },
      );
      await tally.countOnce();
      if (reply.stream === undefined || req.method === 'HEAD') sendReply(req, res, reply);
      else await sendStream(res, reply, reply.stream, stallMs);
    } catch (error) {
      fail(req, res, error, requestId);
    }
  }

  /** Counts a request once: for its API key where that holds, else for the network that it came from. */
  function createTally(req: IncomingMessage, res: ServerResponse, bucket: RateLimitBucket) {
    let counted = false;
    return {
      async countOnce(caller?: Caller): Promise<void> {
        if (counted) return;
        counted = true;
        const client =
          caller?.kind === 'apiKey' ? `key:${caller.keyId}` : `ip:${clientFacts.network(req) ?? 'unknown'}`;
        setHeaders(res, await rateLimiter.consume(bucket, client));
      },
    };
  }

  async function respond(
    req: RouterRequest,
    res: ServerResponse,
    { group, asked, allow, entry, requestId, tally, seen }: Matched,
  ): Promise<RouteReply> {
    if (allow === null) throw new ServiceError('route_not_found');
    const { query, fault } = readQuery(req);
    const origin = req.headers.origin ?? null;
    const arrived = {
      req,
      params: req.params as Record<string, string>,
      query,
      ip: clientFacts.ip(req),
      origin,
      requestId,
    };
    setHeaders(res, await rules.cors({ ...arrived, route: asked, routes: group }));
    if (req.method === 'OPTIONS') return { status: 204, headers: { Allow: allow } };
    if (entry === undefined) throw new ServiceError('method_not_allowed', { headers: { Allow: allow } });

    const { route } = entry;
    const arrival: Arrival = { ...arrived, route };
    const caller = await rules.authenticate(arrival);
    seen.caller = caller;
    await tally.countOnce(caller);
    rules.authorize(caller, route);
    const tenant = await rules.resolveTenant(arrival, caller);
    if (route.disabled !== undefined) throw new ServiceError(route.disabled);
    if (fault !== null) throw validationFailed(fault);
    const params = entry.params ? entry.params(arrived.params) : undefined;
    let cookies: Record<string, string | undefined> | null = null;
    const mountPath = publicPath === undefined ? req.baseUrl : `${publicPath}${base}`;
    const request: RouteRequest = {
      params,
      query: entry.query ? entry.query(query) : undefined,
      body: undefined,
      headers: req.headers,
      caller,
      tenantId: tenant.tenantId,
      tenantNamed: tenant.named,
      actor:
        caller.kind === 'user'
          ? { userId: caller.userId, userEmail: caller.email, requestId }
          : { ...systemActor, requestId },
      requestId,
      origin,
      ip: arrived.ip,
      secure: clientFacts.secure(req),
      mountPath,
      mountUrl: `${clientFacts.origin(req) ?? ''}${mountPath}`,
      cookie: (name) => {
        cookies ??= parseCookie(req.headers.cookie ?? '');
        return (Object.hasOwn(cookies, name) ? cookies[name] : undefined) ?? null;
      },
    };
    await route.guard?.(request);
    const sent = entry.body ? await entry.readBody(req, res) : undefined;
    const ignored = ignoredFields(route, query, sent);
    // Also when the request is then refused: a required field may be missing because its name was misspelt.
    if (ignored !== null) res.setHeader(ignoredFieldsHeader, ignored);
    return route.handle({ ...request, body: entry.body?.(sent) });
  }

  function fail(req: IncomingMessage, res: ServerResponse, error: unknown, requestId: string): void {
    if (res.headersSent) {
      logger.warn(
        { requestId, error: describeError(error) },
        'An answer was cut off: it could not be finished',
      );
      res.destroy();
      return;
    }
    const reply = toErrorReply(error, requestId, logger);
    // A refused origin must not be able to read even the refusal.
    if (error instanceof ServiceError && error.code === 'origin_not_allowed') {
      for (const name of res.getHeaderNames()) if (name.startsWith('access-control-')) res.removeHeader(name);
    }
    sendReply(req, res, reply);
    // An unread body would be taken for the next request on this connection.
    if (!req.complete) req.resume();
  }

  return (req, res, next) => router(req as RouterRequest, res, next);
}

type RouterRequest = Router.Request;

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Vary') res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
}

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  return groups;
}

function allowedMethods(byMethod: ReadonlyMap<string, unknown>): string {
  const methods = [...byMethod.keys()] as Method[];
  return [...methods, ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** The fault is told once it is known who asks. */
function readQuery(req: IncomingMessage): { query: Record<string, string>; fault: FaultDetail | null } {
  const url = req.url ?? '';
  const start = url.indexOf('?');
  if (start === -1) return { query: {}, fault: null };
  const { values, fault } = readFlat(url.slice(start + 1));
  return { query: values, fault };
}
