import { Type } from '@sinclair/typebox';
import { defineRoute, type Route, type RouteReply, type RouteRequest } from '../../http/route';
import { hmacSha256Hex } from '../../kernel/crypto';
import { type ErrorCode, ServiceError, validationFailed } from '../../kernel/errors';
import { newVisitorId } from '../../kernel/ids';
import { hasGpcSignal } from '../../standards/gpc';
import { parseAcceptLanguage } from '../../standards/locale';
import type { LocateVisitor, ProfileCatalogue, ProfileFacts } from '../profiles';
import { type ConsentAccess, isBrowser } from './consent-access';
import { readSubmission, readUpdate } from './consent-decision';
import type { StoredConsent } from './consent-repository';
import { ConsentInput, ConsentRecord, ConsentUpdate, Erasure, Verification, VisitorParam } from './consent-schemas';
import type { ConsentService } from './consent-service';
import { toRecord } from './consent-views';
import type { VisitorCookie } from './visitor-cookie';

export interface ConsentRoutesOptions {
  readonly service: ConsentService;
  readonly access: ConsentAccess;
  readonly cookie: VisitorCookie;
  readonly catalogue: ProfileCatalogue;
  /** Never rejects; unknown places come back as nulls. */
  readonly locate: LocateVisitor;
  /** Keys the hash of addresses. */
  readonly signingKey: string | Buffer;
}

const tag = 'Consent';
const submits = { public: 'Visitors submit their own consent; origin lists say from which sites' } as const;
const owns = { public: 'The visitor cookie or an API key proves whose record it is' } as const;
const TenantQuery = Type.Object({ tenantId: Type.Optional(Type.String({ description: 'The tenant, where there are several.' })) });
const ownershipErrors: readonly ErrorCode[] = ['visitor_cookie_required', 'origin_not_allowed', 'consent_not_found'];

/** The public API's consent routes. */
export function consentRoutes({ service, access, cookie, catalogue, locate, signingKey }: ConsentRoutesOptions): Route[] {
  type VisitorRequest = RouteRequest<{ visitorId: string }, unknown, unknown>;

  /** The record that the request is about, once all that can refuse it has been asked: owner first, so that nobody learns which ids exist. */
  async function ownRecord(request: VisitorRequest): Promise<{ consent: StoredConsent; profile: ProfileFacts | null }> {
    const { visitorId } = request.params;
    access.requireOwnership(request, visitorId);
    const tenantId = access.tenantOf(request, null);
    const consent = await service.find(tenantId, visitorId);
    const profile = consent === null ? null : await catalogue.byId(consent.profileId);
    await access.requireOrigin(request, tenantId, profile);
    if (consent === null) throw new ServiceError('consent_not_found');
    return { consent, profile };
  }

  async function placeOf(request: RouteRequest<unknown, unknown, ConsentInput>) {
    const { timezone = null, locale = null } = request.body;
    // A server's call says nothing of where the visitor is, beyond what its body tells.
    const { headers, ip } = isBrowser(request) ? request : { headers: {}, ip: null };
    return locate({ headers, ip, timezone, languages: parseAcceptLanguage(headers['accept-language']), language: null, locale });
  }

  const gpcSignal = (request: RouteRequest<unknown, unknown, unknown>) => hasGpcSignal(request.headers['sec-gpc']);
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
      errors: ['visitor_cookie_required', 'origin_not_allowed', 'invalid_parental_token'],
      async handle(request) {
        const { body } = request;
        const named = await catalogue.byId(body.profileId);
        const tenantId = access.tenantOf(request, named);
        const profile = named?.tenantId === tenantId ? named : null;
        await access.requireOrigin(request, tenantId, profile);
        if (profile === null) throw validationFailed({ path: 'profileId', message: 'names no profile' });
        const decision = readSubmission(body, gpcSignal(request));
        // No route issues such tokens in this version, so none can be genuine.
        if (body.parentalConsentToken !== undefined) throw new ServiceError('invalid_parental_token');

        const visitorId = body.visitorId ?? cookie.read(request) ?? newVisitorId();
        const submitted = await service.submit({
          visitorId,
          profile,
          decision,
          ownershipProven: access.ownershipProven(request, visitorId),
          place: await placeOf(request),
          ipHash: request.ip === null || !isBrowser(request) ? null : hmacSha256Hex(signingKey, request.ip),
        });
        const keeps = isBrowser(request) && submitted.ownershipProven;
        return reply(toRecord(submitted.consent), keeps && cookie.keep(request, visitorId, submitted.profile.expiryDays));
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
      handle: async (request) => reply(toRecord((await ownRecord(request)).consent)),
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
      errors: ownershipErrors,
      guard: async (request) => void (await ownRecord(request)),
      async handle(request) {
        const changes = readUpdate(request.body, gpcSignal(request));
        const consent = await service.update(access.tenantOf(request, null), request.params.visitorId, changes);
        const profile = await catalogue.byId(consent.profileId);
        // Expiry counts from the update, so the cookie's life does too.
        return reply(toRecord(consent), isBrowser(request) && profile !== null && cookie.keep(request, consent.visitorId, profile.expiryDays));
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
        const { consent } = await ownRecord(request);
        const { actor, caller } = request;
        await service.erase(consent.tenantId, consent.visitorId, { actor, keyId: caller.kind === 'apiKey' ? caller.keyId : null });
        return reply({ erased: true, visitorId: consent.visitorId }, isBrowser(request) && cookie.expire(request));
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
      handle: async (request) => reply(await service.verify((await ownRecord(request)).consent)),
    }),
  ];
}
