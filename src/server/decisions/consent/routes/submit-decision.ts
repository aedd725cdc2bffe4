import { findShownVariant, type ProfileCatalogue, type ProfileFacts } from '#banners/profiles/index';
import type { TcStringMaker } from '#frameworks/signals/index';
import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import type { ConsentInput } from '../consent-schemas';
import { type ConsentAccess, isBrowser } from '../ownership/consent-access';
import { type FindVisitor, type FoundVisitor, newVisitor } from '../ownership/find-visitor';
import type { VisitorCookies } from '../ownership/visitor-cookies';
import type { ParentalConsents } from '../parental/parental-consent';
import {
  findShown,
  readDecidedAt,
  readManner,
  readSubmission,
  withSettledServices,
} from '../records/consent-decision';
import type { Submitted } from '../records/submission';
import type { SubmitConsent } from '../records/submit-consent';
import { withTcString } from '../strings/tcf-choices';
import {
  getWriter,
  gpcSignal,
  isAutomated,
  type RequestFacts,
  requireSeen,
  requireServer,
} from './request-facts';

/**
 * Records the decision that a request brings, by a script or by a form. Its origin has been checked.
 * @throws ServiceError `validation_failed`, and what `SubmitConsent` throws
 */
export type SubmitDecision = (
  request: RouteRequest<unknown, unknown, ConsentInput>,
  tenantId: string,
  profile: ProfileFacts,
) => Promise<Submitted>;

export interface SubmitDecisionOptions {
  readonly submit: SubmitConsent;
  readonly catalogue: Pick<ProfileCatalogue, 'version'>;
  readonly access: Pick<ConsentAccess, 'ownership' | 'readSite'>;
  readonly findVisitor: FindVisitor;
  readonly parental: ParentalConsents;
  readonly facts: RequestFacts;
  readonly cookies: Pick<VisitorCookies, 'device'>;
  readonly tcStrings: TcStringMaker;
  readonly clock: Clock;
}

const parentalTokenFault = {
  code: 'invalid_parental_token',
  reason: 'not_valid',
  path: 'parentalConsentToken',
  message: 'is not a valid token for this visitor and profile',
} as const;

export function createSubmitDecision({
  submit,
  catalogue,
  access,
  findVisitor,
  parental,
  facts,
  cookies,
  tcStrings,
  clock,
}: SubmitDecisionOptions): SubmitDecision {
  return async (request, tenantId, profile) => {
    const { body } = request;
    requireServer(request);
    const profileVersion = requireSeen(profile, body);
    const variant = await findShownVariant(catalogue, profile, {
      version: profileVersion,
      variant: body.variant,
    });
    const shownServices = await findShown(catalogue, profile, profileVersion);
    const sent = withSettledServices(readSubmission(body, gpcSignal(request)), shownServices);
    const decidedAt = readDecidedAt(body.decidedAt, clock.now());
    const shownToVisitor = { profile, profileVersion, decidedAt };
    const { decision, faults } =
      body.tcf === undefined
        ? { decision: sent, faults: [] }
        : await withTcString(sent, body.tcf, shownToVisitor, tcStrings);
    const place = await facts.locateVisitor(request);
    const page = isBrowser(request)
      ? {
          site: await access.readSite(request, tenantId, profile),
          device: isAutomated(request.headers) ? null : (body.shownOn ?? null),
        }
      : undefined;
    const submitAs = async ({ visitorId, isNew }: FoundVisitor) => {
      const token = body.parentalConsentToken;
      const needsParent =
        token !== undefined && (await parental.isFor(token, { tenantId, visitorId, profileId: profile.id }));
      const isTokenFaulty = token !== undefined && !needsParent;
      return submit({
        visitorId,
        profile,
        profileVersion,
        variant,
        decision,
        manner: readManner(body),
        deviceId: isBrowser(request) ? cookies.device(request, tenantId) : null,
        page,
        decidedAt,
        submissionId: body.submissionId,
        isNewVisitor: isNew,
        subjectId: body.subjectId,
        needsParent,
        faults: isTokenFaulty ? [...faults, parentalTokenFault] : faults,
        ownership: access.ownership(request, tenantId, visitorId),
        writer: getWriter(request),
        place,
        ipHash: facts.hashAddress(request),
      });
    };
    const visitor = await findVisitor(request, tenantId, body.visitorId);
    return submitAs(visitor).catch((error: unknown) => {
      // Another request has just made a record of the id in the cookie.
      const isTaken = error instanceof ServiceError && error.code === 'visitor_cookie_required';
      if (!isTaken || body.visitorId !== undefined || visitor.isNew) throw error;
      return submitAs(newVisitor());
    });
  };
}
