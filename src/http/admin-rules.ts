import { anonymous, type Principal } from '../kernel/caller';
import { ServiceError } from '../kernel/errors';
import { defaultTenantId } from '../kernel/ids';
import type { Lifecycle } from '../kernel/lifecycle';
import { originAllowed } from '../kernel/origins';
import { preflightHeaders, waitForStart } from './shared-rules';
import type { SurfaceRules } from './surface';

export interface AdminRulesOptions {
  readonly lifecycle: Lifecycle;
  readonly bodyBytes: number;
  /** @throws ServiceError `unauthenticated` */
  readonly authenticate: (authorization: string | undefined) => Promise<Principal>;
  /** The tenant's `adminAllowedOrigins`; empty: no restriction. */
  readonly adminOrigins: (tenantId: string) => Promise<readonly string[]>;
}

/** The admin API: a bearer token on every route but the public ones, one permission a route. */
export function createAdminRules({ lifecycle, bodyBytes, authenticate, adminOrigins }: AdminRulesOptions): SurfaceRules {
  return {
    ready: waitForStart(lifecycle),

    async cors({ req, route, routes, origin }) {
      if (origin === null || (route?.whileDown && !lifecycle.isStarted)) return {};
      const listed = await adminOrigins(defaultTenantId);
      if (listed.length > 0 && !originAllowed(listed, origin)) throw new ServiceError('origin_not_allowed', { headers: { Vary: 'Origin' } });
      return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'Content-Disposition, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
        Vary: 'Origin',
        ...(req.method === 'OPTIONS' ? preflightHeaders(routes, 'Authorization, Content-Type, If-Match, X-Tenant-Id') : {}),
      };
    },

    authenticate: async ({ req, route }) => ('public' in route.access ? anonymous : authenticate(req.headers.authorization)),

    authorize(caller, { access }) {
      if (!('permission' in access)) return;
      if (caller.kind !== 'user' || !caller.permissions.has(access.permission)) throw new ServiceError('forbidden');
    },

    async resolveTenant({ req, route }, caller) {
      // What one asks about oneself, or to sign out, belongs to no tenant.
      if (caller.kind !== 'user' || !('permission' in route.access)) return { tenantId: defaultTenantId, named: false };
      const named = req.headers['x-tenant-id'];
      if (named !== undefined && named !== defaultTenantId) {
        throw caller.allowedTenants === null ? new ServiceError('tenant_not_found') : new ServiceError('tenant_forbidden');
      }
      if (caller.allowedTenants !== null && !caller.allowedTenants.includes(defaultTenantId)) throw new ServiceError('tenant_forbidden');
      return { tenantId: defaultTenantId, named: named !== undefined };
    },

    defaultBucket: 'admin',
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY' },
    everyFault: true,
    bodyBytes,
  };
}
