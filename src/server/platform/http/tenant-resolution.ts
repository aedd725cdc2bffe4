import type { IncomingMessage } from 'node:http';
import { withDeadline } from '../kernel/concurrency/deadline';
import { unavailable } from '../kernel/errors';
import { describeError, type Logger } from '../kernel/logger';

// Why: docs/adr/0023-a-named-tenant-is-never-guessed.md

/** The tenants that exist. Answered from memory, because every request needs them. */
export interface KnownTenants {
  /** Whether tenants other than `default` can exist. */
  readonly several: boolean;
  exists(id: string): Promise<boolean>;
  idOfSlug(slug: string): Promise<string | null>;
}

/** The tenant that a request names: null when it names none; `tenantId` is null when it does not exist. */
export type RequestedTenant = { readonly tenantId: string | null } | null;

export interface TenantLookup {
  readonly several: boolean;
  exists(id: string): Promise<boolean>;
  byId(id: string): Promise<RequestedTenant & object>;
  /** Finds the tenant whose slug is the subdomain in the request's host name. */
  byHost(req: IncomingMessage): Promise<RequestedTenant>;
}

export interface TenantLookupOptions {
  readonly tenants: KnownTenants;
  /** `tenancy.baseDomain`. */
  readonly baseDomain: string | undefined;
  /** The host name under the trust setting, lower-cased, without port. */
  readonly hostname: (req: IncomingMessage) => string | null;
}

export function createTenantLookup({ tenants, baseDomain, hostname }: TenantLookupOptions): TenantLookup {
  const suffix = baseDomain === undefined ? null : `.${baseDomain.toLowerCase()}`;
  return {
    several: tenants.several,
    exists: tenants.exists,
    byId: async (id) => ({ tenantId: (await tenants.exists(id)) ? id : null }),
    async byHost(req) {
      // A trailing dot only marks the name as fully qualified.
      const host = suffix === null ? null : (hostname(req)?.replace(/\.$/, '') ?? null);
      if (suffix === null || !host?.endsWith(suffix)) return null;
      // Every subdomain names a tenant: the host of a deleted tenant must not fall back to another tenant's
      // data.
      return { tenantId: await tenants.idOfSlug(host.slice(0, -suffix.length)) };
    },
  };
}

/** `tenancy.resolve`: the host's own function that names the tenant of a public request. */
export type ResolveTenant = (
  req: IncomingMessage,
) => string | null | undefined | Promise<string | null | undefined>;

/**
 * Resolves the tenant that a public request names: by `tenancy.resolve`, or else by its query, or else by its
 * host.
 */
export type ResolveRequestedTenant = (
  req: IncomingMessage,
  queryTenantId: string | undefined,
) => Promise<RequestedTenant>;

/** Time limit of `tenancy.resolve` (ms). */
const resolveDeadlineMs = 2000;
function throwLate(): never {
  throw new Error(`tenancy.resolve took longer than ${resolveDeadlineMs} ms`);
}

export function createTenantResolver(
  tenants: TenantLookup,
  resolve: ResolveTenant | undefined,
  logger: Logger,
): ResolveRequestedTenant {
  const byRequest = (req: IncomingMessage, id: string | undefined) =>
    id === undefined ? tenants.byHost(req) : tenants.byId(id);
  if (resolve === undefined) return byRequest;

  /** The CORS check and the tenant step both need the result; the host's function runs once per request. */
  const answers = new WeakMap<IncomingMessage, Promise<string | null>>();
  /** By the id in the query: a host's own code can ask about a request before the router reads its query. */
  const results = new WeakMap<IncomingMessage, Map<string | undefined, Promise<RequestedTenant>>>();

  const callHost = async (req: IncomingMessage): Promise<string | null> => {
    try {
      return (await withDeadline(resolveDeadlineMs, resolve(req), throwLate)) || null;
    } catch (error) {
      // Ignoring the error would show this visitor the data of another tenant.
      logger.error({ error: describeError(error) }, 'tenancy.resolve failed; the request was rejected');
      throw unavailable();
    }
  };

  function callHostOnce(req: IncomingMessage): Promise<string | null> {
    const answer = answers.get(req) ?? callHost(req);
    answers.set(req, answer);
    return answer;
  }

  async function find(req: IncomingMessage, queryTenantId: string | undefined): Promise<RequestedTenant> {
    const id = (await callHostOnce(req)) ?? queryTenantId;
    return byRequest(req, id === undefined ? undefined : String(id));
  }

  return (req, queryTenantId) => {
    const byQuery = results.get(req) ?? new Map<string | undefined, Promise<RequestedTenant>>();
    results.set(req, byQuery);
    const result = byQuery.get(queryTenantId) ?? find(req, queryTenantId);
    byQuery.set(queryTenantId, result);
    return result;
  };
}
