import { type ApiKeyCaller, anonymous } from '../kernel/caller';
import { type ErrorCode, keyRests, ServiceError } from '../kernel/errors';
import { defaultTenantId } from '../kernel/ids';
import { originAllowed } from '../kernel/origins';
import { parseUrl } from '../kernel/parse-url';
import {
  type ApiPolicy,
  type CorsResult,
  type IncomingRequest,
  noAccess,
  noCorsHeaders,
  preflightOptions,
  protectiveHeaders,
  type RejectedRequest,
  scopeMissing,
} from './api-policy';
import type { Route } from './route';
import type { ResolveRequestedTenant, TenantLookup } from './tenant-resolution';

export interface PublicApiPolicyOptions {
  readonly bodyBytes: number;
  readonly tenants: TenantLookup;
  readonly resolveRequestedTenant: ResolveRequestedTenant;
  /** Identifies the holder of an `X-API-Key` header. @throws ServiceError `invalid_api_key` */
  readonly authenticateKey: (header: string) => Promise<ApiKeyCaller>;
  /** The tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  /** Returns whether any profile of the tenant lists the origin. */
  readonly anyProfileLists: (tenantId: string, origin: string) => Promise<boolean>;
  /** Writes a rejected key to the audit log, if it was valid once. Never rejects. */
  readonly auditRejection: (rejected: RejectedRequest) => Promise<void>;
}

/** A key fixes the tenant; an invalid key is rejected even on routes that need none. */
const keyErrors: readonly ErrorCode[] = ['invalid_api_key', 'tenant_forbidden'];

/** Adds to each route the errors that an API key or a tenant id in the request can cause. */
export const acceptingApiKeys = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({
    ...route,
    errors: [
      ...route.errors,
      ...keyErrors,
      ...(route.keyScope === undefined ? [] : (['forbidden'] as const)),
      ...(route.tenantless ? [] : (['tenant_not_found'] as const)),
    ],
  }));

const exposedHeaders = 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Ignored-Fields, X-Request-Id';

/**
 * Returns the origin of the page that sent a request. Reports of a page with `Referrer-Policy: no-referrer` have
 * `Origin: null`; that they come from the service's own origin only the browser itself can say, in `Sec-Fetch-Site`.
 */
function readOrigin({
  req,
  origin,
  mountUrl,
}: Pick<IncomingRequest, 'req' | 'origin' | 'mountUrl'>): string | null {
  const isOwn = origin === 'null' && req.headers['sec-fetch-site'] === 'same-origin';
  return isOwn ? (parseUrl(mountUrl)?.origin ?? origin) : origin;
}

/**
 * Creates the policy of the public API: no sign-in, servers can send an API key, and browsers of other
 * origins follow the route's CORS policy.
 */
export function createPublicApiPolicy(options: PublicApiPolicyOptions): ApiPolicy {
  const {
    bodyBytes,
    tenants,
    resolveRequestedTenant,
    authenticateKey,
    tenantOrigins,
    anyProfileLists,
    auditRejection,
  } = options;

  const authenticate: ApiPolicy['authenticate'] = async ({ req }) => {
    const key = req.headers['x-api-key'];
    return key === undefined ? anonymous : authenticateKey(String(key));
  };

  return {
    async cors(incoming): Promise<CorsResult> {
      const { req, route, routes, query } = incoming;
      const origin = readOrigin(incoming);
      const further =
        req.method === 'OPTIONS' ? preflightOptions(routes, 'Content-Type, X-API-Key') : { exposedHeaders };
      if (route.cors === 'navigation') return noCorsHeaders;
      // The same for every origin, so that caches can keep one response for all.
      if (route.cors !== 'allowlist') return { options: { origin: '*', ...further }, originAcceptedBy: null };
      if (origin === null) return noAccess;
      const withKey = req.headers['x-api-key'] !== undefined && req.method !== 'OPTIONS';
      const requested = await resolveRequestedTenant(req, query.tenantId);
      // Null when only the profile or the record, which are read later, identify the tenant.
      const tenantId =
        requested === null && !tenants.several ? defaultTenantId : (requested?.tenantId ?? null);
      // A preflight cannot name a profile: an origin on any list of the tenant passes here, and the request
      // itself is checked against the list that applies.
      const listed = tenantId === null ? [] : await tenantOrigins(tenantId);
      const acceptedByTenant = listed.length === 0 || originAllowed(listed, origin);
      const allowed = acceptedByTenant || (tenantId !== null && (await anyProfileLists(tenantId, origin)));
      // An API key replaces the origin check: the request continues, but a page of this origin cannot read
      // the response.
      if (withKey && (!allowed || tenantId === null)) return noAccess;
      if (!allowed) throw new ServiceError('origin_not_allowed', { headers: { Vary: 'Origin' } });
      return {
        options: { origin, credentials: true, ...further },
        originAcceptedBy: acceptedByTenant ? tenantId : null,
      };
    },

    authenticate,
    renew: authenticate,

    authorize(caller, { access, keyScope }) {
      if ('apiKey' in access && caller.kind !== 'apiKey') throw new ServiceError('api_key_required');
      const isLimited = caller.kind === 'apiKey' && caller.scopes !== null && keyScope !== undefined;
      if (isLimited && !caller.scopes.has(keyScope)) throw caller.rests ? keyRests() : scopeMissing(keyScope);
    },

    async resolveTenant({ req, route, query }, caller) {
      const requested = route.tenantless ? null : await resolveRequestedTenant(req, query.tenantId);
      if (caller.kind === 'apiKey') {
        if (requested !== null && requested.tenantId !== caller.tenantId)
          throw new ServiceError('tenant_forbidden');
        return { tenantId: caller.tenantId, named: true };
      }
      if (requested === null) return { tenantId: defaultTenantId, named: false };
      if (requested.tenantId === null) throw new ServiceError('tenant_not_found');
      return { tenantId: requested.tenantId, named: true };
    },

    async reject(rejected) {
      if (rejected.error.code === 'invalid_api_key') await auditRejection(rejected);
      return rejected.error;
    },

    defaultBucket: 'publicReads',
    headers: protectiveHeaders,
    everyFault: false,
    bodyBytes,
  };
}
