import { defineRoute, type Route } from '../../http/route';
import { ServiceError, validationFailed } from '../../kernel/errors';
import type { ConsentAccess } from './consent-access';
import {
  ParentalGrant,
  ParentalRequest,
  ParentalResolve,
  ParentalTokenAnswer,
  TenantQuery,
  VisitorParam,
} from './consent-schemas';
import type { ParentalConsents } from './parental-consent';

export interface ParentalRoutesOptions {
  readonly parental: ParentalConsents;
  readonly access: ConsentAccess;
  /** Whether the response to a request contains the token, in addition to the event. */
  readonly tokenInResponse: boolean;
}

const caveats =
  'This alone is not verifiable parental consent in the sense of child-privacy law (16 CFR § 312.5, GDPR art. 8): it proves that someone held the token, not ' +
  'who. A token can be used again until it expires, cannot be revoked, and does not outlive the process when `compliance.dataSigningHash` is not set.';

/**
 * Routes that request a parent's consent and record the answer. They are registered before the routes whose
 * `:visitorId` would match their last path segment.
 */
export function parentalRoutes({ parental, access, tokenInResponse }: ParentalRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'requestParentalConsent',
      method: 'POST',
      path: '/consent/:visitorId/parental-consent-request',
      tag: 'Parental consent',
      summary: 'Issue a token with which a parent can agree, and tell the host to send it',
      description: `Emits \`consent.parentalConsentRequired\`, on which the host sends the token to the parent. With \`compliance.parentalTokenInResponse: false\` only the event carries it; otherwise whoever asks, a child too, can resolve it. The visitor needs no record yet. ${caveats}`,
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
        const { tenantId, profile } = await access.resolveProfile(request, request.body.profileId);
        access.requireOwnership(request, tenantId, visitorId);
        await access.requireOrigin(request, tenantId, profile);
        if (profile === null) throw validationFailed({ path: 'profileId', message: 'names no profile' });
        const { token, expiresAt } = await parental.request(
          { tenantId, visitorId, profileId: profile.id },
          profile,
        );
        return { body: tokenInResponse ? { token, expiresAt } : { expiresAt } };
      },
    }),
    defineRoute({
      id: 'resolveParentalConsent',
      method: 'POST',
      path: '/consent/parental-consent-resolve',
      tag: 'Parental consent',
      summary: 'Agree as the parent: the token says to which visitor’s consent under which profile',
      description: `Records of this visitor under this profile are \`parentalConsent: 'granted'\` from then on, earlier and later ones; the first time emits \`consent.parentalConsentGranted\`. ${caveats}`,
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
        await parental.grant(target, profile);
        const { visitorId, profileId } = target;
        return { body: { visitorId, profileId, granted: true } };
      },
    }),
  ];
}
