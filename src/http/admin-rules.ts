import type { IncomingMessage } from 'node:http';
import type { AuthMode } from '../kernel/auth-modes';
import { anonymous, holds, type Principal } from '../kernel/caller';
import { ServiceError } from '../kernel/errors';
import { defaultTenantId } from '../kernel/ids';
import type { Lifecycle } from '../kernel/lifecycle';
import { originAllowed } from '../kernel/origins';
import type { RecordKind, Route } from './route';
import { preflightHeaders, waitForStart } from './shared-rules';
import type { Refusal, SurfaceRules } from './surface';
import type { NamedTenant, TenantNaming } from './tenant-naming';

export interface AdminRulesOptions {
  readonly lifecycle: Lifecycle;
  readonly bodyBytes: number;
  readonly mode: AuthMode;
  readonly tenants: TenantNaming;
  /** @throws ServiceError `unauthenticated` */
  readonly authenticate: (req: IncomingMessage, requestId: string) => Promise<Principal>;
  /** The tenant's `adminAllowedOrigins`; empty: no restriction. */
  readonly adminOrigins: (tenantId: string) => Promise<readonly string[]>;
  /** Whether a tenant beside these has the record. */
  readonly isHeldOutside: (record: RecordKind, id: string, tenantIds: readonly string[]) => Promise<boolean>;
  /** Notes a refused token or permission for the audit log. Never rejects. */
  readonly noteRefusal: (refusal: Refusal) => Promise<void>;
}

type Asked = {
  readonly req: IncomingMessage;
  readonly route: Route | null;
  readonly query: Readonly<Record<string, string>>;
};

/** The admin API: a bearer token on every route but the public ones, one permission a route. */
export function createAdminRules(options: AdminRulesOptions): SurfaceRules {
  const { lifecycle, bodyBytes, mode, tenants, authenticate, adminOrigins, isHeldOutside, noteRefusal } =
    options;

  async function named(req: IncomingMessage): Promise<NamedTenant> {
    const id = req.headers['x-tenant-id'];
    return id === undefined ? tenants.byHost(req) : tenants.byId(String(id));
  }

  /**
   * The tenant of a signed-in user's request that names none: the only one that the user may see, else
   * `default`.
   */
  async function unnamed({ allowedTenants }: Principal): Promise<string> {
    const there: string[] = [];
    for (const id of allowedTenants ?? []) if (await tenants.exists(id)) there.push(id);
    return there.length === 1 && there[0] !== undefined ? there[0] : defaultTenantId;
  }

  const refused = () => new ServiceError('origin_not_allowed', { headers: { Vary: 'Origin' } });
  const isForgeable = ({ req, route, query }: Asked) =>
    mode === 'custom' && isForeignWrite(req, route?.writes?.(query) ?? false);

  async function requireOrigin(tenantId: string, origin: string, asked: Asked): Promise<void> {
    const listed = await adminOrigins(tenantId);
    const open = listed.length === 0 && !isForgeable(asked);
    if (!open && !originAllowed(listed, origin)) throw refused();
  }

  /** The tenant by whose list an origin can be judged before anyone knows who asks; null: not yet. */
  async function judgedAtOnce(req: IncomingMessage, route: Route | null): Promise<string | null> {
    if (!tenants.several || isShared(route)) return defaultTenantId;
    const name = await named(req);
    if (name?.tenantId) return name.tenantId;
    // A preflight carries neither token nor tenant; the request itself is then judged.
    return req.method !== 'OPTIONS' && route === null ? defaultTenantId : null;
  }

  return {
    ready: waitForStart(lifecycle),

    async cors({ req, route, routes, origin, query }) {
      const asked = { req, route, query };
      if (route?.cors === 'navigation' || (route?.whileDown && !lifecycle.isStarted)) return {};
      if (origin === null) {
        // A picture or a link on another site's page sends no `Origin`.
        if (isForgeable(asked)) throw refused();
        return {};
      }
      const judge = await judgedAtOnce(req, route);
      if (judge !== null) await requireOrigin(judge, origin, asked);
      return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers':
          'Content-Disposition, ETag, Next-Cursor, RateLimit, RateLimit-Policy, Retry-After, X-Ignored-Fields, X-Request-Id',
        Vary: 'Origin',
        ...(req.method === 'OPTIONS'
          ? preflightHeaders(routes, 'Authorization, Content-Type, If-Match, X-Tenant-Id')
          : {}),
      };
    },

    authenticate: async ({ req, route, requestId }) =>
      'public' in route.access ? anonymous : authenticate(req, requestId),

    authorize(caller, { access, modes }) {
      if (modes?.includes(mode) === false) throw new ServiceError('auth_mode_disabled');
      if (!('permission' in access)) return;
      if (!holds(caller, access.permission)) throw new ServiceError('forbidden');
      const missing = (access.also ?? []).filter((permission) => !holds(caller, permission));
      if (missing.length > 0)
        throw new ServiceError('forbidden', {
          message: `This also needs the permission ${missing.join(' and ')}.`,
        });
    },

    async resolveTenant({ req, route, origin, query }, caller) {
      if (caller.kind !== 'user') return { tenantId: defaultTenantId, named: false };
      const name = await named(req);
      const tenantId = name === null ? await unnamed(caller) : name.tenantId;
      if (origin !== null && tenants.several && !isShared(route) && !name?.tenantId)
        await requireOrigin(tenantId ?? defaultTenantId, origin, { req, route, query });
      // What one asks about oneself, or to sign out, belongs to no tenant.
      if (route.tenantless || !('permission' in route.access))
        return { tenantId: defaultTenantId, named: false };
      const { allowedTenants } = caller;
      // A caller scoped to tenants does not learn which others there are.
      if (allowedTenants !== null && (tenantId === null || !allowedTenants.includes(tenantId)))
        throw new ServiceError('tenant_forbidden');
      if (tenantId === null) throw new ServiceError('tenant_not_found');
      return { tenantId, named: name !== null };
    },

    async refuse(refusal) {
      const { error, caller, route, params } = refusal;
      const scope = caller?.kind === 'user' ? caller.allowedTenants : null;
      const id = params[route.reads?.param ?? ''];
      const outside =
        error.status === 404 &&
        scope !== null &&
        route.reads &&
        id !== undefined &&
        (await isHeldOutside(route.reads.record, id, scope));
      const answered = outside ? new ServiceError('tenant_forbidden') : error;
      await noteRefusal({ ...refusal, error: answered });
      return answered;
    },

    defaultBucket: 'admin',
    headers: {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
    everyFault: true,
    bodyBytes,
  };
}

/** Whether a route serves all tenants or none: sign-in, one's own account, users, roles and tenants. */
const isShared = (route: Route | null): boolean =>
  route !== null && (route.crossTenant === true || !('permission' in route.access));

/**
 * Whether another site's page asks for a change. In mode `custom` the host may know its users by a cookie,
 * which a browser adds to what any page sends: such a page must be on the list. (Elsewhere the bearer token
 * is what no other site has.)
 * @param writes whether a GET leaves a trace too
 */
function isForeignWrite({ method = 'GET', headers }: IncomingMessage, writes: boolean): boolean {
  if (
    method === 'OPTIONS' ||
    (!writes && ['GET', 'HEAD'].includes(method)) ||
    /^bearer /i.test(headers.authorization ?? '')
  )
    return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  // Neither header: no browser.
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}
