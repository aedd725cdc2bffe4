import type { IncomingHttpHeaders } from 'node:http';
import {
  findShownVariant,
  type LocateVisitor,
  type ProfileCatalogue,
  type ProfileFacts,
} from '#banners/profiles/index';
import type { TcStringMaker } from '#frameworks/signals/index';
import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { hasGpcSignal } from '#standards/gpc/index';
import { parseAcceptLanguage } from '#standards/locale/index';
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
import type { AboutVersion, KeepRefusals, Kept } from '../records/lost-version';
import type { VisitorPlace, Writer } from '../records/stored-consent';
import type { Submission, Submitted } from '../records/submission';
import type { SubmitConsent } from '../records/submit-consent';
import { withTcString } from '../strings/tcf-choices';

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

/**
 * Records the decision that a request brings, by a script or by a form. Its origin has been checked.
 * @throws ServiceError `validation_failed`, and what `SubmitConsent` throws
 */
export type SubmitDecision = (
  request: RouteRequest<unknown, unknown, ConsentInput>,
  tenantId: string,
  profile: ProfileFacts,
  id?: Pick<Submission, 'isIdUnique'>,
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
  readonly keepRefusals: KeepRefusals;
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
  keepRefusals,
  clock,
}: SubmitDecisionOptions): SubmitDecision {
  return async (request, tenantId, profile, { isIdUnique } = { isIdUnique: true }) => {
    requireServer(request);
    const { body, warnings } = readAboutVersion(profile, request.body, keepRefusals);
    const { profileVersion } = body;
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
    const place = await facts.locateVisitor(request, request.body);
    const page = isBrowser(request)
      ? {
          site: await access.readSite(request, tenantId, profile),
          device: isAutomated(request.headers) ? null : (body.shownOn ?? null),
        }
      : undefined;
    const submitAs = async ({ visitorId, isNew }: FoundVisitor) => {
      const token = body.parentalConsentToken;
      const isChild =
        token !== undefined && (await parental.isFor(token, { tenantId, visitorId, profileId: profile.id }));
      const isTokenFaulty = token !== undefined && !isChild;
      const ownership = access.ownership(request, tenantId, visitorId);
      const marks = ownership.proven || isNew || !isBrowser(request) ? 'any' : 'created';
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
        isIdUnique,
        isNewVisitor: isNew,
        subjectId: body.subjectId,
        marksChild: isChild ? marks : 'none',
        faults: isTokenFaulty ? [...faults, parentalTokenFault] : faults,
        ownership,
        writer: getWriter(request),
        place,
        ipHash: facts.hashAddress(request, tenantId),
      });
    };
    const visitor = await findVisitor(request, tenantId, body.visitorId);
    const submitted = await submitAs(visitor).catch((error: unknown) => {
      // Another request has just made a record of the id in the cookie.
      const isTaken = error instanceof ServiceError && error.code === 'visitor_cookie_required';
      if (!isTaken || body.visitorId !== undefined || visitor.isNew) throw error;
      return submitAs(newVisitor());
    });
    return { ...submitted, warnings: [...submitted.warnings, ...warnings] };
  };
}

/** Facts in a request that show the visitor's place. */
interface PlaceHints extends Partial<Pick<ConsentInput, 'timezone' | 'locale'>> {
  /** Wanted languages. Unset: those of `Accept-Language`. */
  readonly lang?: string | undefined;
}

export interface RequestFacts {
  locateVisitor(request: AnyRequest, hints: PlaceHints): Promise<VisitorPlace>;
  /**
   * Returns a hash of the visitor's address; null when it is not known. It differs between tenants, so that
   * nobody can find a visitor of one among those of another.
   */
  hashAddress(request: AnyRequest, tenantId: string): string | null;
}

export interface RequestFactsOptions {
  /** Never rejects; unknown places come back as nulls. */
  readonly locate: LocateVisitor;
  /** Key for the hash of addresses. */
  readonly ipHashKey: Buffer;
}

export function createRequestFacts({ locate, ipHashKey }: RequestFactsOptions): RequestFacts {
  return {
    async locateVisitor(request, { timezone = null, locale = null, lang }) {
      // A server's call does not show the visitor's place, except by its body.
      const { headers, ip } = isBrowser(request) ? request : { headers: {}, ip: null };
      return locate({
        headers,
        ip,
        timezone,
        languages: parseAcceptLanguage(lang ?? headers['accept-language']),
        language: null,
        locale,
      });
    },
    hashAddress: (request, tenantId) =>
      request.ip === null || !isBrowser(request)
        ? null
        : hmacSha256Hex(ipHashKey, `${tenantId} ${request.ip}`),
  };
}

export const getWriter = ({ caller }: AnyRequest): Writer =>
  caller.kind === 'apiKey' ? { by: 'apiKey', apiKeyId: caller.keyId } : { by: 'visitor', apiKeyId: null };

export function gpcSignal({ headers }: AnyRequest): boolean {
  const sent = headers['sec-gpc'];
  return sent !== undefined && hasGpcSignal(sent);
}

/** Only the host knows who its users are. @throws ServiceError `validation_failed` */
export function requireServer(
  request: RouteRequest<unknown, unknown, { readonly subjectId?: string | null }>,
): void {
  if (isBrowser(request) && request.body.subjectId !== undefined)
    throw validationFailed({ path: 'subjectId', message: 'can only be sent by a server with an API key' });
}

/**
 * Returns what a decision says about the version that it names: all of it where visitors can have seen that version.
 * @throws ServiceError as `KeepRefusals`
 */
export function readAboutVersion<Body extends AboutVersion>(
  profile: ProfileFacts | null,
  body: Body,
  keepRefusals: KeepRefusals,
): Kept<Body> {
  const { profileVersion } = body;
  if (profileVersion === undefined || profile?.seenVersions.has(profileVersion))
    return { body, warnings: [] };
  return keepRefusals(profile, body);
}

/** Names that crawlers, previews, monitors and test browsers have in their user agent. Cubot makes telephones. */
const automated =
  /(?<!cu)bot(?:\b|[_-])|crawl|spider|slurp|headless|lighthouse|pagespeed|gtmetrix|pingdom|uptime|monitor|preview|facebookexternalhit|whatsapp|puppeteer|playwright|phantomjs|selenium|curl|wget|python|java\/|go-http|okhttp|axios|node/i;

/**
 * Returns whether a request comes from a program or from a page that nobody looks at yet, so that it is not counted as
 * a visitor. Browsers that hide that they are automated are counted.
 */
export function isAutomated(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  const purpose = `${headers['sec-purpose']} ${headers.purpose}`;
  return agent === '' || automated.test(agent) || /prefetch|prerender/.test(purpose);
}
