import type { IncomingMessage, ServerResponse } from 'node:http';
import bodyParser from 'body-parser';
import { parseCookie } from 'cookie';
import Router from 'router';
import type { Caller } from '../kernel/caller';
import { type FaultDetail, ServiceError, validationFailed } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { textFault } from '../kernel/json';
import type { Logger } from '../kernel/logger';
import type { ClientFacts } from './client-facts';
import type { RateLimiter } from './rate-limit';
import { sendReply, toErrorReply } from './replies';
import type { Method, RateLimitBucket, Route, RouteReply, RouteRequest } from './route';
import { createValidation } from './validation';

/** What a host mounts: fits `app.use` of Express 4 and 5 and any server with `(req, res, next)`. */
export type RequestListener = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

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
  readonly defaultBucket: RateLimitBucket;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly everyFault: boolean;
  readonly bodyBytes: number;
}

export interface SurfaceOptions {
  /** `{basePath}/api/v1` or `{basePath}/admin/v1`. */
  readonly base: string;
  readonly routes: readonly Route[];
  readonly rules: SurfaceRules;
  readonly clientFacts: ClientFacts;
  readonly rateLimiter: RateLimiter;
  readonly logger: Logger;
}

/**
 * Makes the request listener of one API from its table of routes. Each request goes: started? → CORS → who is calling →
 * rate limit → permission → tenant → path and query → the route's guard → body → handler.
 */
export function createSurface({ base, routes, rules, clientFacts, rateLimiter, logger }: SurfaceOptions): RequestListener {
  const validation = createValidation(rules.everyFault);
  // `inflate` stays on; the limit counts inflated bytes.
  const parseJson = bodyParser.json({ limit: rules.bodyBytes, strict: false, type: () => true });
  const readBytes = bodyParser.raw({ limit: rules.bodyBytes, type: () => true });
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
    const requestId = begin(res);
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
  }

  interface Prepared {
    readonly route: Route;
    readonly params: ((value: Record<string, string>) => unknown) | null;
    readonly query: ((value: Record<string, string>) => unknown) | null;
    readonly body: ((value: unknown) => unknown) | null;
  }

  function prepare(route: Route): Prepared {
    return {
      route,
      params: route.params ? validation.texts(route.params, 'path') : null,
      query: route.query ? validation.texts(route.query, 'query') : null,
      body: route.body ? validation.body(route.body) : null,
    };
  }

  function begin(res: ServerResponse): string {
    const requestId = newId();
    res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of Object.entries(rules.headers)) res.setHeader(name, value);
    return requestId;
  }

  async function answer(req: RouterRequest, res: ServerResponse, group: readonly Route[], allow: string | null, entry: Prepared | undefined): Promise<void> {
    const requestId = begin(res);
    try {
      await rules.ready(entry?.route ?? null);
      const asked = entry?.route ?? group.find((route) => route.method === req.headers['access-control-request-method']) ?? group[0] ?? null;
      const tally = createTally(req, res, asked?.bucket ?? rules.defaultBucket);
      const reply = await respond(req, res, { group, asked, allow, entry, requestId, tally }).catch(async (error) => {
        // Refused requests count too, whatever refused them.
        await tally.countOnce();
        throw error;
      });
      await tally.countOnce();
      sendReply(req, res, reply);
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
        const client = caller?.kind === 'apiKey' ? `key:${caller.keyId}` : `ip:${clientFacts.network(req) ?? 'unknown'}`;
        setHeaders(res, await rateLimiter.consume(bucket, client));
      },
    };
  }

  async function respond(req: RouterRequest, res: ServerResponse, { group, asked, allow, entry, requestId, tally }: Matched): Promise<RouteReply> {
    if (allow === null) throw new ServiceError('route_not_found');
    const { query, fault } = readQuery(req);
    const origin = req.headers.origin ?? null;
    const arrived = { req, params: req.params as Record<string, string>, query, ip: clientFacts.ip(req), origin, requestId };
    setHeaders(res, await rules.cors({ ...arrived, route: asked, routes: group }));
    if (req.method === 'OPTIONS') return { status: 204, headers: { Allow: allow } };
    if (entry === undefined) throw new ServiceError('method_not_allowed', { headers: { Allow: allow } });

    const { route } = entry;
    const arrival: Arrival = { ...arrived, route };
    const caller = await rules.authenticate(arrival);
    await tally.countOnce(caller);
    rules.authorize(caller, route);
    const tenant = await rules.resolveTenant(arrival, caller);
    if (fault !== null) throw validationFailed(fault);
    const params = entry.params ? entry.params(arrived.params) : undefined;
    let cookies: Record<string, string | undefined> | null = null;
    const request: RouteRequest = {
      params,
      query: entry.query ? entry.query(query) : undefined,
      body: undefined,
      headers: req.headers,
      caller,
      tenantId: tenant.tenantId,
      tenantNamed: tenant.named,
      actor: caller.kind === 'user' ? { userId: caller.userId, userEmail: caller.email, requestId } : { userId: null, userEmail: null, requestId },
      requestId,
      origin,
      ip: arrived.ip,
      secure: clientFacts.secure(req),
      mountPath: req.baseUrl,
      cookie: (name) => {
        cookies ??= parseCookie(req.headers.cookie ?? '');
        return (Object.hasOwn(cookies, name) ? cookies[name] : undefined) ?? null;
      },
    };
    await route.guard?.(request);
    const body = entry.body ? entry.body(await readBody(req, res, route)) : undefined;
    return route.handle({ ...request, body });
  }

  async function readBody(req: RouterRequest, res: ServerResponse, { bodyType, bodyOptional }: Route): Promise<unknown> {
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (!hasBody && bodyOptional) return {};
    if (!hasBody) throw validationFailed({ path: '', message: bodyType === undefined ? 'a JSON body is required' : `a ${bodyType} body is required` });
    const sent = req.headers['content-type'] ?? '';
    const fits = bodyType === undefined ? /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(sent) : isTextOf(bodyType, sent);
    if (!fits) throw new ServiceError('unsupported_media_type', bodyType === undefined ? {} : { message: `Send the body as ${bodyType} in UTF-8.` });
    const parse = bodyType === undefined ? parseJson : readBytes;
    const body = await new Promise<unknown>((resolve, reject) => {
      parse(req, res, (error?: unknown) => (error ? reject(error) : resolve((req as { body?: unknown }).body)));
    });
    return bodyType === undefined ? body : decodeText(body);
  }

  function fail(req: IncomingMessage, res: ServerResponse, error: unknown, requestId: string): void {
    if (res.headersSent) {
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

/** Whether a `Content-Type` names the media type, and no other charset than UTF-8. */
function isTextOf(bodyType: string, contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return type === bodyType && parameters.every((parameter) => !/^charset\s*=/.test(parameter) || /^charset="?utf-?8"?$/.test(parameter));
}

/** Replacing what is no UTF-8 would save damaged texts without a word. */
function decodeText(bytes: unknown): string {
  if (!Buffer.isBuffer(bytes)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw validationFailed({ path: '', message: 'must be UTF-8' });
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

/** Flat parameters only; one named twice is a mistake or an attack. The fault is told once it is known who asks. */
function readQuery(req: IncomingMessage): { query: Record<string, string>; fault: FaultDetail | null } {
  const url = req.url ?? '';
  const start = url.indexOf('?');
  if (start === -1) return { query: {}, fault: null };
  const seen: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const message = name in seen ? 'must not be repeated' : (textFault(name) ?? textFault(value));
    if (message !== null) return { query: { ...seen }, fault: { path: name.slice(0, 100), message } };
    seen[name] = value;
  }
  return { query: { ...seen }, fault: null };
}
