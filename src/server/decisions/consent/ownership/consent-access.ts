import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import type { RouteRequest } from '#platform/http/route';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { isOriginEntry, originAllowed } from '#platform/kernel/origins';
import { otherName } from '../records/consent-facts';
import type { VisitorCookies } from './visitor-cookies';

// Why: docs/adr/0035-proof-of-ownership.md

/** Rules on who may use which record, and from which site. An API key replaces the cookies and the origin. */

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

/** The rights that a request proves for a visitor of a tenant. */
export interface Ownership {
  /** Whether it carries the visitor's own proof. An API key proves nothing about the visitor. */
  readonly proven: boolean;
  /**
   * Whether it may read and change the visitor's record: an API key may; a browser may with the id in its
   * cookie or only with the proof, as configured.
   */
  readonly accepted: boolean;
}

/** The profile that a request names, and the tenant that the request is about. */
export interface ResolvedProfile {
  readonly tenantId: string;
  /** The profile; null when the tenant has no such profile. */
  readonly profile: ProfileFacts | null;
}

export interface ConsentAccess {
  /**
   * Finds the profile. A request that names no tenant is about the tenant of the profile, or about `default`
   * when the profile does not exist.
   */
  resolveProfile(request: AnyRequest, profileId: string | null): Promise<ResolvedProfile>;
  /** Returns the rights of a request for a visitor's record. Access is decided nowhere else. */
  ownership(request: AnyRequest, tenantId: string, visitorId: string): Ownership;
  /**
   * Returns the rights of a request, for routes that require them. @throws ServiceError
   * `visitor_cookie_required`
   */
  requireOwnership(request: AnyRequest, tenantId: string, visitorId: string): Ownership;
  /**
   * Refuses what no tenant would accept, for use before the tenant is known.
   * @throws ServiceError `visitor_cookie_required`
   */
  requireVisitor(request: AnyRequest, visitorId: string): void;
  /**
   * The profile's list decides when it has one, else the tenant's; an empty list restricts nothing.
   * @throws ServiceError `origin_not_allowed`
   */
  requireOrigin(request: AnyRequest, tenantId: string, profile: ProfileFacts | null): Promise<void>;
  /**
   * For requests that can act with the visitor's cookies. Where browsers send these from other sites too
   * (`sameSite: 'none'`), an empty list accepts no other site: its page would read and replace the decisions of
   * every visitor who opens it.
   * @throws ServiceError `origin_not_allowed`
   */
  requireVisitorPage(request: AnyRequest, tenantId: string, profile: ProfileFacts | null): Promise<void>;
  /**
   * For requests that name no visitor, so that the cookie alone decides whose record they are about: the page
   * is on the same site, or its origin is on the list that applies. An empty list accepts no other site.
   * @throws ServiceError `origin_not_allowed`
   */
  requireOwnPage(request: AnyRequest, tenantId: string, profile: ProfileFacts | null): Promise<void>;
  /**
   * For bodies that a page of any site can send without a preflight, by a form too: a script sends it, from
   * the same site or after CORS has accepted its origin, or the origin is on the list that applies.
   * @throws ServiceError `origin_not_allowed`
   */
  requirePageScript(request: AnyRequest, tenantId: string, profile: ProfileFacts | null): Promise<void>;
  /**
   * Returns the origin of the page that sends a request, for statistics: that of the service itself, or one that the
   * list which applies contains. `(other)` for any other, since strangers can send any; empty without an origin.
   */
  readSite(request: AnyRequest, tenantId: string, profile: ProfileFacts | null): Promise<string>;
  /** For forms, before the tenant is known. @throws ServiceError `origin_not_allowed` for those of other sites */
  requireSameSite(request: AnyRequest): void;
  /**
   * For forms of pages of the same site: the origin is that of the service, or the list that applies does not exclude
   * it. @throws ServiceError `origin_not_allowed`
   */
  requireForm(request: AnyRequest, tenantId: string, profile: ProfileFacts | null): Promise<void>;
}

export interface ConsentAccessOptions {
  readonly cookies: VisitorCookies;
  readonly catalogue: ProfileCatalogue;
  /** Without the proof the visitor id in the cookie is not enough. */
  readonly requireProof: boolean;
  /** Whether browsers send the cookies with the requests of other sites' pages. */
  readonly sendsAcrossSites: boolean;
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
}

/** Returns the profile. @throws ServiceError `validation_failed` when the tenant has no such profile */
export function requireProfile(profile: ProfileFacts | null): ProfileFacts {
  if (profile === null) throw validationFailed({ path: 'profileId', message: 'does not match a profile' });
  return profile;
}

export const isBrowser = (request: AnyRequest): boolean => request.caller.kind !== 'apiKey';

/** Returns whether the answer to a write can contain the record: a key with scopes needs the one to read it. */
export const canReadRecord = ({ caller }: AnyRequest): boolean =>
  caller.kind !== 'apiKey' || caller.scopes === null || caller.scopes.has('consents:read');

export function createConsentAccess({
  cookies,
  catalogue,
  requireProof,
  sendsAcrossSites,
  tenantOrigins,
}: ConsentAccessOptions): ConsentAccess {
  function ownership(request: AnyRequest, tenantId: string, visitorId: string): Ownership {
    if (!isBrowser(request)) return { proven: false, accepted: true };
    const named = cookies.visitors(request);
    if (!named.includes(visitorId)) return { proven: false, accepted: false };
    const isProven = (id: string) => cookies.proves(request, { tenantId, visitorId: id });
    const proven = isProven(visitorId);
    // A visitor whose own id is proven does not mean another one, whose cookie is old or planted.
    const isOther = (id: string) => id !== visitorId && isProven(id);
    return { proven, accepted: proven || !(requireProof || named.some(isOther)) };
  }

  const readList = (tenantId: string, profile: ProfileFacts | null) =>
    (profile?.allowedOrigins.length ?? 0) > 0 ? (profile?.allowedOrigins ?? []) : tenantOrigins(tenantId);

  async function requireListed(request: AnyRequest, tenantId: string, profile: ProfileFacts | null) {
    const isListed =
      request.origin !== null && originAllowed(await readList(tenantId, profile), request.origin);
    if (!isListed) throw new ServiceError('origin_not_allowed');
  }

  function requireSameSite(request: AnyRequest): void {
    if (!isBrowser(request) || !isSameSite(request)) throw new ServiceError('origin_not_allowed');
  }

  async function requireOrigin(request: AnyRequest, tenantId: string, profile: ProfileFacts | null) {
    if (request.origin === null || !isBrowser(request)) return;
    const ownList = profile?.allowedOrigins ?? [];
    if (ownList.length === 0 && request.originAcceptedBy === tenantId) return;
    const list = await readList(tenantId, profile);
    if (list.length > 0 && !originAllowed(list, request.origin)) throw new ServiceError('origin_not_allowed');
  }

  async function requireOwnPage(request: AnyRequest, tenantId: string, profile: ProfileFacts | null) {
    if (!isBrowser(request) || request.origin === null || isSameSite(request)) return;
    await requireListed(request, tenantId, profile);
  }

  return {
    ownership,
    requireSameSite,
    requireOrigin,
    requireOwnPage,
    async requireVisitorPage(request, tenantId, profile) {
      await requireOrigin(request, tenantId, profile);
      if (sendsAcrossSites) await requireOwnPage(request, tenantId, profile);
    },
    async requireForm(request, tenantId, profile) {
      requireSameSite(request);
      const isOwnOrigin = request.headers['sec-fetch-site'] === 'same-origin' || isFromOwnOrigin(request);
      if (!isOwnOrigin) await requireOrigin(request, tenantId, profile);
    },
    async resolveProfile(request, profileId) {
      const profile = profileId === null ? null : await catalogue.byId(profileId);
      if (!profile?.isPublic) return { tenantId: request.tenantId, profile: null };
      if (!request.tenantNamed) return { tenantId: profile.tenantId, profile };
      const { tenantId } = request;
      return { tenantId, profile: profile.tenantId === tenantId ? profile : null };
    },
    requireOwnership(request, tenantId, visitorId) {
      const found = ownership(request, tenantId, visitorId);
      if (!found.accepted) throw new ServiceError('visitor_cookie_required');
      return found;
    },
    requireVisitor(request, visitorId) {
      const isPossible =
        !isBrowser(request) ||
        (cookies.visitors(request).includes(visitorId) && (!requireProof || cookies.hasProof(request)));
      if (!isPossible) throw new ServiceError('visitor_cookie_required');
    },
    async requirePageScript(request, tenantId, profile) {
      if (!isBrowser(request)) return;
      const mode = request.headers['sec-fetch-mode'];
      if (mode === 'navigate' || request.origin === 'null') throw new ServiceError('origin_not_allowed');
      if (isSameSite(request) || (mode === 'cors' && request.origin !== null)) return;
      await requireListed(request, tenantId, profile);
    },
    async readSite(request, tenantId, profile) {
      const { origin } = request;
      if (origin === null) return '';
      const isKnown =
        isOriginEntry(origin) &&
        (isSameOrigin(request) || originAllowed(await readList(tenantId, profile), origin));
      return isKnown ? origin.toLowerCase() : otherName;
    },
  };
}

/** Whether a page of the service's own origin sends a request. */
const isSameOrigin = ({ headers, origin, mountUrl }: AnyRequest): boolean =>
  headers['sec-fetch-site'] === 'same-origin' ||
  mountUrl.toLowerCase().startsWith(`${origin?.toLowerCase()}/`);

/** Whether a page of the service's own site sends a request. Pages cannot set these headers. */
function isSameSite({ headers, origin, mountUrl }: AnyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return (
    site === 'same-origin' ||
    site === 'same-site' ||
    (site === undefined && isFromOwnOrigin({ origin, mountUrl }))
  );
}

const isFromOwnOrigin = ({ origin, mountUrl }: Pick<AnyRequest, 'origin' | 'mountUrl'>): boolean =>
  origin !== null && mountUrl.startsWith(`${origin}/`);
