import { type ApiKeyCaller, anonymous } from '../kernel/caller';
import { type ErrorCode, ServiceError } from '../kernel/errors';
import { defaultTenantId } from '../kernel/ids';
import type { Lifecycle } from '../kernel/lifecycle';
import { originAllowed } from '../kernel/origins';
import type { Route } from './route';
import { preflightHeaders, waitForStart } from './shared-rules';
import type { SurfaceRules } from './surface';

export interface PublicRulesOptions {
  readonly lifecycle: Lifecycle;
  readonly bodyBytes: number;
  /** Who sent this `X-API-Key` header. @throws ServiceError `invalid_api_key` */
  readonly authenticateKey: (header: string) => Promise<ApiKeyCaller>;
  /** The tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  /** Whether any profile of the tenant lists the origin itself. */
  readonly anyProfileLists: (tenantId: string, origin: string) => Promise<boolean>;
}

/** A key fixes the tenant; one that does not hold is refused even where none is needed. */
const keyErrors: readonly ErrorCode[] = ['invalid_api_key', 'tenant_forbidden'];

/** Tells of each route what sending an API key brings. */
export const takingApiKeys = (routes: readonly Route[]): Route[] => routes.map((route) => ({ ...route, errors: [...route.errors, ...keyErrors] }));

const readableHeaders = { 'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id' };

/** The public API: no sign-in, but servers may send an API key; browsers of other origins as the route's CORS policy says. */
export function createPublicRules({ lifecycle, bodyBytes, authenticateKey, tenantOrigins, anyProfileLists }: PublicRulesOptions): SurfaceRules {
  return {
    ready: waitForStart(lifecycle),

    async cors({ req, route, routes, origin }): Promise<Record<string, string>> {
      const further = req.method === 'OPTIONS' ? preflightHeaders(routes, 'Content-Type, X-API-Key') : readableHeaders;
      // The same for every origin, so that caches may keep one answer for all.
      if (route?.cors !== 'allowlist') return { 'Access-Control-Allow-Origin': '*', ...further };
      if (origin === null) return { Vary: 'Origin' };
      // A preflight cannot name a profile: whatever any list of the tenant allows may go on to be judged exactly.
      const listed = await tenantOrigins(defaultTenantId);
      const allowed = listed.length === 0 || originAllowed(listed, origin) || (await anyProfileLists(defaultTenantId, origin));
      // An API key stands in for the origin: whoever holds one is let on, but a page of this origin cannot read the answer.
      if (!allowed && req.method !== 'OPTIONS' && req.headers['x-api-key'] !== undefined) return { Vary: 'Origin' };
      if (!allowed) throw new ServiceError('origin_not_allowed', { headers: { Vary: 'Origin' } });
      return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin', ...further };
    },

    async authenticate({ req }) {
      const key = req.headers['x-api-key'];
      return key === undefined ? anonymous : authenticateKey(String(key));
    },

    authorize: () => {},
    async resolveTenant({ query }, caller) {
      if (caller.kind !== 'apiKey') return { tenantId: defaultTenantId, named: false };
      const { tenantId } = caller;
      if (query.tenantId !== undefined && query.tenantId !== tenantId) throw new ServiceError('tenant_forbidden');
      return { tenantId, named: true };
    },
    defaultBucket: 'publicReads',
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' },
    everyFault: false,
    bodyBytes,
  };
}
