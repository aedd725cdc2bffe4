import type { IncomingHttpHeaders } from 'node:http';
import type { LocateVisitor, ProfileFacts } from '#banners/profiles/index';
import type { RouteRequest } from '#platform/http/route';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { validationFailed } from '#platform/kernel/errors';
import { hasGpcSignal } from '#standards/gpc/index';
import { parseAcceptLanguage } from '#standards/locale/index';
import type { ConsentInput } from '../consent-schemas';
import { isBrowser } from '../ownership/consent-access';
import type { VisitorPlace, Writer } from '../records/stored-consent';

/** Facts of a request that brings a decision. */

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

/** The fields of a body that state the visitor's place. */
type PlaceHints = Pick<ConsentInput, 'timezone' | 'locale'>;

export interface RequestFacts {
  locateVisitor(request: RouteRequest<unknown, unknown, PlaceHints>): Promise<VisitorPlace>;
  /** Returns a hash of the visitor's address; null when it is not known. */
  hashAddress(request: AnyRequest): string | null;
}

export interface RequestFactsOptions {
  /** Never rejects; unknown places come back as nulls. */
  readonly locate: LocateVisitor;
  /** Key for the hash of addresses. */
  readonly ipHashKey: Buffer;
}

export function createRequestFacts({ locate, ipHashKey }: RequestFactsOptions): RequestFacts {
  return {
    async locateVisitor(request) {
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
    },
    hashAddress: (request) =>
      request.ip === null || !isBrowser(request) ? null : hmacSha256Hex(ipHashKey, request.ip),
  };
}

export const getWriter = ({ caller }: AnyRequest): Writer =>
  caller.kind === 'apiKey' ? { by: 'apiKey', apiKeyId: caller.keyId } : { by: 'visitor', apiKeyId: null };

export const gpcSignal = (request: AnyRequest): boolean => hasGpcSignal(request.headers['sec-gpc']);

/** Only the host knows who its users are. @throws ServiceError `validation_failed` */
export function requireServer(
  request: RouteRequest<unknown, unknown, { readonly subjectId?: string | null }>,
): void {
  if (isBrowser(request) && request.body.subjectId !== undefined)
    throw validationFailed({ path: 'subjectId', message: 'can only be sent by a server with an API key' });
}

/** @throws ServiceError `validation_failed` for a version that no visitor of the profile can have seen */
export function requireSeen(
  profile: ProfileFacts | null,
  { profileVersion }: Pick<ConsentInput, 'profileVersion'>,
): number | undefined {
  if (profileVersion !== undefined && !profile?.seenVersions.has(profileVersion))
    throw validationFailed({
      path: 'profileVersion',
      message: 'does not match a published version of this profile',
    });
  return profileVersion;
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
