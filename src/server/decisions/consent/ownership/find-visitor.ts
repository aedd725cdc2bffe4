import type { Database } from '#platform/database/database';
import type { RouteRequest } from '#platform/http/route';
import { ServiceError } from '#platform/kernel/errors';
import { newVisitorId } from '#platform/kernel/ids';
import type { FindTraces } from '../records/unnamed-tenant';
import { recordsOfVisitors } from '../records/visitor-tenants-repository';
import type { ConsentAccess } from './consent-access';
import type { VisitorCookies } from './visitor-cookies';

// Why: docs/adr/0076-cookies-of-one-name.md

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

export interface FoundVisitor {
  readonly visitorId: string;
  /** Whether the id was created for this request. */
  readonly isNew: boolean;
}

/** Returns a visitor that has never existed. */
export const newVisitor = (): FoundVisitor => ({ visitorId: newVisitorId(), isNew: true });

/**
 * Returns the visitor whom a request means: the one it names, else the one of its cookies, else a new one.
 * Where the proof is required, an id without it is usable only if nothing has ever been stored about it. An erased visitor
 * stays protected: their browser may still have the proof, and anyone who knows the id would get the same one.
 * @throws ServiceError `visitor_cookie_required`
 */
export type FindVisitor = (request: AnyRequest, tenantId: string, named?: string) => Promise<FoundVisitor>;

export interface FindVisitorOptions {
  readonly access: Pick<ConsentAccess, 'ownership'>;
  /** Whether the visitor id in the cookie is insufficient without the proof. */
  readonly requireProof: boolean;
  readonly findTraces: FindTraces;
  /** Returns how often the visitor was erased from the tenant. */
  readonly countErasures: (visitorId: string, tenantId: string) => Promise<number>;
  readonly findCookieVisitor: FindCookieVisitor;
}

export function createFindVisitor({
  access,
  requireProof,
  findTraces,
  countErasures,
  findCookieVisitor,
}: FindVisitorOptions): FindVisitor {
  async function isUsable(
    visitorId: string,
    tenantId: string,
    accepts: (tenantId: string) => boolean,
  ): Promise<boolean> {
    const { recordsIn, hasParent } = await findTraces(visitorId);
    // A browser that owns the id in one tenant keeps it for the other tenants of the host.
    if (recordsIn.length > 0) return recordsIn.some(accepts);
    return !hasParent && (await countErasures(visitorId, tenantId)) === 0;
  }

  return async (request, tenantId, named) => {
    const visitorId = named ?? (await findCookieVisitor(request, tenantId));
    if (visitorId === null) return newVisitor();
    const accepts = (id: string) => access.ownership(request, id, visitorId).accepted;
    if (!requireProof || accepts(tenantId) || (await isUsable(visitorId, tenantId, accepts)))
      return { visitorId, isNew: false };
    if (named !== undefined) throw new ServiceError('visitor_cookie_required');
    // A cookie without the proof may be planted by another page.
    return newVisitor();
  };
}

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
