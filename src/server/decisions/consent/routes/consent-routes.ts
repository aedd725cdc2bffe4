import { Type } from '@sinclair/typebox';
import { findShownVariant, type ProfileCatalogue } from '#banners/profiles/index';
import type { VisitorSignals } from '#frameworks/signals/index';
import { defineRoute, type Route, type RouteReply, type RouteRequest } from '#platform/http/route';
import { ServiceError } from '#platform/kernel/errors';
import {
  ConsentInput,
  ConsentRecord,
  ConsentUpdate,
  ErasedVisitor,
  RecordedConsent,
  SubmittedConsent,
  TenantQuery,
  Verification,
  VisitorParam,
  WrittenConsent,
} from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import type { CatchUp } from '../ownership/catch-up';
import { type ConsentAccess, canReadRecord, isBrowser, requireProfile } from '../ownership/consent-access';
import { type OwnLookup, type OwnRecord, ownershipErrors } from '../ownership/own-record';
import type { OwnerCookies } from '../ownership/owner-cookies';
import type { VisitorCookies } from '../ownership/visitor-cookies';
import { readManner, readUpdate } from '../records/consent-decision';
import type { ConsentLookup } from '../records/consent-lookup';
import type { KeepRefusals } from '../records/lost-version';
import type { ConsentWithProfile } from '../records/stored-consent';
import type { Submitted } from '../records/submission';
import type { UpdateConsent } from '../records/update-consent';
import { replaceUnstorable } from '../strings/unstorable-strings';
import type { EraseVisitor } from './erase-visitor';
import {
  getWriter,
  gpcSignal,
  type RequestFacts,
  readAboutVersion,
  requireServer,
  type SubmitDecision,
} from './submit-decision';

export interface ConsentRoutesOptions {
  readonly submitDecision: SubmitDecision;
  readonly catalogue: Pick<ProfileCatalogue, 'version'>;
  readonly update: UpdateConsent;
  readonly verify: ConsentLookup['verify'];
  readonly views: ConsentViews;
  readonly access: ConsentAccess;
  readonly lookUp: OwnLookup;
  readonly ownRecord: OwnRecord;
  readonly catchUp: CatchUp;
  readonly facts: RequestFacts;
  readonly keepRefusals: KeepRefusals;
  readonly ownerCookies: OwnerCookies;
  readonly cookies: Pick<VisitorCookies, 'device' | 'visitors'>;
  readonly erase: EraseVisitor;
  /** Returns the GPP string of a decision as the widget presents it; null: GPP is off. */
  readonly decidedSignal: VisitorSignals['decided'] | null;
}

const tag = 'Consent';
const withoutRecord =
  'An API key with scopes, but without `consents:read`, gets only the ids and the warnings.';
const stringErrors = ['invalid_tc_string', 'invalid_gpp_string'] as const;
const submits = { public: 'Visitors submit their own consent; origin lists say from which sites' } as const;
const followsRecord =
  'When a server has recorded a later decision than the choice cookie of the proven owner’s browser contains, the answer sets that cookie again; when the record was erased, the 404 ends it, in groups that ask first.';
const owns = { public: 'The visitor cookies or an API key show whose record it is' } as const;

/** Consent routes of the public API. */
export function consentRoutes({
  update,
  verify,
  views,
  access,
  lookUp,
  ownRecord,
  catchUp,
  ownerCookies,
  cookies,
  erase,
  facts,
  submitDecision,
  keepRefusals,
  catalogue,
  decidedSignal,
}: ConsentRoutesOptions): Route[] {
  type AnyRequest = RouteRequest<unknown, unknown, unknown>;
  const shown = (request: AnyRequest, { consent, profile }: ConsentWithProfile) =>
    (isBrowser(request) ? views.toVisitorRecord : views.toRecord)(consent, profile, gpcSignal(request));

  const written = async (request: AnyRequest, answer: ConsentWithProfile & Pick<Submitted, 'warnings'>) => ({
    ...(canReadRecord(request)
      ? await shown(request, answer)
      : { id: answer.consent.id, visitorId: answer.consent.visitorId }),
    ...(answer.warnings.length > 0 && { warnings: answer.warnings }),
  });

  const isErased = (error: unknown) => error instanceof ServiceError && error.code === 'visitor_erased';
  /** Whether the cookies of a browser name the visitor that its submission is about. */
  const namesOwn = (request: AnyRequest, visitorId: string | undefined) =>
    isBrowser(request) && (visitorId === undefined || cookies.visitors(request).includes(visitorId));

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
      keyScope: 'consents:update',
      access: submits,
      cors: 'allowlist',
      bucket: 'consentWrites',
      query: TenantQuery,
      body: ConsentInput,
      prepareBody: replaceUnstorable,
      bodyAlsoAs: ['text/plain'],
      description:
        'The body can also be sent as `text/plain`, so that browsers need no preflight; it must then come from a script of a page, never from a form. ' +
        'Without the visitor cookie for an existing record the decision is recorded as unproven, and no cookie is set. ' +
        '`visitorCookie.requireOnUpdate` and `visitorCookie.requireProof` refuse such a submission.',
      replies: {
        200: {
          description: `The record; browsers get the visitor cookies. ${withoutRecord}`,
          schema: Type.Union([SubmittedConsent, RecordedConsent]),
        },
      },
      errors: [
        'visitor_cookie_required',
        'visitor_erased',
        'origin_not_allowed',
        'invalid_parental_token',
        ...stringErrors,
      ],
      async handle(request) {
        const { body } = request;
        const { tenantId, profile: found } = await access.resolveProfile(request, body.profileId);
        await access.requireVisitorPage(request, tenantId, found);
        if (/^text\/plain\b/i.test(request.headers['content-type'] ?? ''))
          await access.requirePageScript(request, tenantId, found);
        const profile = requireProfile(found);
        const submitted = await submitDecision(request, tenantId, profile).catch((error: unknown) => {
          throw isErased(error) && namesOwn(request, body.visitorId)
            ? new ServiceError('visitor_erased', {
                headers: { 'Set-Cookie': ownerCookies.renounce(request, tenantId, profile.group) },
              })
            : error;
        });
        const { consent, profile: ownProfile, byStranger, ownershipProven } = submitted;
        // The caller who creates a record owns it. For an existing record, only its owner gets cookies.
        const record = await written(request, submitted);
        if (!isBrowser(request)) return reply(record);
        // Browsers present the string to vendors by the API `__gpp`.
        const gppString = ('gppString' in record && record.gppString) || null;
        const gpp = decidedSignal?.(gppString, consent, ownProfile) ?? null;
        return reply(
          gpp === null ? record : { ...record, gpp },
          !byStranger && (await ownerCookies.keep(request, consent, ownProfile, ownershipProven)),
        );
      },
    }),
    defineRoute({
      id: 'getConsent',
      method: 'GET',
      path: '/consent/:visitorId',
      tag,
      summary: 'Get the visitor’s record',
      keyScope: 'consents:read',
      access: owns,
      cors: 'allowlist',
      bucket: 'publicReads',
      params: VisitorParam,
      query: TenantQuery,
      description: followsRecord,
      replies: { 200: { description: 'The record', schema: ConsentRecord } },
      errors: ownershipErrors,
      async handle(request) {
        const own = await lookUp(request);
        const { consent, headers } = await catchUp(request, own);
        return { headers, body: await shown(request, { ...own, consent }) };
      },
    }),
    defineRoute({
      id: 'updateConsent',
      method: 'PUT',
      path: '/consent/:visitorId',
      tag,
      summary:
        'Change a decision: consentJson is replaced whole with its services, other fields only when sent',
      description:
        'A request that matches the current record changes nothing: the response is the unchanged record, without a new state or event. To renew a decision, submit it again with `POST /consent`.',
      keyScope: 'consents:update',
      access: owns,
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      body: ConsentUpdate,
      prepareBody: replaceUnstorable,
      replies: {
        200: {
          description: `The record. ${withoutRecord}`,
          schema: Type.Union([WrittenConsent, RecordedConsent]),
        },
      },
      errors: [...ownershipErrors, ...stringErrors],
      guard: ownRecord,
      async handle(request) {
        requireServer(request);
        const { consent: current, profile: own, ownershipProven } = request.found;
        const { body: asked, warnings } = readAboutVersion(own, request.body, keepRefusals);
        const { profileVersion } = asked;
        const changes = {
          ...readUpdate(asked, gpcSignal(request)),
          ...readManner(asked),
          subjectId: asked.subjectId,
          deviceId: isBrowser(request) ? cookies.device(request, request.found.tenantId) : null,
          profileVersion,
          variant:
            own === null
              ? null
              : await findShownVariant(catalogue, own, {
                  version: profileVersion,
                  variant: asked.variant,
                }),
        };
        const updated = await update(current, {
          changes,
          ownershipProven,
          writer: getWriter(request),
          place: await facts.locateVisitor(request, request.body),
          ipHash: facts.hashAddress(request, request.found.tenantId),
        });
        const { consent, profile } = updated;
        const body = await written(request, { ...updated, warnings: [...updated.warnings, ...warnings] });
        if (!updated.isChanged)
          return { body, headers: (await catchUp(request, { ...request.found, consent, profile })).headers };
        return reply(
          body,
          isBrowser(request) && (await ownerCookies.keep(request, consent, profile, ownershipProven)),
        );
      },
    }),
    defineRoute({
      id: 'eraseConsent',
      method: 'DELETE',
      path: '/consent/:visitorId',
      tag,
      summary: 'Erase the record, its history and the visitor record',
      keyScope: 'consents:erase',
      access: owns,
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      replies: { 200: { description: 'Erased; the visitor cookies end', schema: ErasedVisitor } },
      errors: ownershipErrors,
      handle: async (request) => erase(request, await lookUp(request)),
    }),
    defineRoute({
      id: 'verifyConsent',
      method: 'GET',
      path: '/consent/:visitorId/verify',
      tag,
      summary: 'Check whether the consent is still valid or the visitor must be asked again',
      keyScope: 'consents:read',
      access: owns,
      cors: 'allowlist',
      bucket: 'publicReads',
      params: VisitorParam,
      query: TenantQuery,
      replies: { 200: { description: 'The verdict', schema: Verification } },
      errors: ownershipErrors,
      handle: async (request) => reply(await verify((await ownRecord(request)).consent, gpcSignal(request))),
    }),
  ];
}
