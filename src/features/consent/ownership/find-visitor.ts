import type { RouteRequest } from '../../../http/route';
import { ServiceError } from '../../../kernel/errors';
import { newVisitorId } from '../../../kernel/ids';
import type { HasRecordIn } from '../records/unnamed-tenant';
import type { ConsentAccess } from './consent-access';
import type { FindCookieVisitor } from './cookie-visitor';
import type { VisitorCookies } from './visitor-cookies';

export interface FoundVisitor {
  readonly visitorId: string;
  /** Whether the id was created for this request. */
  readonly isNew: boolean;
}

/**
 * Returns the visitor whom a request means: the one it names, else the one of its cookies, else a new one.
 * Where the proof is required, an id without it creates no record either: whoever knows the id of a visitor
 * who was erased would get the proof for it.
 * @throws ServiceError `visitor_cookie_required`
 */
export type FindVisitor = (
  request: RouteRequest<unknown, unknown, unknown>,
  tenantId: string,
  named?: string,
) => Promise<FoundVisitor>;

export interface FindVisitorOptions {
  readonly cookies: Pick<VisitorCookies, 'hasProof'>;
  readonly access: Pick<ConsentAccess, 'ownership'>;
  /** Whether the visitor id in the cookie is insufficient without the proof. */
  readonly requireProof: boolean;
  readonly hasRecordIn: HasRecordIn;
  readonly findCookieVisitor: FindCookieVisitor;
}

export function createFindVisitor({
  cookies,
  access,
  requireProof,
  hasRecordIn,
  findCookieVisitor,
}: FindVisitorOptions): FindVisitor {
  return async (request, tenantId, named) => {
    const visitorId = named ?? (await findCookieVisitor(request, tenantId));
    if (visitorId === null) return { visitorId: newVisitorId(), isNew: true };
    const accepts = (id: string) => access.ownership(request, id, visitorId).accepted;
    // A browser that owns the id in one tenant keeps it for the other tenants of the host.
    const isUsable =
      !requireProof ||
      accepts(tenantId) ||
      (cookies.hasProof(request) && (await hasRecordIn(visitorId, accepts)));
    if (isUsable) return { visitorId, isNew: false };
    if (named !== undefined) throw new ServiceError('visitor_cookie_required');
    // A cookie without the proof may be planted by another page.
    return { visitorId: newVisitorId(), isNew: true };
  };
}
