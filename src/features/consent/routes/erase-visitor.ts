import type { RouteReply, RouteRequest } from '../../../http/route';
import { isBrowser } from '../ownership/consent-access';
import type { OwnVisitor } from '../ownership/own-record';
import type { OwnerCookies } from '../ownership/owner-cookies';
import type { ConsentRecordService } from '../records/consent-record-service';

/** Erases the visitor of a request that may do so, and ends the cookies of their browser. */
export type EraseVisitor = (
  request: RouteRequest<{ visitorId: string }, unknown, unknown>,
  visitor: Pick<OwnVisitor, 'tenantId' | 'ownershipProven'>,
) => Promise<RouteReply>;

export function createEraseVisitor(
  service: Pick<ConsentRecordService, 'erase'>,
  ownerCookies: OwnerCookies,
): EraseVisitor {
  return async (request, { tenantId, ownershipProven }) => {
    const { context, caller, params } = request;
    const { visitorId } = params;
    const by =
      caller.kind === 'apiKey'
        ? ({ by: 'apiKey', apiKeyId: caller.keyId } as const)
        : ({ by: 'visitor', ownershipProven } as const);
    await service.erase({ tenantId, actor: context.actor }, visitorId, by);
    return {
      body: { erased: true, visitorId },
      ...(isBrowser(request) && { headers: { 'Set-Cookie': ownerCookies.expire(request) } }),
    };
  };
}
