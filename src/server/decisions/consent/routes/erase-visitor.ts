import type { RouteReply, RouteRequest } from '#platform/http/route';
import type { CertifyErasure } from '../erasure/certify-erasures';
import type { EraseConsent } from '../erasure/erase-consent';
import { isBrowser } from '../ownership/consent-access';
import type { OwnVisitor } from '../ownership/own-record';
import type { OwnerCookies } from '../ownership/owner-cookies';

/** Erases the visitor of a request that may do so, and ends the cookies of their browser. */
export type EraseVisitor = (
  request: RouteRequest<{ visitorId: string }, unknown, unknown>,
  visitor: Pick<OwnVisitor, 'tenantId' | 'ownershipProven'>,
) => Promise<RouteReply>;

export function createEraseVisitor(
  erase: EraseConsent,
  certify: CertifyErasure,
  ownerCookies: OwnerCookies,
): EraseVisitor {
  return async (request, { tenantId, ownershipProven }) => {
    const { context, caller, params } = request;
    const { visitorId } = params;
    const by =
      caller.kind === 'apiKey'
        ? ({ by: 'apiKey', apiKeyId: caller.keyId } as const)
        : ({ by: 'visitor', ownershipProven } as const);
    const id = await erase({ tenantId, actor: context.actor }, visitorId, by);
    const certificate = await certify(tenantId, id);
    return {
      body: { erased: true, visitorId, certificate },
      ...(isBrowser(request) && { headers: { 'Set-Cookie': ownerCookies.expire(request) } }),
    };
  };
}
