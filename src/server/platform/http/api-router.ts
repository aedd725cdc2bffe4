import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, type RequestContext, seesAllTenants, systemActor } from '../kernel/caller';
import { readCookies } from '../kernel/cookies';
import { ServiceError, unavailable, validationFailed } from '../kernel/errors';
import { groupBy } from '../kernel/group-by';
import type { OnIgnored } from '../kernel/known-part';
import type { Lifecycle } from '../kernel/lifecycle';
import { describeError, type Logger } from '../kernel/logger';
import type { Telemetry } from '../kernel/telemetry/telemetry';
import type { ApiPolicy, IncomingRequest, TenantOfRequest } from './api-policy';
import type { Client, ClientFacts } from './client-facts';
import { toPersonalReply } from './error-page';
import { type ApiName, measureAnswer } from './measured-answers';
import { createPathTable, type PathMatch } from './path-table';
import type { RateLimiter } from './rate-limit';
import { ignoredFields, sendReply, setCorsHeaders, toErrorReply } from './replies';
import { createBodyReader, type ReadBody } from './request-body';
import { getPathBelow, namedParameters, readQuery, readRequestId, readRequestPath } from './request-head';
import type { Method, RateLimitBucket, Route, RouteReply, RouteRequest } from './route';
import { sendStream } from './stream-reply';
import { createValidation } from './validation';

// Why: docs/adr/0002-express-independent-router.md

/**
 * A listener that the host mounts: works with `app.use` of Express 4 and 5 and any `(req, res, next)` server.
 */
export type RequestListener = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** A listener that returns its work for a request; undefined for one that it passes on. */
export type AnsweringListener = (...request: Parameters<RequestListener>) => Promise<void> | undefined;

export interface ApiRouterOptions {
  readonly api: ApiName;
  /** `{basePath}/api/v1` or `{basePath}/admin/v1`. */
  readonly base: string;
  /** Path at which clients reach the host's mount point, if a proxy changes it. */
  readonly publicPath?: string | undefined;
  readonly routes: readonly Route[];
  readonly policy: ApiPolicy;
  readonly lifecycle: Lifecycle;
  /** Runs before each request of a route, except probes. Never rejects. */
  readonly beforeRoute?: () => Promise<void>;
  readonly clientFacts: Pick<ClientFacts, 'read'>;
  readonly rateLimiter: RateLimiter;
  /** Maximum time to wait for a client that stops reading a streamed response (ms). */
  readonly stallMs: number;
  readonly telemetry: Telemetry;
  readonly logger: Logger;
  /** For lines that each request of an outage causes. */
  readonly requestLogger: Logger;
}

/**
 * Creates the request listener of one API from its table of routes. The steps of each request: wait for the
 * start, CORS, authentication, rate limit, permission, tenant, path and query, the route's guard, body (and what came
 * before it again, if the body came later), handler.
 */
export function createApiRouter({
  api,
  base,
  publicPath,
  routes,
  policy,
  lifecycle,
  beforeRoute,
  clientFacts,
  rateLimiter,
  stallMs,
  telemetry,
  logger,
  requestLogger,
}: ApiRouterOptions): AnsweringListener {
  const validation = createValidation(policy.everyFault);
  let table: ReturnType<typeof createPathTable<PreparedPath>> | undefined;

  /** The routes of one path. */
  interface PreparedPath {
    readonly group: readonly Route[];
    readonly byMethod: ReadonlyMap<string, Prepared>;
    /** Value of the `Allow` header. */
    readonly allow: string;
    /** Value of `req.route`, as Express sets it. Hosts group their measurements by it. */
    readonly label: { readonly path: string };
  }

  function preparePath(path: string, group: readonly Route[]): PreparedPath {
    const byMethod = new Map(group.map((route) => [route.method as string, prepare(route)]));
    return { group, byMethod, allow: allowedMethods(byMethod), label: { path: base + path } };
  }

  /** The entry of the route table that a request matches. */
  interface Matched {
    /** Null for an unknown path. */
    readonly path: PreparedPath | null;
    readonly isMalformed: boolean;
    readonly params: Readonly<Record<string, string>>;
    /** The requested route; for a preflight, the route that it asks about. */
    readonly requestedRoute: Route | null;
    readonly entry: Prepared | undefined;
    readonly requestId: string;
    readonly client: Client;
    readonly count: ReturnType<typeof countOncePerRequest>;
    /** Set by `respond` once the caller is known; read when it fails, and while it is sent. */
    readonly identified: {
      caller: Caller | null;
      requireAccess: RouteRequest['requireAccess'];
      /** The body, once it was read. */
      sent: unknown;
    };
  }

  interface Prepared {
    readonly route: Route;
    readonly params: ((value: Record<string, string>) => unknown) | null;
    readonly query: ((value: Readonly<Record<string, string>>) => unknown) | null;
    readonly readBody: ReadBody;
    readonly body: ((value: unknown, onIgnored: OnIgnored) => unknown) | null;
  }

  function prepare(route: Route): Prepared {
    return {
      route,
      params: route.params ? validation.texts(route.params, 'path') : null,
      query: route.query ? validation.texts(route.query, 'query') : null,
      readBody: createBodyReader(route, policy.bodyBytes),
      body: route.body ? validation.body(route.body) : null,
    };
  }

  const policyHeaders = Object.entries(policy.headers);

  async function answer(
    req: MountedRequest,
    res: ServerResponse,
    { entry: prepared, params, isMalformed }: PathMatch<PreparedPath>,
  ): Promise<void> {
    const requestId = readRequestId(req);
    res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of policyHeaders) res.setHeader(name, value);
    const entry = prepared?.byMethod.get(req.method === 'HEAD' ? 'GET' : (req.method ?? ''));
    const identified: Matched['identified'] = {
      caller: null,
      requireAccess: async () => {},
      sent: undefined,
    };
    try {
      if (prepared !== null) req.route = prepared.label;
      const client = clientFacts.read(req);
      // Probes do not wait: they are answered while the database is down, until the service is drained or closed.
      const waits = !entry?.route.whileDown || lifecycle.isClosed;
      if (waits) await lifecycle.ready();
      else if (lifecycle.isDraining) throw unavailable();
      if (entry !== undefined && !entry.route.whileDown) await beforeRoute?.();
      const requestedRoute =
        entry?.route ??
        prepared?.group.find((route) => route.method === req.headers['access-control-request-method']) ??
        prepared?.group[0] ??
        null;
      // Behind a load balancer, probes come from one address; only a key can be guessed by them.
      const isProbe = entry?.route.whileDown === true && req.headers['x-api-key'] === undefined;
      const bucket = requestedRoute?.bucket ?? policy.defaultBucket;
      const count = isProbe ? async () => {} : countOncePerRequest(client, res, bucket);
      const matched = {
        path: prepared,
        isMalformed,
        params,
        requestedRoute,
        entry,
        requestId,
        client,
        count,
        identified,
      };
      const reply = await respond(req, res, matched).catch(async (error) => {
        // Rejected requests count too, whatever the reason.
        await count();
        if (!entry || !(error instanceof ServiceError) || policy.reject === undefined) throw error;
        throw await policy.reject({
          error,
          req,
          mountUrl: findMount(req, client.origin).mountUrl,
          route: entry.route,
          params,
          caller: identified.caller,
          network: client.network,
          requestId,
        });
      });
      await count();
      // Caches would give them to other visitors.
      if (`${reply.headers?.['Cache-Control']}`.startsWith('public'))
        for (const name of personalHeaders) res.removeHeader(name);
      if (reply.stream === undefined || req.method === 'HEAD') sendReply(req, res, reply);
      else await sendStream(res, reply, reply.stream, { stallMs, requireAccess: identified.requireAccess });
    } catch (error) {
      await fail(req, res, error, { requestId, route: entry?.route, sent: identified.sent });
    }
  }

  /** Returns where the client reaches this API. */
  function findMount(req: MountedRequest, origin: string | null) {
    const mountPath = `${publicPath ?? req.baseUrl ?? ''}${base}`;
    return { mountPath, mountUrl: `${origin ?? ''}${mountPath}` };
  }

  /**
   * Returns a function that counts the request against its rate limit, the first time it is called: for its
   * valid API key, or else for the network it came from.
   */
  function countOncePerRequest({ network }: Client, res: ServerResponse, bucket: RateLimitBucket) {
    let isCounted = false;
    return async (caller?: Caller): Promise<void> => {
      if (isCounted) return;
      isCounted = true;
      const keyId =
        caller?.kind === 'apiKey' ? caller.keyId : caller?.kind === 'user' ? caller.apiKeyId : undefined;
      const client = keyId !== undefined ? `key:${keyId}` : `ip:${network ?? 'unknown'}`;
      const headers = await rateLimiter.consume(bucket, client);
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    };
  }

  /**
   * Returns the caller of a request as they are now.
   * @throws ServiceError when they have lost what the request was allowed for
   */
  async function checkAgain(
    incoming: IncomingRequest,
    caller: Caller,
    { tenantId }: TenantOfRequest,
  ): Promise<Caller> {
    if (caller.kind === 'anonymous') return caller;
    const current = await policy.renew(incoming, caller);
    policy.authorize(current, incoming.route);
    const tenant = await policy.resolveTenant(incoming, current);
    const seesLess = seesAllTenants(caller) && !seesAllTenants(current);
    if (seesLess || tenant.tenantId !== tenantId) throw new ServiceError('tenant_forbidden');
    return current;
  }

  async function respond(
    req: MountedRequest,
    res: ServerResponse,
    { path, isMalformed, params, requestedRoute, entry, requestId, client, count, identified }: Matched,
  ): Promise<RouteReply> {
    if (isMalformed) throw new ServiceError('malformed_url');
    if (path === null || requestedRoute === null) throw new ServiceError('route_not_found');
    const { query: sentQuery, fault } = readQuery(req);
    const query = namedParameters(requestedRoute, sentQuery);
    const origin = req.headers.origin ?? null;
    const mount = findMount(req, client.origin);
    const facts = {
      req,
      params,
      query,
      ip: client.ip,
      network: client.network,
      origin,
      requestId,
      secure: client.secure,
      ...mount,
      localAddress: client.localAddress,
    };
    const cors = await policy.cors({ ...facts, route: requestedRoute, routes: path.group });
    setCorsHeaders(req, res, cors);
    const { originAcceptedBy } = cors;
    if (req.method === 'OPTIONS') return { status: 204, headers: { Allow: path.allow } };
    if (entry === undefined) throw new ServiceError('method_not_allowed', { headers: { Allow: path.allow } });

    const { route } = entry;
    const incoming: IncomingRequest = { ...facts, route };
    const caller = await policy.authenticate(incoming);
    identified.caller = caller;
    const isWhole = req.complete;
    await count(caller);
    policy.authorize(caller, route);
    const tenant = await policy.resolveTenant(incoming, caller);
    if (route.disabled !== undefined) throw new ServiceError(route.disabled);
    if (fault !== null) throw validationFailed(fault);
    const onIgnored = ignoredFields(res);
    for (const name of Object.keys(sentQuery))
      if (!Object.hasOwn(query, name)) onIgnored(name, sentQuery[name]);
    const requireAccess = async () => void (await checkAgain(incoming, caller, tenant));
    identified.requireAccess = requireAccess;
    const request: RouteRequest = {
      params: entry.params?.(params),
      query: entry.query ? entry.query(query) : undefined,
      body: undefined,
      found: undefined,
      headers: req.headers,
      context: toContext(tenant, caller, requestId),
      caller,
      tenantId: tenant.tenantId,
      tenantNamed: tenant.named ?? false,
      requestId,
      origin,
      originAcceptedBy,
      ip: facts.ip,
      secure: facts.secure,
      ...mount,
      localAddress: facts.localAddress,
      requireAccess,
      cookies: (name) => readCookies(req.headers.cookie, name),
    };
    const found = await route.guard?.(request);
    if (entry.body === null) return route.handle({ ...request, found });
    const sent = await entry.readBody(req, res);
    identified.sent = sent;
    const toBody = entry.body;
    const handle = (admitted: RouteRequest) =>
      route.handle({ ...admitted, body: toBody(route.prepareBody?.(sent) ?? sent, onIgnored) });
    // A body can be held back for minutes, in which its sender can lose every right.
    const current = isWhole ? caller : await checkAgain(incoming, caller, tenant);
    if (current === caller) return handle({ ...request, found });
    const renewed = { ...request, caller: current, context: toContext(tenant, current, requestId) };
    return handle({ ...renewed, found: await route.guard?.(renewed) });
  }

  async function fail(
    req: MountedRequest,
    res: ServerResponse,
    error: unknown,
    { requestId, route, sent }: { requestId: string; route: Route | undefined; sent: unknown },
  ): Promise<void> {
    if (res.headersSent) {
      logger.warn(
        { requestId, error: describeError(error) },
        'A response could not be completed; the connection was closed',
      );
      res.destroy();
      return;
    }
    const reply = toErrorReply(error, requestId, { logger, refusals: requestLogger });
    // A rejected origin must not be able to read even the error.
    if (error instanceof ServiceError && error.code === 'origin_not_allowed') {
      for (const name of res.getHeaderNames()) if (name.startsWith('access-control-')) res.removeHeader(name);
    }
    const mount = () => findMount(req, clientFacts.read(req).origin);
    sendReply(req, res, await toPersonalReply(req, reply, { requestId, route, sent, mount }, logger));
    // An unread body would be parsed as the next request on this connection.
    if (!req.complete) req.resume();
  }

  return (req, res, next) => {
    const path = getPathBelow(base, readRequestPath(req));
    if (path === null) {
      next();
      return;
    }
    // Built at the first request, so that an API without requests needs no memory for it.
    table ??= createPathTable(
      [...groupBy(routes, (route) => route.path)].map(([key, group]) => [key, preparePath(key, group)]),
    );
    const found = table(path);
    // Rejects when the host has answered before it passed the request on.
    const answering = telemetry.isOn
      ? measureAnswer({ api, telemetry }, req, res, found.entry?.label.path, () => answer(req, res, found))
      : answer(req, res, found);
    return answering.catch(next);
  };
}

/** A request that Express may have passed on from a mount path. */
type MountedRequest = IncomingMessage & { readonly baseUrl?: string; route?: unknown };

/** Headers that belong to one request. */
const personalHeaders = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

function allowedMethods(byMethod: ReadonlyMap<string, unknown>): string {
  const methods = [...byMethod.keys()] as Method[];
  return [...methods, ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Returns the tenant, the actor and the caller of a request, which nothing that the request sends can change. */
function toContext({ tenantId }: TenantOfRequest, caller: Caller, requestId: string): RequestContext {
  const actor = Object.freeze(
    caller.kind === 'user'
      ? {
          userId: caller.userId,
          userEmail: caller.email,
          requestId,
          ...(caller.apiKeyId !== undefined && { apiKeyId: caller.apiKeyId }),
        }
      : { ...systemActor, requestId },
  );
  return Object.freeze({ tenantId, actor, caller });
}
