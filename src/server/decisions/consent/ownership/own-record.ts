import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import type { RouteRequest } from '#platform/http/route';
import { type ErrorCode, ServiceError } from '#platform/kernel/errors';
import type { ConsentLookup } from '../records/consent-lookup';
import type { ConsentWithProfile, StoredConsent } from '../records/stored-consent';
import type { FindTenantOfVisitor } from '../records/unnamed-tenant';
import type { ConsentAccess } from './consent-access';

type VisitorRequest = RouteRequest<{ visitorId: string }, unknown, unknown>;

export const ownershipErrors: readonly ErrorCode[] = [
  'visitor_cookie_required',
  'origin_not_allowed',
  'consent_not_found',
];

/** The record that a request is about, when the request may use it. */
export interface OwnVisitor {
  readonly tenantId: string;
  /** Whether the request carries the visitor's proof of ownership, not only the visitor id. */
  readonly ownershipProven: boolean;
  /** The record; null when the visitor has none. */
  readonly consent: StoredConsent | null;
  readonly profile: ProfileFacts | null;
}

/**
 * Finds the visitor of a request, after every check that can refuse it: ownership first, so that callers
 * cannot find out which ids exist.
 * @throws ServiceError `visitor_cookie_required`, `origin_not_allowed`
 */
export type OwnLookup = (request: VisitorRequest) => Promise<OwnVisitor>;

/** Finds the visitor's record, which must exist. @throws ServiceError one of `ownershipErrors` */
export type OwnRecord = (request: VisitorRequest) => Promise<OwnVisitor & ConsentWithProfile>;

export interface OwnLookupOptions {
  readonly find: ConsentLookup['find'];
  readonly access: ConsentAccess;
  readonly catalogue: ProfileCatalogue;
  /** Null: there is one tenant. */
  readonly tenantOfVisitor: FindTenantOfVisitor | null;
}

export function createOwnLookup({ find, access, catalogue, tenantOfVisitor }: OwnLookupOptions): OwnLookup {
  return async (request) => {
    const { visitorId } = request.params;
    access.requireVisitor(request, visitorId);
    const accepts = (id: string) => access.ownership(request, id, visitorId).accepted;
    const named = request.tenantId;
    const rights = access.ownership(request, named, visitorId);
    let consent = rights.accepted ? await find(named, visitorId) : null;
    const other =
      consent === null && !request.tenantNamed ? await tenantOfVisitor?.(visitorId, accepts) : null;
    const tenantId = other ?? named;
    const { proven, accepted } = tenantId === named ? rights : access.ownership(request, tenantId, visitorId);
    if (!accepted) throw new ServiceError('visitor_cookie_required');
    if (tenantId !== named) consent = await find(tenantId, visitorId);
    const profile = consent === null ? null : await catalogue.byId(consent.profileId);
    await access.requireVisitorPage(request, tenantId, profile);
    return { tenantId, ownershipProven: proven, consent, profile };
  };
}

export function createOwnRecord(lookUp: OwnLookup): OwnRecord {
  return async (request) => {
    const { consent, ...found } = await lookUp(request);
    if (consent === null) throw new ServiceError('consent_not_found');
    return { ...found, consent };
  };
}
