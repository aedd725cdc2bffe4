import type { RouteReply, RouteRequest } from '#platform/http/route';
import type { ActorContext } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import type { CertifyErasure } from '../erasure/certify-erasures';
import type { EraseConsent, Eraser } from '../erasure/erase-consent';
import { type CompleteErasure, eraseEach } from '../erasure/erase-each';
import { isBrowser } from '../ownership/consent-access';
import type { OwnVisitor } from '../ownership/own-record';
import type { OwnerCookies } from '../ownership/owner-cookies';
import type { VisitorCookies } from '../ownership/visitor-cookies';

// Why: docs/adr/0160-an-erasure-includes-the-device.md

/**
 * Erases the visitor of a request that may do so, and ends the cookies of their browser. While an account is signed in, it
 * also erases what the device chose without the account: nobody could reach that record any more.
 * @throws ServiceError `consent_not_found`
 */
export type EraseVisitor = (
  request: RouteRequest<{ visitorId: string }, unknown, unknown>,
  visitor: Pick<OwnVisitor, 'tenantId' | 'ownershipProven'>,
) => Promise<RouteReply>;

export function createEraseVisitor(
  erase: EraseConsent,
  complete: CompleteErasure,
  certify: CertifyErasure,
  ownerCookies: Pick<OwnerCookies, 'expire'>,
  cookies: Pick<VisitorCookies, 'device'>,
): EraseVisitor {
  async function eraseBoth(where: ActorContext, visitorIds: readonly string[], by: Eraser): Promise<string> {
    const erasure = { id: newId(), subjectHash: null };
    if ((await eraseEach(erase, where, visitorIds, by, erasure)) === 0)
      throw new ServiceError('consent_not_found');
    await complete(where.tenantId, erasure.id);
    return erasure.id;
  }

  return async (request, { tenantId, ownershipProven }) => {
    const { context, caller, params } = request;
    const { visitorId } = params;
    const by =
      caller.kind === 'apiKey'
        ? ({ by: 'apiKey', apiKeyId: caller.keyId } as const)
        : ({ by: 'visitor', ownershipProven } as const);
    const deviceId = isBrowser(request) ? cookies.device(request, tenantId) : null;
    const where = { tenantId, actor: context.actor };
    const id =
      deviceId === null
        ? await erase(where, visitorId, by)
        : await eraseBoth(where, [visitorId, deviceId], by);
    const certificate = await certify(tenantId, id);
    return {
      body: { erased: true, visitorId, certificate },
      ...(isBrowser(request) && { headers: { 'Set-Cookie': ownerCookies.expire(request) } }),
    };
  };
}
