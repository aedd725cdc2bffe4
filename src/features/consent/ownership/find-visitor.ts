import type { RouteRequest } from '../../../http/route';
import { ServiceError } from '../../../kernel/errors';
import { newVisitorId } from '../../../kernel/ids';
import type { FindTraces } from '../records/unnamed-tenant';
import type { ConsentAccess } from './consent-access';
import type { FindCookieVisitor } from './cookie-visitor';

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
 * stays protected: their browser may still have the proof, and whoever knows the id would get the same one.
 * @throws ServiceError `visitor_cookie_required`
 */
export type FindVisitor = (
  request: RouteRequest<unknown, unknown, unknown>,
  tenantId: string,
  named?: string,
) => Promise<FoundVisitor>;

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
