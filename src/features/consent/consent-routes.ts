import { defineRoute, type Route, type RouteReply, type RouteRequest } from '../../http/route';
import { hmacSha256Hex } from '../../kernel/crypto';
import { ServiceError, validationFailed } from '../../kernel/errors';
import { newVisitorId } from '../../kernel/ids';
import { hasGpcSignal } from '../../standards/gpc';
import { parseAcceptLanguage } from '../../standards/locale';
import type { LocateVisitor, ProfileFacts } from '../profiles';
import { type ConsentAccess, isBrowser } from './consent-access';
import { readSubmission, readUpdate } from './consent-decision';
import type { ConsentRecordService, ConsentWithProfile, Written } from './consent-record-service';
import {
  ConsentInput,
  ConsentRecord,
  ConsentUpdate,
  Erasure,
  SubmittedConsent,
  TenantQuery,
  Verification,
  VisitorParam,
  WrittenConsent,
} from './consent-schemas';
import type { ConsentViews } from './consent-views';
import { type OwnLookup, type OwnRecord, ownershipErrors } from './own-record';
import type { ParentalConsents } from './parental-consent';
import type { StoredConsent, Writer } from './stored-consent';
import type { HasRecordIn } from './unnamed-tenant';
import { replaceUnstorable } from './unstorable-strings';
import { expiryOf } from './verify-consent';
import type { VisitorCookies } from './visitor-cookies';

export interface ConsentRoutesOptions {
  readonly service: ConsentRecordService;
  readonly views: ConsentViews;
  readonly access: ConsentAccess;
  readonly cookies: VisitorCookies;
  readonly lookUp: OwnLookup;
  readonly ownRecord: OwnRecord;
  readonly parental: ParentalConsents;
  /** Never rejects; unknown places come back as nulls. */
  readonly locate: LocateVisitor;
  /** Key for the hash of addresses. */
  readonly ipHashKey: Buffer;
  /** Whether the visitor id in the cookie is insufficient without the proof. */
  readonly requireProof: boolean;
  readonly hasRecordIn: HasRecordIn;
}

const tag = 'Consent';
const stringErrors = ['invalid_tc_string', 'invalid_gpp_string'] as const;
const submits = { public: 'Visitors submit their own consent; origin lists say from which sites' } as const;
const owns = { public: 'The visitor cookies or an API key show whose record it is' } as const;

const parentalTokenFault = {
  code: 'invalid_parental_token',
  reason: 'not_valid',
  path: 'parentalConsentToken',
  message: 'is not a valid token for this visitor and profile',
} as const;

/** The fields of a body that state the visitor's place. */
type PlaceHints = Pick<ConsentInput, 'timezone' | 'locale'>;

/** Consent routes of the public API. */
export function consentRoutes({
  service,
  views,
  access,
  lookUp,
  cookies,
  ownRecord,
  parental,
  locate,
  ipHashKey,
  requireProof,
  hasRecordIn,
}: ConsentRoutesOptions): Route[] {
  async function placeOf(request: RouteRequest<unknown, unknown, PlaceHints>) {
    const { timezone = null, locale = null } = request.body;
    // A server's call does not show the visitor's place, except by its body.
    const { headers, ip } = isBrowser(request) ? request : { headers: {}, ip: null };
    return locate({
      headers,
      ip,
      timezone,
      languages: parseAcceptLanguage(headers['accept-language']),
      language: null,
      locale,
    });
  }

  type AnyRequest = RouteRequest<unknown, unknown, unknown>;
  const ipHashOf = (request: AnyRequest) =>
    request.ip === null || !isBrowser(request) ? null : hmacSha256Hex(ipHashKey, request.ip);
  const writerOf = ({ caller }: AnyRequest): Writer =>
    caller.kind === 'apiKey' ? { by: 'apiKey', apiKeyId: caller.keyId } : { by: 'visitor', apiKeyId: null };
  const gpcSignal = (request: AnyRequest) => hasGpcSignal(request.headers['sec-gpc']);
  const shown = (request: AnyRequest, { consent, profile }: ConsentWithProfile) =>
    (isBrowser(request) ? views.toVisitorRecord : views.toRecord)(consent, profile, gpcSignal(request));

  const withWarnings = <T extends object>(answer: T, { warnings }: Pick<Written, 'warnings'>) =>
    warnings.length === 0 ? answer : { ...answer, warnings };

  /** The cookies live as long as the decision that was just made. */
  const keptCookies = (
    request: AnyRequest,
    consent: StoredConsent,
    profile: ProfileFacts,
    ownershipProven: boolean,
  ) =>
    cookies.keep(request, consent, {
      seconds: Math.round((expiryOf(consent, profile) - consent.updatedAt) / 1000),
      proof: ownershipProven,
    });

  /** Only the host knows who its users are, and which decisions did not come from a banner. */
  function requireServer(
    request: RouteRequest<unknown, unknown, { readonly subjectId?: string | null; readonly source?: string }>,
  ): void {
    if (!isBrowser(request)) return;
    const { subjectId, source = 'banner' } = request.body;
    if (subjectId !== undefined)
      throw validationFailed({ path: 'subjectId', message: 'can only be sent by a server with an API key' });
    if (source !== 'banner')
      throw validationFailed({
        path: 'source',
        message: 'must be `banner` unless a server with an API key sends it',
      });
  }

  /**
   * Returns the visitor whom a submission means: the one it names, else the one of its cookie, else a new one.
   * Where the proof is required, an id without it creates no record either: whoever knows the id of a visitor
   * who was erased would get the proof for it.
   * @throws ServiceError `visitor_cookie_required`
   */
  async function visitorOf(
    request: RouteRequest<unknown, unknown, ConsentInput>,
    tenantId: string,
  ): Promise<string> {
    const named = request.body.visitorId;
    const visitorId = named ?? cookies.visitor(request);
    if (visitorId === null) return newVisitorId();
    const accepts = (id: string) => access.ownership(request, id, visitorId).accepted;
    // A browser that owns the id in one tenant keeps it for the other tenants of the host.
    const isUsable =
      !requireProof ||
      accepts(tenantId) ||
      (cookies.hasProof(request) && (await hasRecordIn(visitorId, accepts)));
    if (!isUsable && named !== undefined) throw new ServiceError('visitor_cookie_required');
    // A cookie without the proof may be planted by another page.
    return isUsable ? visitorId : newVisitorId();
  }

  /** @throws ServiceError `validation_failed` for a version that no visitor of the profile can have seen */
  function requireSeen(
    profile: ProfileFacts | null,
    { profileVersion }: Pick<ConsentInput, 'profileVersion'>,
  ) {
    if (profileVersion !== undefined && !profile?.seenVersions.has(profileVersion))
      throw validationFailed({
        path: 'profileVersion',
        message: 'names no version of this profile that has been published',
      });
    return profileVersion;
  }

  const reply = (body: unknown, setCookie: readonly string[] | false = false): RouteReply => ({
    body,
    ...(setCookie && { headers: { 'Set-Cookie': setCookie } }),
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
      prepareBody: replaceUnstorable,
      description:
        'Without the visitor cookie for an existing record the decision is recorded as unproven, no cookie is set, and the answer holds only what was sent. ' +
        '`visitorCookie.requireOnUpdate` and `visitorCookie.requireProof` refuse such a submission.',
      replies: {
        200: { description: 'The record; browsers get the visitor cookies', schema: SubmittedConsent },
      },
      errors: ['visitor_cookie_required', 'origin_not_allowed', 'invalid_parental_token', ...stringErrors],
      async handle(request) {
        const { body } = request;
        const { tenantId, profile } = await access.resolveProfile(request, body.profileId);
        await access.requireOrigin(request, tenantId, profile);
        if (profile === null) throw validationFailed({ path: 'profileId', message: 'names no profile' });
        requireServer(request);
        const profileVersion = requireSeen(profile, body);
        const decision = readSubmission(body, gpcSignal(request), !isBrowser(request));
        const visitorId = await visitorOf(request, tenantId);
        const token = body.parentalConsentToken;
        const needsParent =
          token !== undefined &&
          (await parental.isFor(token, { tenantId, visitorId, profileId: profile.id }));
        const faults = token === undefined || needsParent ? [] : [parentalTokenFault];

        const ownership = access.ownership(request, tenantId, visitorId);
        const place = await placeOf(request);
        const submitted = await service.submit({
          visitorId,
          profile,
          profileVersion,
          decision,
          subjectId: body.subjectId,
          needsParent,
          faults,
          ownership,
          writer: writerOf(request),
          place,
          ipHash: ipHashOf(request),
        });
        const { consent } = submitted;
        // Whoever makes a record owns it. For a record that was there, only its owner gets the proof again.
        if (consent.revision > 1 && !ownership.accepted) {
          const sent = {
            place,
            parentalConsent: needsParent ? ('pending' as const) : null,
            gpcSignal: gpcSignal(request),
          };
          return reply(
            withWarnings(await views.toStrangersView(consent, submitted.profile, sent), submitted),
          );
        }
        return reply(
          withWarnings(await shown(request, submitted), submitted),
          isBrowser(request) && keptCookies(request, consent, submitted.profile, submitted.ownershipProven),
        );
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
      handle: async (request) => reply(await shown(request, await ownRecord(request))),
    }),
    defineRoute({
      id: 'updateConsent',
      method: 'PUT',
      path: '/consent/:visitorId',
      tag,
      summary: 'Change a decision: consentJson is replaced whole, other fields only when sent',
      description:
        'A request for what the record already says changes nothing: it is answered with the record as it is, without a new state, event or cookie. To renew a decision, submit it again with `POST /consent`.',
      access: owns,
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      body: ConsentUpdate,
      prepareBody: replaceUnstorable,
      replies: { 200: { description: 'The record', schema: WrittenConsent } },
      errors: [...ownershipErrors, ...stringErrors],
      guard: ownRecord,
      async handle(request) {
        requireServer(request);
        const changes = {
          ...readUpdate(request.body, gpcSignal(request)),
          subjectId: request.body.subjectId,
          profileVersion: requireSeen(request.found.profile, request.body),
        };
        const { consent: current, ownershipProven } = request.found;
        const updated = await service.update(current, {
          changes,
          ownershipProven,
          writer: writerOf(request),
          place: await placeOf(request),
          ipHash: ipHashOf(request),
        });
        const { consent, profile } = updated;
        return reply(
          withWarnings(await shown(request, updated), updated),
          updated.isChanged &&
            isBrowser(request) &&
            profile !== null &&
            keptCookies(request, consent, profile, ownershipProven),
        );
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
      replies: { 200: { description: 'Erased; the visitor cookies end', schema: Erasure } },
      errors: ownershipErrors,
      async handle(request) {
        const { tenantId, ownershipProven } = await lookUp(request);
        const { actor, caller, params } = request;
        const { visitorId } = params;
        await service.erase(tenantId, visitorId, {
          actor,
          keyId: caller.kind === 'apiKey' ? caller.keyId : null,
          ownershipProven,
        });
        return reply({ erased: true, visitorId }, isBrowser(request) && cookies.expire(request));
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
      handle: async (request) =>
        reply(await service.verify((await ownRecord(request)).consent, gpcSignal(request))),
    }),
  ];
}
