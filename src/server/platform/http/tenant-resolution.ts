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
  /** Returns the subdomain in the request's host name, which is the slug of a tenant; null: it has none. */
  slugOf(req: IncomingMessage): string | null;
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
  function slugOf(req: IncomingMessage): string | null {
    if (suffix === null) return null;
    // A trailing dot only marks the name as fully qualified.
    const host = hostname(req)?.replace(/\.$/, '');
    return host?.endsWith(suffix) ? host.slice(0, -suffix.length) : null;
  }
  return {
    several: tenants.several,
    exists: tenants.exists,
    byId: async (id) => ({ tenantId: (await tenants.exists(id)) ? id : null }),
    slugOf,
    async byHost(req) {
      const slug = slugOf(req);
      // Every subdomain names a tenant: the host of a deleted tenant must not fall back to another tenant's
      // data.
      return slug === null ? null : { tenantId: await tenants.idOfSlug(slug) };
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

export interface TenantResolver {
  readonly find: ResolveRequestedTenant;
  /** Returns by what a request names its tenant: the same text for the same tenant. Asks no database. */
  nameOf(req: IncomingMessage, queryTenantId: string | undefined): Promise<string>;
}

/** Time limit of `tenancy.resolve` (ms). */
const resolveDeadlineMs = 2000;
function throwLate(): never {
  throw new Error(`tenancy.resolve took longer than ${resolveDeadlineMs} ms`);
}

export function createTenantResolver(
  tenants: TenantLookup,
  resolve: ResolveTenant | undefined,
  logger: Logger,
): TenantResolver {
  const byRequest = (req: IncomingMessage, id: string | undefined) =>
    id === undefined ? tenants.byHost(req) : tenants.byId(id);

  /** The CORS check and the tenant step both need the result; the host's function runs once per request. */
  const answers = new WeakMap<IncomingMessage, Promise<string | null>>();
  /** By the id in the query: a host's own code can ask about a request before the router reads its query. */
  const results = new WeakMap<IncomingMessage, Map<string | undefined, Promise<RequestedTenant>>>();

  const callHost = async (req: IncomingMessage, ask: ResolveTenant): Promise<string | null> => {
    try {
      return (await withDeadline(resolveDeadlineMs, ask(req), throwLate)) || null;
    } catch (error) {
      // Ignoring the error would show this visitor the data of another tenant.
      logger.error({ error: describeError(error) }, 'tenancy.resolve failed; the request was rejected');
      throw unavailable();
    }
  };

  function callHostOnce(req: IncomingMessage, ask: ResolveTenant): Promise<string | null> {
    const answer = answers.get(req) ?? callHost(req, ask);
    answers.set(req, answer);
    return answer;
  }

  /** Returns the id that a request names; undefined: its host decides. */
  async function idOf(req: IncomingMessage, queryTenantId: string | undefined): Promise<string | undefined> {
    const id = (resolve && (await callHostOnce(req, resolve))) ?? queryTenantId;
    return id === undefined ? undefined : String(id);
  }

  async function find(req: IncomingMessage, queryTenantId: string | undefined): Promise<RequestedTenant> {
    return byRequest(req, await idOf(req, queryTenantId));
  }

  return {
    find(req, queryTenantId) {
      if (resolve === undefined) return byRequest(req, queryTenantId);
      const byQuery = results.get(req) ?? new Map<string | undefined, Promise<RequestedTenant>>();
      results.set(req, byQuery);
      const result = byQuery.get(queryTenantId) ?? find(req, queryTenantId);
      byQuery.set(queryTenantId, result);
      return result;
    },
    async nameOf(req, queryTenantId) {
      const id = await idOf(req, queryTenantId);
      return id === undefined ? `host ${tenants.slugOf(req) ?? ''}` : `id ${id}`;
    },
  };
}
