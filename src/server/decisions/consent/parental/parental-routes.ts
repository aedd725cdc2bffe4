import type { ProfileFacts } from '#banners/profiles/index';
import { defineRoute, type Route, type RouteRequest } from '#platform/http/route';
import { millisecondsPerDay } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { readState } from '#standards/consent-state';
import {
  ParentalGrant,
  ParentalRequest,
  ParentalResolve,
  ParentalTokenAnswer,
  TenantQuery,
  VisitorParam,
} from '../consent-schemas';
import { type ConsentAccess, isBrowser, requireProfile } from '../ownership/consent-access';
import type { FindVisitor } from '../ownership/find-visitor';
import type { EndStrays } from '../ownership/owner-cookies';
import type { VisitorCookies } from '../ownership/visitor-cookies';
import type { ParentalConsents } from './parental-consent';

export interface ParentalRoutesOptions {
  readonly parental: ParentalConsents;
  readonly access: ConsentAccess;
  readonly cookies: VisitorCookies;
  readonly endStrays: EndStrays;
  readonly findVisitor: FindVisitor;
  /** Whether the response to a request contains the token, in addition to the event. */
  readonly tokenInResponse: boolean;
}

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

const caveats =
  'This alone is not verifiable parental consent in the sense of child-privacy law (16 CFR § 312.5, GDPR art. 8): it proves that someone held the token, not ' +
  'who. A token can be used again until it expires, cannot be revoked, and does not outlive the process when `compliance.dataSigningHash` is not set.';

/**
 * Routes that request a parent's consent and record the answer. They are registered before the routes whose
 * `:visitorId` would match their last path segment.
 */
export function parentalRoutes({
  parental,
  access,
  cookies,
  endStrays,
  findVisitor,
  tokenInResponse,
}: ParentalRoutesOptions): Route[] {
  /** Who only knows the visitor id must not limit what the visitor has decided. */
  async function ask(request: AnyRequest, tenantId: string, visitorId: string, profile: ProfileFacts) {
    const { proven } = access.ownership(request, tenantId, visitorId);
    const marks = isBrowser(request) ? (proven ? 'recorded' : 'none') : 'any';
    const target = { tenantId, visitorId, profileId: profile.id };
    const { token, expiresAt } = await parental.request(target, profile, marks);
    return tokenInResponse ? { token, expiresAt } : { expiresAt };
  }

  return [
    defineRoute({
      id: 'requestOwnParentalConsent',
      method: 'POST',
      path: '/consent/parental-consent-request',
      tag: 'Parental consent',
      summary: 'The same for the visitor in the cookie, or for a new visitor',
      description:
        'Browsers without a visitor get the visitor cookies, so that their decision belongs to the same visitor. Pages of other sites need their origin on the list of the tenant or the profile.',
      keyScope: 'consents:update',
      access: { public: 'The visitor cookie shows who asks; without one, a new visitor does' },
      cors: 'allowlist',
      bucket: 'consentWrites',
      query: TenantQuery,
      body: ParentalRequest,
      replies: { 200: { description: 'Asked', schema: ParentalTokenAnswer } },
      errors: ['visitor_cookie_required', 'origin_not_allowed'],
      async handle(request) {
        const { tenantId, profile: found } = await access.resolveProfile(request, request.body.profileId);
        await access.requireOrigin(request, tenantId, found);
        await access.requireOwnPage(request, tenantId, found);
        const profile = requireProfile(found);
        const { visitorId, isNew } = await findVisitor(request, tenantId);
        // Only a browser can keep a new visitor.
        if (isNew && !isBrowser(request)) throw new ServiceError('visitor_cookie_required');
        const body = await ask(request, tenantId, visitorId, profile);
        if (!isNew) return { body };
        const seconds = Math.round((profile.expiryDays * millisecondsPerDay) / 1000);
        const kept = cookies.keep(request, { tenantId, visitorId }, { seconds, proof: true });
        return { body, headers: { 'Set-Cookie': [...endStrays(request), ...kept] } };
      },
    }),
    defineRoute({
      id: 'requestParentalConsent',
      method: 'POST',
      path: '/consent/:visitorId/parental-consent-request',
      tag: 'Parental consent',
      summary: 'Create a token with which a parent can agree, and notify the host to send it',
      description: `Emits \`consent.parentalConsentRequired\`, on which the host sends the token to the parent. With \`compliance.parentalTokenInResponse: false\` only the event carries it; otherwise anyone who calls this route, including a child, can resolve it. The visitor does not need a record yet. With the proof of ownership and a record, or with an API key, the visitor’s decisions are \`parentalConsent: 'pending'\` from then on. ${caveats}`,
      keyScope: 'consents:update',
      access: { public: 'The visitor cookie or an API key proves who asks' },
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      body: ParentalRequest,
      replies: { 200: { description: 'Asked', schema: ParentalTokenAnswer } },
      errors: ['visitor_cookie_required', 'origin_not_allowed'],
      guard: (request) => access.requireVisitor(request, request.params.visitorId),
      async handle(request) {
        const { visitorId } = request.params;
        const { tenantId, profile: found } = await access.resolveProfile(request, request.body.profileId);
        access.requireOwnership(request, tenantId, visitorId);
        await access.requireVisitorPage(request, tenantId, found);
        const profile = requireProfile(found);
        return { body: await ask(request, tenantId, visitorId, profile) };
      },
    }),
    defineRoute({
      id: 'resolveParentalConsent',
      method: 'POST',
      path: '/consent/parental-consent-resolve',
      tag: 'Parental consent',
      summary: 'Agree as the parent; the token identifies the visitor and the profile',
      description: `Records of this visitor under this profile are \`parentalConsent: 'granted'\` from then on, earlier and later ones; an answer that is new or differs from the last one emits \`consent.parentalConsentGranted\`. With \`consentJson\` the parent decides by category, such as about disclosure to third parties apart from the rest (16 CFR § 312.5(a)(2)): optional categories that it does not grant stay denied in \`effectiveConsent\`, whatever the child chooses. ${caveats}`,
      keyScope: 'consents:update',
      access: { public: 'The token says that its holder was asked' },
      cors: 'allowlist',
      bucket: 'consentWrites',
      query: TenantQuery,
      body: ParentalResolve,
      replies: { 200: { description: 'Granted', schema: ParentalGrant } },
      errors: ['invalid_parental_token', 'origin_not_allowed'],
      async handle(request) {
        const target = parental.read(request.body.token);
        const { tenantId, profile } = await access.resolveProfile(request, target?.profileId ?? null);
        await access.requireOrigin(request, tenantId, profile);
        // A profile that no longer exists, or whose tenant does not, is nothing to agree to.
        if (target?.tenantId !== tenantId || profile === null)
          throw new ServiceError('invalid_parental_token');
        const { consentJson } = request.body;
        const denied =
          consentJson === undefined
            ? []
            : profile.optionalCategories.filter((id) => readState(consentJson, id) !== 'granted');
        await parental.grant(target, profile, denied);
        const { visitorId, profileId } = target;
        return { body: { visitorId, profileId, granted: true, ...(denied.length > 0 && { denied }) } };
      },
    }),
  ];
}
