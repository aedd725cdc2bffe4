import { defineRoute, type Route, type RouteReply, type RouteRequest } from '../../http/route';
import { hmacSha256Hex } from '../../kernel/crypto';
import { ServiceError, validationFailed } from '../../kernel/errors';
import { newVisitorId } from '../../kernel/ids';
import { hasGpcSignal } from '../../standards/gpc';
import { parseAcceptLanguage } from '../../standards/locale';
import type { LocateVisitor, ProfileCatalogue } from '../profiles';
import { type ConsentAccess, isBrowser } from './consent-access';
import { readSubmission, readUpdate } from './consent-decision';
import { ConsentInput, ConsentRecord, ConsentUpdate, Erasure, TenantQuery, Verification, VisitorParam } from './consent-schemas';
import type { ConsentService, ConsentWithProfile } from './consent-service';
import { toRecord, toVisitorRecord } from './consent-views';
import type { FrameworkStrings } from './framework-strings';
import { type OwnLookup, type OwnRecord, ownershipErrors } from './own-record';
import type { ParentalConsents } from './parental-consent';
import type { VisitorCookie } from './visitor-cookie';

export interface ConsentRoutesOptions {
  readonly service: ConsentService;
  readonly strings: FrameworkStrings;
  readonly access: ConsentAccess;
  readonly cookie: VisitorCookie;
  readonly lookUp: OwnLookup;
  readonly ownRecord: OwnRecord;
  readonly parental: ParentalConsents;
  readonly catalogue: ProfileCatalogue;
  /** Never rejects; unknown places come back as nulls. */
  readonly locate: LocateVisitor;
  /** Keys the hash of addresses. */
  readonly signingKey: string | Buffer;
}

const tag = 'Consent';
const stringErrors = ['invalid_tc_string', 'invalid_gpp_string'] as const;
const submits = { public: 'Visitors submit their own consent; origin lists say from which sites' } as const;
const owns = { public: 'The visitor cookie or an API key proves whose record it is' } as const;

/** The public API's consent routes. */
export function consentRoutes({ service, strings, access, lookUp, cookie, ownRecord, parental, catalogue, locate, signingKey }: ConsentRoutesOptions): Route[] {
  async function placeOf(request: RouteRequest<unknown, unknown, ConsentInput>) {
    const { timezone = null, locale = null } = request.body;
    // A server's call says nothing of where the visitor is, beyond what its body tells.
    const { headers, ip } = isBrowser(request) ? request : { headers: {}, ip: null };
    return locate({ headers, ip, timezone, languages: parseAcceptLanguage(headers['accept-language']), language: null, locale });
  }

  type AnyRequest = RouteRequest<unknown, unknown, unknown>;
  const gpcSignal = (request: AnyRequest) => hasGpcSignal(request.headers['sec-gpc']);
  const shown = (request: AnyRequest, { consent, profile }: ConsentWithProfile) =>
    (isBrowser(request) ? toVisitorRecord : toRecord)(consent, profile, gpcSignal(request));

  /** Nobody but the host knows who its users are. */
  function requireServer(request: RouteRequest<unknown, unknown, { readonly subjectId?: string | null }>): void {
    if (isBrowser(request) && request.body.subjectId !== undefined)
      throw validationFailed({ path: 'subjectId', message: 'may only be sent by a server with an API key' });
  }

  const reply = (body: unknown, setCookie?: string | false): RouteReply => ({
    body,
    ...(setCookie ? { headers: { 'Set-Cookie': setCookie } } : {}),
  });

  return [
    defineRoute({
      id: 'submitConsent',
      method: 'POST',
      path: '/consent',
      tag,
      summary: 'Record a decision: creates the visitor’s record or replaces it',
      access: submits,
      cors: 'allowlist',
      bucket: 'consentWrites',
      query: TenantQuery,
      body: ConsentInput,
      replies: { 200: { description: 'The record; browsers get the visitor cookie', schema: ConsentRecord } },
      errors: ['visitor_cookie_required', 'origin_not_allowed', 'invalid_parental_token', ...stringErrors],
      async handle(request) {
        const { body } = request;
        const named = await catalogue.byId(body.profileId);
        const tenantId = access.tenantOf(request, named);
        const profile = named?.tenantId === tenantId ? named : null;
        await access.requireOrigin(request, tenantId, profile);
        if (profile === null) throw validationFailed({ path: 'profileId', message: 'names no profile' });
        requireServer(request);
        const decision = readSubmission(body, gpcSignal(request));
        strings.check(decision);
        const visitorId = body.visitorId ?? cookie.read(request) ?? newVisitorId();
        const token = body.parentalConsentToken;
        if (token !== undefined && !parental.isFor(token, { tenantId, visitorId, profileId: profile.id })) throw new ServiceError('invalid_parental_token');

        const submitted = await service.submit({
          visitorId,
          profile,
          decision,
          subjectId: body.subjectId,
          needsParent: token !== undefined,
          ownershipProven: access.ownershipProven(request, visitorId),
          place: await placeOf(request),
          ipHash: request.ip === null || !isBrowser(request) ? null : hmacSha256Hex(signingKey, request.ip),
        });
        const keeps = isBrowser(request) && submitted.ownershipProven;
        return reply(shown(request, submitted), keeps && cookie.keep(request, visitorId, submitted.profile.expiryDays));
      },
    }),
    defineRoute({
      id: 'getConsent',
      method: 'GET',
      path: '/consent/:visitorId',
      tag,
      summary: 'The visitor’s record',
      access: owns,
      cors: 'allowlist',
      bucket: 'publicReads',
      params: VisitorParam,
      query: TenantQuery,
      replies: { 200: { description: 'The record', schema: ConsentRecord } },
      errors: ownershipErrors,
      handle: async (request) => reply(shown(request, await ownRecord(request))),
    }),
    defineRoute({
      id: 'updateConsent',
      method: 'PUT',
      path: '/consent/:visitorId',
      tag,
      summary: 'Change a decision: consentJson is replaced whole, other fields only when sent',
      access: owns,
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      body: ConsentUpdate,
      replies: { 200: { description: 'The record', schema: ConsentRecord } },
      errors: [...ownershipErrors, ...stringErrors],
      guard: async (request) => void (await ownRecord(request)),
      async handle(request) {
        requireServer(request);
        const changes = { ...readUpdate(request.body, gpcSignal(request)), subjectId: request.body.subjectId };
        strings.check(changes);
        const { tenantId, visitorId } = (await ownRecord(request)).consent;
        const updated = await service.update(tenantId, visitorId, changes);
        const { consent, profile } = updated;
        // Expiry counts from the update, so the cookie's life does too.
        return reply(shown(request, updated), isBrowser(request) && profile !== null && cookie.keep(request, consent.visitorId, profile.expiryDays));
      },
    }),
    defineRoute({
      id: 'eraseConsent',
      method: 'DELETE',
      path: '/consent/:visitorId',
      tag,
      summary: 'Erase the record, its history and the visitor record',
      access: owns,
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      replies: { 200: { description: 'Erased; the visitor cookie ends', schema: Erasure } },
      errors: ownershipErrors,
      async handle(request) {
        const { tenantId } = await lookUp(request);
        const { actor, caller, params } = request;
        const { visitorId } = params;
        await service.erase(tenantId, visitorId, { actor, keyId: caller.kind === 'apiKey' ? caller.keyId : null });
        return reply({ erased: true, visitorId }, isBrowser(request) && cookie.expire(request));
      },
    }),
    defineRoute({
      id: 'verifyConsent',
      method: 'GET',
      path: '/consent/:visitorId/verify',
      tag,
      summary: 'Whether the consent still counts, or the visitor must be asked again',
      access: owns,
      cors: 'allowlist',
      bucket: 'publicReads',
      params: VisitorParam,
      query: TenantQuery,
      replies: { 200: { description: 'The verdict', schema: Verification } },
      errors: ownershipErrors,
      handle: async (request) => reply(await service.verify((await ownRecord(request)).consent, gpcSignal(request))),
    }),
  ];
}
