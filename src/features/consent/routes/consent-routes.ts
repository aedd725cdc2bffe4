import { defineRoute, type Route, type RouteReply, type RouteRequest } from '../../../http/route';
import type { Clock } from '../../../kernel/clock';
import { hmacSha256Hex } from '../../../kernel/crypto';
import { ServiceError, validationFailed } from '../../../kernel/errors';
import { hasGpcSignal } from '../../../standards/gpc';
import { parseAcceptLanguage } from '../../../standards/locale';
import type { TcStringMaker, VisitorSignals } from '../../frameworks';
import type { LocateVisitor, ProfileFacts } from '../../profiles';
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
} from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import { type ConsentAccess, isBrowser, requireProfile } from '../ownership/consent-access';
import { type FindVisitor, type FoundVisitor, newVisitor } from '../ownership/find-visitor';
import { type OwnLookup, type OwnRecord, ownershipErrors } from '../ownership/own-record';
import type { OwnerCookies } from '../ownership/owner-cookies';
import type { ParentalConsents } from '../parental/parental-consent';
import { readSubmission, readUpdate } from '../records/consent-decision';
import type { ConsentRecordService } from '../records/consent-record-service';
import type { ConsentWithProfile, Writer } from '../records/stored-consent';
import type { Written } from '../records/update-consent';
import { withTcString } from '../strings/tcf-choices';
import { replaceUnstorable } from '../strings/unstorable-strings';
import type { EraseVisitor } from './erase-visitor';
import { readDecidedAt, readManner } from './submission-facts';

export interface ConsentRoutesOptions {
  readonly service: ConsentRecordService;
  readonly views: ConsentViews;
  readonly access: ConsentAccess;
  readonly lookUp: OwnLookup;
  readonly ownRecord: OwnRecord;
  readonly parental: ParentalConsents;
  /** Never rejects; unknown places come back as nulls. */
  readonly locate: LocateVisitor;
  readonly findVisitor: FindVisitor;
  readonly ownerCookies: OwnerCookies;
  readonly erase: EraseVisitor;
  readonly clock: Clock;
  /** Key for the hash of addresses. */
  readonly ipHashKey: Buffer;
  readonly tcStrings: TcStringMaker;
  readonly signals: VisitorSignals;
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
  ownRecord,
  findVisitor,
  ownerCookies,
  erase,
  clock,
  parental,
  locate,
  ipHashKey,
  tcStrings,
  signals,
}: ConsentRoutesOptions): Route[] {
  async function locateVisitor(request: RouteRequest<unknown, unknown, PlaceHints>) {
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
  const hashAddress = (request: AnyRequest) =>
    request.ip === null || !isBrowser(request) ? null : hmacSha256Hex(ipHashKey, request.ip);
  const getWriter = ({ caller }: AnyRequest): Writer =>
    caller.kind === 'apiKey' ? { by: 'apiKey', apiKeyId: caller.keyId } : { by: 'visitor', apiKeyId: null };
  const isPlainText = ({ headers }: AnyRequest) => /^text\/plain\b/i.test(headers['content-type'] ?? '');
  const gpcSignal = (request: AnyRequest) => hasGpcSignal(request.headers['sec-gpc']);
  const shown = (request: AnyRequest, { consent, profile }: ConsentWithProfile) =>
    (isBrowser(request) ? views.toVisitorRecord : views.toRecord)(consent, profile, gpcSignal(request));

  const withWarnings = <T extends object>(answer: T, { warnings }: Pick<Written, 'warnings'>) =>
    warnings.length === 0 ? answer : { ...answer, warnings };

  /** Browsers present the string to vendors by the API `__gpp`. */
  function withGpp<T extends { readonly gppString?: string }>(
    request: AnyRequest,
    place: Parameters<VisitorSignals['decided']>[1],
    answer: T,
  ) {
    const gpp = isBrowser(request) ? signals.decided(answer.gppString ?? null, place) : null;
    return gpp === null ? answer : { ...answer, gpp };
  }

  /** Only the host knows who its users are. */
  function requireServer(
    request: RouteRequest<unknown, unknown, { readonly subjectId?: string | null }>,
  ): void {
    if (isBrowser(request) && request.body.subjectId !== undefined)
      throw validationFailed({ path: 'subjectId', message: 'can only be sent by a server with an API key' });
  }

  /** @throws ServiceError `validation_failed` for a version that no visitor of the profile can have seen */
  function requireSeen(
    profile: ProfileFacts | null,
    { profileVersion }: Pick<ConsentInput, 'profileVersion'>,
  ) {
    if (profileVersion !== undefined && !profile?.seenVersions.has(profileVersion))
      throw validationFailed({
        path: 'profileVersion',
        message: 'does not match a published version of this profile',
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
      bodyAsText: true,
      description:
        'The body can also be sent as `text/plain`, so that browsers need no preflight; it must then come from a script of a page, never from a form. ' +
        'Without the visitor cookie for an existing record the decision is recorded as unproven, and no cookie is set. ' +
        '`visitorCookie.requireOnUpdate` and `visitorCookie.requireProof` refuse such a submission.',
      replies: {
        200: { description: 'The record; browsers get the visitor cookies', schema: SubmittedConsent },
      },
      errors: ['visitor_cookie_required', 'origin_not_allowed', 'invalid_parental_token', ...stringErrors],
      async handle(request) {
        const { body } = request;
        const { tenantId, profile: found } = await access.resolveProfile(request, body.profileId);
        await access.requireOrigin(request, tenantId, found);
        if (isPlainText(request)) await access.requirePageScript(request, tenantId, found);
        const profile = requireProfile(found);
        requireServer(request);
        const profileVersion = requireSeen(profile, body);
        const sent = readSubmission(body, gpcSignal(request));
        const decidedAt = readDecidedAt(body.decidedAt, clock.now());
        const { decision, faults } = await withTcString(
          sent,
          body,
          { profile, profileVersion, decidedAt },
          tcStrings,
        );
        const place = await locateVisitor(request);
        const submitAs = async ({ visitorId, isNew }: FoundVisitor) => {
          const token = body.parentalConsentToken;
          const needsParent =
            token !== undefined &&
            (await parental.isFor(token, { tenantId, visitorId, profileId: profile.id }));
          const isTokenFaulty = token !== undefined && !needsParent;
          return service.submit({
            visitorId,
            profile,
            profileVersion,
            decision,
            manner: readManner(body),
            decidedAt,
            submissionId: body.submissionId,
            isNewVisitor: isNew,
            subjectId: body.subjectId,
            needsParent,
            faults: isTokenFaulty ? [...faults, parentalTokenFault] : faults,
            ownership: access.ownership(request, tenantId, visitorId),
            writer: getWriter(request),
            place,
            ipHash: hashAddress(request),
          });
        };
        const visitor = await findVisitor(request, tenantId, body.visitorId);
        const submitted = await submitAs(visitor).catch((error: unknown) => {
          // Another request has just made a record of the id in the cookie.
          const isTaken = error instanceof ServiceError && error.code === 'visitor_cookie_required';
          if (!isTaken || body.visitorId !== undefined || visitor.isNew) throw error;
          return submitAs(newVisitor());
        });
        const { consent } = submitted;
        // Whoever makes a record owns it. For a record that was there, only its owner gets cookies.
        return reply(
          withGpp(request, consent, withWarnings(await shown(request, submitted), submitted)),
          isBrowser(request) &&
            !submitted.byStranger &&
            (await ownerCookies.keep(request, consent, submitted.profile, submitted.ownershipProven)),
        );
      },
    }),
    defineRoute({
      id: 'getConsent',
      method: 'GET',
      path: '/consent/:visitorId',
      tag,
      summary: 'Get the visitor’s record',
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
        'A request that matches the current record changes nothing: the response is the unchanged record, without a new state, event or cookie. To renew a decision, submit it again with `POST /consent`.',
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
          ...readManner(request.body),
          subjectId: request.body.subjectId,
          profileVersion: requireSeen(request.found.profile, request.body),
        };
        const { consent: current, ownershipProven } = request.found;
        const updated = await service.update(current, {
          changes,
          ownershipProven,
          writer: getWriter(request),
          place: await locateVisitor(request),
          ipHash: hashAddress(request),
        });
        const { consent, profile } = updated;
        return reply(
          withWarnings(await shown(request, updated), updated),
          updated.isChanged &&
            isBrowser(request) &&
            profile !== null &&
            (await ownerCookies.keep(request, consent, profile, ownershipProven)),
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
      handle: async (request) => erase(request, await lookUp(request)),
    }),
    defineRoute({
      id: 'verifyConsent',
      method: 'GET',
      path: '/consent/:visitorId/verify',
      tag,
      summary: 'Check whether the consent is still valid or the visitor must be asked again',
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
