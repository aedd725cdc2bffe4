import type { RouteRequest } from '../../http/route';
import { type ErrorCode, ServiceError } from '../../kernel/errors';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import type { ConsentAccess } from './consent-access';
import type { ConsentService, ConsentWithProfile } from './consent-service';
import type { StoredConsent } from './stored-consent';
import type { FindTenantOfVisitor } from './unnamed-tenant';

type VisitorRequest = RouteRequest<{ visitorId: string }, unknown, unknown>;

export const ownershipErrors: readonly ErrorCode[] = ['visitor_cookie_required', 'origin_not_allowed', 'consent_not_found'];

/**
 * What there is of the visitor that a request is about, once all that can refuse it has been asked: owner first, so that
 * nobody learns which ids exist. Without a record both are null.
 * @throws ServiceError `visitor_cookie_required`, `origin_not_allowed`
 */
export type OwnLookup = (
  request: VisitorRequest,
) => Promise<{ readonly tenantId: string; readonly consent: StoredConsent | null; readonly profile: ProfileFacts | null }>;

/** The same where there must be a record. @throws ServiceError one of `ownershipErrors` */
export type OwnRecord = (request: VisitorRequest) => Promise<ConsentWithProfile>;

export interface OwnLookupOptions {
  readonly service: Pick<ConsentService, 'find'>;
  readonly access: ConsentAccess;
  readonly catalogue: ProfileCatalogue;
  /** Null: there is one tenant. */
  readonly tenantOfVisitor: FindTenantOfVisitor | null;
}

export function createOwnLookup({ service, access, catalogue, tenantOfVisitor }: OwnLookupOptions): OwnLookup {
  return async (request) => {
    const { visitorId } = request.params;
    access.requireOwnership(request, visitorId);
    const named = access.tenantOf(request, null);
    const found = await service.find(named, visitorId);
    const tenantId = found === null && !request.tenantNamed ? ((await tenantOfVisitor?.(visitorId)) ?? named) : named;
    const consent = tenantId === named ? found : await service.find(tenantId, visitorId);
    const profile = consent === null ? null : await catalogue.byId(consent.profileId);
    await access.requireOrigin(request, tenantId, profile);
    return { tenantId, consent, profile };
  };
}

export function createOwnRecord(lookUp: OwnLookup): OwnRecord {
  return async (request) => {
    const { consent, profile } = await lookUp(request);
    if (consent === null) throw new ServiceError('consent_not_found');
    return { consent, profile };
  };
}
