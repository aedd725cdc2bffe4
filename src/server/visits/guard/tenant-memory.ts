import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { describeError, type Logger } from '#platform/kernel/logger';

/** Finds the tenant of a page; null for one that does not exist. */
export type FindPageTenant = (req: IncomingMessage, named: string | undefined) => Promise<string | null>;

/** How the tenants of pages are found. */
export interface PageTenants {
  /** Returns by what a page names its tenant: asks the host's function, and no database. */
  nameOf(req: IncomingMessage, named: string | undefined): Promise<string>;
  readonly find: FindPageTenant;
}

/** Keeps the tenants of pages in memory: the database can be slow or down when a page needs its tenant. */
export interface TenantMemory {
  /** Returns the tenant that was found last for a name; undefined: none. */
  last(name: string): string | undefined;
  /** Finds the tenant of a page that has this name. Rejects when that fails. */
  find(name: string, find: () => Promise<string | null>): Promise<string | null>;
}

const maxNames = 5000;

export function createTenantMemory(logger: Logger): TenantMemory {
  // Names without a tenant are left out: anybody can invent them.
  const found = new LRUCache<string, string>({ max: maxNames });
  let hasFailed = false;

  return {
    last: (name) => found.get(name),
    async find(name, find) {
      try {
        const tenantId = await find();
        if (tenantId === null) found.delete(name);
        else found.set(name, tenantId);
        hasFailed = false;
        return tenantId;
      } catch (error) {
        if (!hasFailed)
          logger.warn(
            { error: describeError(error) },
            'The guard could not look up the tenant of a page. It uses those that it has in memory. See docs/guide/troubleshooting.md#guard-without-profiles',
          );
        hasFailed = true;
        throw error;
      }
    },
  };
}
