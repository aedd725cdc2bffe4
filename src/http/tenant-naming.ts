import type { IncomingMessage } from 'node:http';
import { within } from '../kernel/deadline';
import { unavailable } from '../kernel/errors';
import { describeError, type Logger } from '../kernel/logger';

/** Which tenants there are. Answered from memory: every request may ask. */
export interface KnownTenants {
  /** Whether there can be others beside `default`. */
  readonly several: boolean;
  exists(id: string): Promise<boolean>;
  idOfSlug(slug: string): Promise<string | null>;
}

/** What a request says of its tenant: nothing (null), or one, whose id is null when it is not there. */
export type NamedTenant = { readonly tenantId: string | null } | null;

export interface TenantNaming {
  readonly several: boolean;
  exists(id: string): Promise<boolean>;
  byId(id: string): Promise<NamedTenant & object>;
  /** The tenant whose slug stands before the base domain in the request's host name. */
  byHost(req: IncomingMessage): Promise<NamedTenant>;
}

export interface TenantNamingOptions {
  readonly tenants: KnownTenants;
  /** `tenancy.baseDomain`. */
  readonly baseDomain: string | undefined;
  /** The host name under the trust setting, lower-cased, without port. */
  readonly hostname: (req: IncomingMessage) => string | null;
}

export function createTenantNaming({ tenants, baseDomain, hostname }: TenantNamingOptions): TenantNaming {
  const suffix = baseDomain === undefined ? null : `.${baseDomain.toLowerCase()}`;
  return {
    several: tenants.several,
    exists: tenants.exists,
    byId: async (id) => ({ tenantId: (await tenants.exists(id)) ? id : null }),
    async byHost(req) {
      // A name with a dot at its end is the same name, written in full.
      const host = suffix === null ? null : (hostname(req)?.replace(/\.$/, '') ?? null);
      if (suffix === null || !host?.endsWith(suffix)) return null;
      // Whatever stands there names a tenant: a host that has gone must not fall back to the data of another
      // one.
      return { tenantId: await tenants.idOfSlug(host.slice(0, -suffix.length)) };
    },
  };
}

/** `tenancy.resolve`: the host's own way to tell the tenant of a public request. */
export type ResolveTenant = (
  req: IncomingMessage,
) => string | null | undefined | Promise<string | null | undefined>;

/** The tenant that a public request names: by `tenancy.resolve`, else by its query, else by its host. */
export type NamedByPublicRequest = (req: IncomingMessage, asked: string | undefined) => Promise<NamedTenant>;

/** How long `tenancy.resolve` may take, in milliseconds. */
const resolveDeadlineMs = 2000;
const tookTooLong = () => new Error(`tenancy.resolve took longer than ${resolveDeadlineMs} ms`);

export function createPublicNaming(
  naming: TenantNaming,
  resolve: ResolveTenant | undefined,
  logger: Logger,
): NamedByPublicRequest {
  /** CORS asks before anyone else does, and the host's function is asked once a request. */
  const answers = new WeakMap<IncomingMessage, Promise<NamedTenant>>();

  async function resolved(req: IncomingMessage): Promise<string | null> {
    if (resolve === undefined) return null;
    try {
      return (await within(resolveDeadlineMs, resolve(req), tookTooLong)) || null;
    } catch (error) {
      // Going on would hand this visitor to whichever tenant comes next.
      logger.error({ error: describeError(error) }, 'tenancy.resolve failed; the request is refused');
      throw unavailable();
    }
  }

  async function find(req: IncomingMessage, asked: string | undefined): Promise<NamedTenant> {
    const id = (await resolved(req)) ?? asked;
    return id === undefined ? naming.byHost(req) : naming.byId(String(id));
  }

  return (req, asked) => {
    const known = answers.get(req);
    if (known !== undefined) return known;
    const answer = find(req, asked);
    answers.set(req, answer);
    return answer;
  };
}
