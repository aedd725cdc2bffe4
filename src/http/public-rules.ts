import { anonymous } from '../kernel/caller';
import { ServiceError } from '../kernel/errors';
import { defaultTenantId } from '../kernel/ids';
import type { Lifecycle } from '../kernel/lifecycle';
import { originAllowed } from '../kernel/origins';
import type { Route } from './route';
import type { SurfaceRules } from './surface';

export interface PublicRulesOptions {
  readonly lifecycle: Lifecycle;
  readonly bodyBytes: number;
  /** The tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  /** Whether any profile of the tenant lists the origin itself. */
  readonly anyProfileLists: (tenantId: string, origin: string) => Promise<boolean>;
}

const readableHeaders = { 'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id' };

const preflightHeaders = (routes: readonly Route[]) => ({
  'Access-Control-Allow-Methods': routes.map(({ method }) => method).join(', '),
  'Access-Control-Allow-Headers': 'Content-Type, X-API-Key',
  'Access-Control-Max-Age': '600',
});

/** The public API: no sign-in; browsers of other origins as the route's CORS policy says. */
export function createPublicRules({ lifecycle, bodyBytes, tenantOrigins, anyProfileLists }: PublicRulesOptions): SurfaceRules {
  return {
    ready(route) {
      // Liveness answers whatever the database does, until the service is closed.
      if (route?.whileDown && !lifecycle.isClosed) return undefined;
      return lifecycle.ready();
    },

    async cors({ req, route, routes, origin }): Promise<Record<string, string>> {
      const further = req.method === 'OPTIONS' ? preflightHeaders(routes) : readableHeaders;
      // The same for every origin, so that caches may keep one answer for all.
      if (route?.cors !== 'allowlist') return { 'Access-Control-Allow-Origin': '*', ...further };
      if (origin === null) return { Vary: 'Origin' };
      // A preflight cannot name a profile: whatever any list of the tenant allows may go on to be judged exactly.
      const listed = await tenantOrigins(defaultTenantId);
      const allowed = listed.length === 0 || originAllowed(listed, origin) || (await anyProfileLists(defaultTenantId, origin));
      if (!allowed) throw new ServiceError('origin_not_allowed', { headers: { Vary: 'Origin' } });
      return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin', ...further };
    },

    async authenticate({ req }) {
      // No key can be made in this version, so each one that is sent is unknown.
      if (req.headers['x-api-key'] !== undefined) throw new ServiceError('invalid_api_key');
      return anonymous;
    },

    authorize: () => {},
    resolveTenant: async () => ({ tenantId: defaultTenantId, named: false }),
    defaultBucket: 'publicReads',
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' },
    everyFault: false,
    bodyBytes,
  };
}
