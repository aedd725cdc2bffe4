import { type ApiKeyCaller, anonymous } from '../kernel/caller';
import { type ErrorCode, ServiceError } from '../kernel/errors';
import { defaultTenantId } from '../kernel/ids';
import type { Lifecycle } from '../kernel/lifecycle';
import { originAllowed } from '../kernel/origins';
import type { Route } from './route';
import { preflightHeaders, waitForStart } from './shared-rules';
import type { Arrival, SurfaceRules } from './surface';
import type { NamedByPublicRequest, TenantNaming } from './tenant-naming';

export interface PublicRulesOptions {
  readonly lifecycle: Lifecycle;
  readonly bodyBytes: number;
  readonly tenants: TenantNaming;
  readonly named: NamedByPublicRequest;
  /** Who sent this `X-API-Key` header. @throws ServiceError `invalid_api_key` */
  readonly authenticateKey: (header: string) => Promise<ApiKeyCaller>;
  /** The tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  /** Whether any profile of the tenant lists the origin itself. */
  readonly anyProfileLists: (tenantId: string, origin: string) => Promise<boolean>;
}

/** A key fixes the tenant; one that does not hold is refused even where none is needed. */
const keyErrors: readonly ErrorCode[] = ['invalid_api_key', 'tenant_forbidden'];

/** Tells of each route what sending an API key brings, and naming a tenant. */
export const takingApiKeys = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({
    ...route,
    errors: [...route.errors, ...keyErrors, ...(route.tenantless ? [] : (['tenant_not_found'] as const))],
  }));

const readableHeaders = {
  'Access-Control-Expose-Headers':
    'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Ignored-Fields, X-Request-Id',
};

/**
 * The public API: no sign-in, but servers may send an API key; browsers of other origins as the route's CORS
 * policy says.
 */
export function createPublicRules(options: PublicRulesOptions): SurfaceRules {
  const { lifecycle, bodyBytes, tenants, named, authenticateKey, tenantOrigins, anyProfileLists } = options;

  /**
   * The tenant by whose lists an origin can be judged at once; null: the profile or record will tell, and is
   * then judged exactly.
   */
  async function judgedAtOnce({ req, query }: Pick<Arrival, 'req' | 'query'>): Promise<string | null> {
    const name = await named(req, query.tenantId);
    return name === null && !tenants.several ? defaultTenantId : (name?.tenantId ?? null);
  }

  return {
    ready: waitForStart(lifecycle),

    async cors(arrival): Promise<Record<string, string>> {
      const { req, route, routes, origin } = arrival;
      const further =
        req.method === 'OPTIONS' ? preflightHeaders(routes, 'Content-Type, X-API-Key') : readableHeaders;
      // The same for every origin, so that caches may keep one answer for all.
      if (route?.cors !== 'allowlist') return { 'Access-Control-Allow-Origin': '*', ...further };
      if (origin === null) return { Vary: 'Origin' };
      const withKey = req.headers['x-api-key'] !== undefined && req.method !== 'OPTIONS';
      const judge = await judgedAtOnce(arrival);
      // A preflight cannot name a profile: whatever any list of the tenant allows may go on to be judged
      // exactly.
      const listed = judge === null ? [] : await tenantOrigins(judge);
      const allowed =
        listed.length === 0 ||
        originAllowed(listed, origin) ||
        (judge !== null && (await anyProfileLists(judge, origin)));
      // An API key stands in for the origin: whoever holds one is let on, but a page of this origin cannot
      // read the answer.
      if (withKey && (!allowed || judge === null)) return { Vary: 'Origin' };
      if (!allowed) throw new ServiceError('origin_not_allowed', { headers: { Vary: 'Origin' } });
      return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        Vary: 'Origin',
        ...further,
      };
    },

    async authenticate({ req }) {
      const key = req.headers['x-api-key'];
      return key === undefined ? anonymous : authenticateKey(String(key));
    },

    authorize(caller, { access }) {
      if ('apiKey' in access && caller.kind !== 'apiKey') throw new ServiceError('api_key_required');
    },

    async resolveTenant({ req, route, query }, caller) {
      const name = route.tenantless ? null : await named(req, query.tenantId);
      if (caller.kind === 'apiKey') {
        if (name !== null && name.tenantId !== caller.tenantId) throw new ServiceError('tenant_forbidden');
        return { tenantId: caller.tenantId, named: true };
      }
      if (name === null) return { tenantId: defaultTenantId, named: false };
      if (name.tenantId === null) throw new ServiceError('tenant_not_found');
      return { tenantId: name.tenantId, named: true };
    },

    defaultBucket: 'publicReads',
    headers: {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
    everyFault: false,
    bodyBytes,
  };
}
