import type { RouteRequest } from '../../http/route';
import { ServiceError } from '../../kernel/errors';
import { originAllowed } from '../../kernel/origins';
import type { ProfileFacts } from '../profiles';
import type { VisitorCookie } from './visitor-cookie';

/** Who may touch which record, and from where. An API key stands in for both the cookie and the origin. */

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

export interface ConsentAccess {
  /** The key's tenant, else the one that the request names, else the profile's, else `default`. */
  tenantOf(request: AnyRequest, profile: ProfileFacts | null): string;
  ownershipProven(request: AnyRequest, visitorId: string): boolean;
  /** @throws ServiceError `visitor_cookie_required` */
  requireOwnership(request: AnyRequest, visitorId: string): void;
  /**
   * The profile's list counts when it has one, else the tenant's; an empty list restricts nothing.
   * @throws ServiceError `origin_not_allowed`
   */
  requireOrigin(request: AnyRequest, tenantId: string, profile: ProfileFacts | null): Promise<void>;
}

export interface ConsentAccessOptions {
  readonly cookie: VisitorCookie;
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
}

export const isBrowser = (request: AnyRequest): boolean => request.caller.kind !== 'apiKey';

export function createConsentAccess({ cookie, tenantOrigins }: ConsentAccessOptions): ConsentAccess {
  const ownershipProven = (request: AnyRequest, visitorId: string) => !isBrowser(request) || cookie.read(request) === visitorId;

  return {
    ownershipProven,
    tenantOf(request, profile) {
      if (request.caller.kind === 'apiKey') return request.caller.tenantId;
      return request.tenantNamed || profile === null ? request.tenantId : profile.tenantId;
    },
    requireOwnership(request, visitorId) {
      if (!ownershipProven(request, visitorId)) throw new ServiceError('visitor_cookie_required');
    },
    async requireOrigin(request, tenantId, profile) {
      if (request.origin === null || !isBrowser(request)) return;
      const ownList = profile?.allowedOrigins ?? [];
      const list = ownList.length > 0 ? ownList : await tenantOrigins(tenantId);
      if (list.length > 0 && !originAllowed(list, request.origin)) throw new ServiceError('origin_not_allowed');
    },
  };
}
