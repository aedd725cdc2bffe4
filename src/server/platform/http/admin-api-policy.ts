import type { IncomingMessage } from 'node:http';
import type { AuthMode } from '../kernel/auth-modes';
import { anonymous, type Caller, holds, type Principal } from '../kernel/caller';
import { ServiceError } from '../kernel/errors';
import { defaultTenantId } from '../kernel/ids';
import type { Lifecycle } from '../kernel/lifecycle';
import { originAllowed } from '../kernel/origins';
import { isKeyScope } from '../kernel/permissions';
import {
  type ApiPolicy,
  type CorsResult,
  type IncomingRequest,
  noCorsHeaders,
  preflightOptions,
  protectiveHeaders,
  type RejectedRequest,
  scopeMissing,
} from './api-policy';
import { isForeign, needsPreflight } from './foreign-requests';
import { needsSignIn, type RecordKind, type Route, readsSession } from './route';
import type { RequestedTenant, TenantLookup } from './tenant-resolution';

export interface AdminApiPolicyOptions {
  readonly lifecycle: Lifecycle;
  readonly bodyBytes: number;
  readonly mode: AuthMode;
  readonly tenants: TenantLookup;
  /** @throws ServiceError `unauthenticated` */
  readonly authenticate: (
    req: IncomingMessage,
    requestId: string,
    site: Pick<IncomingRequest, 'secure' | 'mountPath' | 'mountUrl'>,
  ) => Promise<Principal>;
  /** Returns a signed-in user as they are now. @throws ServiceError `unauthenticated` once they are signed out */
  readonly renewUser: (user: Principal) => Promise<Principal>;
  /**
   * Returns the person for whom an API key acts, with what the key may do; null when the key opens nothing here.
   * @throws ServiceError `invalid_api_key`
   */
  readonly authenticateKey: (header: string) => Promise<Principal | null>;
  /** The tenant's `adminAllowedOrigins`; empty: no restriction. */
  readonly adminOrigins: (tenantId: string) => Promise<readonly string[]>;
  /** Returns whether an existing tenant other than these has the record. */
  readonly existsInAnotherTenant: (
    record: RecordKind,
    id: string,
    tenantIds: readonly string[],
  ) => Promise<boolean>;
  /** Writes a rejected token or permission to the audit log. Never rejects. */
  readonly auditRejection: (rejected: RejectedRequest) => Promise<void>;
}

type OriginCheck = {
  readonly req: IncomingMessage;
  readonly route: Route;
  readonly query: Readonly<Record<string, string>>;
  readonly mountUrl: string;
};

/** Creates the policy of the admin API: a sign-in except on public routes, one permission per route. */
export function createAdminApiPolicy(options: AdminApiPolicyOptions): ApiPolicy {
  const {
    lifecycle,
    bodyBytes,
    mode,
    tenants,
    authenticate,
    renewUser,
    authenticateKey,
    adminOrigins,
    existsInAnotherTenant,
    auditRejection,
  } = options;

  /** Resolves the tenant that the request names, by its header or its host. */
  async function resolveRequestedTenant(req: IncomingMessage): Promise<RequestedTenant> {
    const id = req.headers['x-tenant-id'];
    return id === undefined ? tenants.byHost(req) : tenants.byId(String(id));
  }

  /**
   * Returns the tenant of a signed-in user whose request names none: the only tenant the user can see, or
   * else `default`.
   */
  async function tenantOfUser({ allowedTenants }: Principal): Promise<string> {
    const existing: string[] = [];
    for (const id of allowedTenants ?? []) if (await tenants.exists(id)) existing.push(id);
    return existing.length === 1 && existing[0] !== undefined ? existing[0] : defaultTenantId;
  }

  const originNotAllowed = (message?: string) =>
    new ServiceError('origin_not_allowed', {
      headers: { Vary: 'Origin' },
      ...(message !== undefined && { message }),
    });
  const isForgeable = ({ req, route, query, mountUrl }: OriginCheck) =>
    mode === 'custom' && isForeignWrite(req, mountUrl, route.writes?.(query) ?? false);

  async function requireOrigin(tenantId: string, origin: string, check: OriginCheck): Promise<void> {
    const listed = await adminOrigins(tenantId);
    const open = listed.length === 0 && !isForgeable(check);
    if (!open && !originAllowed(listed, origin)) throw originNotAllowed();
    // Browsers send it with the cookies of the host, although CORS does not allow them.
    if (isForgeable(check) && !needsPreflight(check.req))
      throw originNotAllowed(
        'Pages of other origins must send `Content-Type: application/json`, `X-Tenant-Id` or `Authorization` with this request.',
      );
  }

  /** Returns the tenant whose list decides on an origin before authentication; null when not known yet. */
  async function tenantForOriginCheck(req: IncomingMessage, route: Route): Promise<string | null> {
    if (!tenants.several || isShared(route)) return defaultTenantId;
    // A preflight carries neither a token nor a tenant; the request itself is checked later.
    return (await resolveRequestedTenant(req))?.tenantId ?? null;
  }

  /** Keys open only routes with a permission: an account and its sessions are a person's. */
  async function identifyKey({ req, route }: IncomingRequest): Promise<Principal | null> {
    const { authorization, 'x-api-key': key } = req.headers;
    const isExpected = authorization === undefined && key !== undefined && needsSignIn(route);
    const holder = isExpected ? await authenticateKey(String(key)) : null;
    if (holder !== null && !('permission' in route.access))
      throw new ServiceError('forbidden', { message: 'API keys cannot use an account.' });
    return holder;
  }

  async function identify(incoming: IncomingRequest): Promise<Caller> {
    if (!readsSession(incoming.route)) return anonymous;
    const key = await identifyKey(incoming);
    if (key !== null) return key;
    try {
      return await authenticate(incoming.req, incoming.requestId, incoming);
    } catch (error) {
      const isStranger = error instanceof ServiceError && error.code === 'unauthenticated';
      if (!isStranger || needsSignIn(incoming.route)) throw error;
      await auditRejection({ ...incoming, error, caller: null });
      return anonymous;
    }
  }

  return {
    async cors({ req, route, routes, origin, query, mountUrl }): Promise<CorsResult> {
      const check = { req, route, query, mountUrl };
      if (route.cors === 'navigation' || (route.whileDown && !lifecycle.isStarted)) return noCorsHeaders;
      if (origin === null) {
        // An image or a link on another site's page sends no `Origin`.
        if (isForgeable(check)) throw originNotAllowed();
        return noCorsHeaders;
      }
      const tenantId = await tenantForOriginCheck(req, route);
      if (tenantId !== null) await requireOrigin(tenantId, origin, check);
      const options = {
        origin,
        exposedHeaders:
          'Content-Disposition, ETag, Next-Cursor, RateLimit, RateLimit-Policy, Retry-After, X-Ignored-Fields, X-Request-Id',
        ...preflightOptions(routes, 'Authorization, Content-Type, If-Match, X-Tenant-Id'),
      };
      return { options, originAcceptedBy: null };
    },

    authenticate: identify,

    async renew(incoming, caller) {
      if (caller.kind !== 'user') return caller;
      return isKey(caller) ? identify(incoming) : renewUser(caller);
    },

    authorize(caller, { access, modes }) {
      if (modes?.includes(mode) === false) throw new ServiceError('auth_mode_disabled');
      if (!('permission' in access)) return;
      if (!holds(caller, access.permission))
        throw isKey(caller) ? scopeMissing(access.permission) : new ServiceError('forbidden');
      const missing = (access.also ?? []).filter((permission) => !holds(caller, permission));
      if (missing.length > 0)
        throw new ServiceError('forbidden', {
          message: `This also needs the permission ${missing.join(' and ')}.`,
        });
    },

    async resolveTenant({ req, route, origin, query, mountUrl }, caller) {
      if (caller.kind !== 'user') return { tenantId: defaultTenantId };
      const requested = await resolveRequestedTenant(req);
      const tenantId = requested === null ? await tenantOfUser(caller) : requested.tenantId;
      if (origin !== null && tenants.several && !isShared(route) && !requested?.tenantId)
        await requireOrigin(tenantId ?? defaultTenantId, origin, { req, route, query, mountUrl });
      // Requests about the user's own account or session belong to no tenant.
      if (route.tenantless || !('permission' in route.access)) return { tenantId: defaultTenantId };
      const { allowedTenants } = caller;
      // A caller scoped to tenants must not learn which others exist.
      if (allowedTenants !== null && (tenantId === null || !allowedTenants.includes(tenantId)))
        throw new ServiceError('tenant_forbidden');
      if (tenantId === null) throw new ServiceError('tenant_not_found');
      return { tenantId };
    },

    async reject(rejected) {
      const { error, caller, route, params } = rejected;
      // A key knows one tenant only: whoever has it must not learn in which others a visitor is known.
      const scope = caller?.kind === 'user' && !isKey(caller) ? caller.allowedTenants : null;
      const id = params[route.reads?.param ?? ''];
      const outside =
        error.status === 404 &&
        scope !== null &&
        route.reads &&
        id !== undefined &&
        (await existsInAnotherTenant(route.reads.record, id, scope));
      const replyError = outside ? new ServiceError('tenant_forbidden') : error;
      await auditRejection({ ...rejected, error: replyError });
      return replyError;
    },

    defaultBucket: 'admin',
    headers: { ...protectiveHeaders, 'X-Frame-Options': 'DENY' },
    everyFault: true,
    bodyBytes,
  };
}

const isKey = (caller: Caller): boolean => caller.kind === 'user' && caller.apiKeyId !== undefined;

/**
 * Adds the error of a wrong API key to the routes that keys can call.
 */
export const acceptingScopedKeys = (routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    opensToKeys(route) ? { ...route, errors: [...route.errors, 'invalid_api_key'] } : route,
  );

const opensToKeys = ({ access }: Route): boolean =>
  'permission' in access && [access.permission, ...(access.also ?? [])].every(isKeyScope);

/**
 * Returns whether a route belongs to no single tenant: sign-in, the user's own account, users, roles,
 * tenants, figures of several tenants.
 */
const isShared = ({ crossTenant, tenantless, access }: Route): boolean =>
  crossTenant === true || tenantless === true || !('permission' in access);

/**
 * Returns whether a page of another site requests a change. In mode `custom` the host may identify its users
 * by a cookie, which a browser adds to the requests of any page: the origin of such a page must be on the
 * list, and the browser must have asked before. (In other modes no other site has the bearer token, and a session
 * cookie is not accepted from one.)
 * @param mountUrl address of the API
 * @param writes whether a GET changes something or adds to the audit log
 */
function isForeignWrite(req: IncomingMessage, mountUrl: string, writes: boolean): boolean {
  const { method = 'GET', headers } = req;
  if (
    method === 'OPTIONS' ||
    (!writes && ['GET', 'HEAD'].includes(method)) ||
    /^bearer /i.test(headers.authorization ?? '')
  )
    return false;
  return isForeign(req, mountUrl);
}
