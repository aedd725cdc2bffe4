import type { Database } from '../../../database/database';
import type { RouteRequest } from '../../../http/route';
import { recordsOfVisitors } from '../records/visitor-tenants-repository';
import type { VisitorCookies } from './visitor-cookies';

// Why: docs/adr/0076-cookies-of-one-name.md

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

/**
 * Returns the visitor whom the cookies of a request mean; null without one. A browser that sends several ids means the
 * one that it can prove, else the one with a record: in the request's tenant before others, the latest decision first,
 * as the widget chooses among choices. Reads the database only then.
 */
export type FindCookieVisitor = (request: AnyRequest, tenantId: string) => Promise<string | null>;

export function createFindCookieVisitor(
  cookies: Pick<VisitorCookies, 'visitors' | 'proves'>,
  database: Database,
): FindCookieVisitor {
  return async (request, tenantId) => {
    const ids = cookies.visitors(request);
    if (ids.length < 2) return ids[0] ?? null;
    const records = await database.read((connection) => recordsOfVisitors(connection, ids));
    const candidates = ids.map((visitorId) => {
      const own = records.filter((record) => record.visitorId === visitorId);
      const here = own.filter((record) => record.tenantId === tenantId);
      const isProven = (id: string) => cookies.proves(request, { tenantId: id, visitorId });
      return {
        visitorId,
        rank: [
          Number([tenantId, ...own.map((record) => record.tenantId)].some(isProven)),
          here.length,
          Math.max(0, ...(here.length > 0 ? here : own).map(({ updatedAt }) => updatedAt)),
        ],
      };
    });
    // Sorting is stable: of equals, the first one that the browser sends.
    return candidates.sort((a, b) => compareRanks(b.rank, a.rank))[0]?.visitorId ?? null;
  };
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, at) => value !== b[at]);
  return differing === -1 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}
