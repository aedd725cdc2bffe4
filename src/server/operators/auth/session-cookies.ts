import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RouteReply, RouteRequest } from '#platform/http/route';
import type { Principal } from '#platform/kernel/caller';
import { endStrayCookies, readCookies } from '#platform/kernel/cookies';
import { sha256Hex } from '#platform/kernel/crypto';
import { ServiceError, unauthenticated } from '#platform/kernel/errors';
import { parseUrl } from '#platform/kernel/parse-url';
import type { LoginReply } from './auth-schemas';
import { bearerToken } from './bearer';
import { hostCookieName, setHostCookie } from './host-cookie';
import { RefusedCookie, type Sessions, type SessionTokens } from './sessions';

// Why: docs/adr/0050-sessions-in-a-cookie.md

/** The address by which a browser reaches the admin API. */
export type AdminSite = Pick<RouteRequest, 'secure' | 'mountPath' | 'mountUrl'>;

/** A completed sign-in. */
export type SignedIn = SessionTokens & { readonly user: LoginReply['user'] };

/**
 * Returns the name of the cookie. It depends on the path, because a cookie with the prefix `__Host-` belongs
 * to the whole host: two services below different paths must not replace each other's cookie.
 */
const cookieName = ({ mountPath }: AdminSite) => `svc_admin_${sha256Hex(mountPath).slice(0, 8)}`;

/**
 * Returns whether a browser reports that a page of the service's own origin sent the request. A browser that
 * does not send `Sec-Fetch-Site` must send a header that pages of other origins cannot set without a
 * preflight, which the admin API does not allow.
 */
function isFromOwnPage(headers: IncomingHttpHeaders, { mountUrl }: AdminSite): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (!headers['x-requested-with']) return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  const host = parseUrl(origin)?.host;
  return host !== undefined && host === parseUrl(mountUrl)?.host;
}

/**
 * Refuses a sign-in that a page of another site sends: it would sign the browser in to an account that its
 * user did not choose.
 * @throws ServiceError `origin_not_allowed`
 */
export function requireOwnPage(request: AdminSite & Pick<RouteRequest, 'headers'>): void {
  if (!isFromOwnPage(request.headers, request))
    throw new ServiceError('origin_not_allowed', {
      message:
        'A session cookie can be requested only by a page of this origin; without `Sec-Fetch-Site`, send `X-Requested-With`.',
    });
}

/** A request of a browser that gets or loses a session. */
type SessionRequest = AdminSite & Pick<RouteRequest, 'cookies'>;

/** Returns the `Set-Cookie` headers that store a session in the browser until it expires. */
export function setSessionCookie(
  { cookieToken, expiresInSeconds }: SessionTokens,
  request: SessionRequest,
): string[] {
  return sessionCookies(cookieToken, expiresInSeconds, request);
}

/** Returns the `Set-Cookie` headers that remove the session. */
export const clearSessionCookie = (request: SessionRequest): string[] => sessionCookies('', 0, request);

function sessionCookies(value: string, maxAge: number, request: SessionRequest): string[] {
  const { secure, mountPath } = request;
  const name = cookieName(request);
  const path = mountPath || '/';
  const stray = { name: hostCookieName(name, secure), place: { path } };
  return [
    ...endStrayCookies(request, [stray], { secure, sameSite: 'strict' }),
    setHostCookie({ name, value, maxAge, secure, path, sameSite: 'strict' }),
  ];
}

/** Returns whether an authenticated request of a session mode was authenticated by its cookie. */
export const usesCookie = ({ headers }: Pick<RouteRequest, 'headers'>): boolean =>
  headers.authorization === undefined;

/** Returns the reply of a sign-in: with the token in the body, or with a cookie and no token. */
export function loginReply(
  { token, expiresAt, user, ...signedIn }: SignedIn,
  store: 'token' | 'cookie',
  request: SessionRequest,
): RouteReply & { readonly body: LoginReply } {
  if (store === 'token') return { body: { token, expiresAt, user } };
  return {
    body: { expiresAt, user },
    headers: { 'Set-Cookie': setSessionCookie({ token, expiresAt, ...signedIn }, request) },
  };
}

/**
 * Creates the authentication of the modes with sessions: by the `Authorization` header if there is one, else
 * by the cookie. Of several cookies, the newest session counts: others are left over from earlier paths, or planted.
 */
export function createSessionAuthentication(
  sessions: Sessions,
): (req: IncomingMessage, requestId: string, site: AdminSite) => Promise<Principal> {
  return async ({ headers }, _requestId, site) => {
    const { authorization, cookie } = headers;
    if (authorization !== undefined) return sessions.authenticate(bearerToken(authorization), 'bearer');
    const tokens = readCookies(cookie, hostCookieName(cookieName(site), site.secure));
    if (tokens.length === 0) throw unauthenticated();
    if (!isFromOwnPage(headers, site))
      throw unauthenticated(
        'The session cookie is accepted only from pages of this origin; without `Sec-Fetch-Site`, send `X-Requested-With`.',
        {},
        new RefusedCookie(),
      );
    const found = await Promise.allSettled(tokens.map((token) => sessions.authenticate(token, 'cookie')));
    const newest = found
      .flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      // Ids of sessions sort by creation time.
      .reduce<Principal | null>((a, b) => ((a?.sessionId ?? '') > (b.sessionId ?? '') ? a : b), null);
    if (newest !== null) return newest;
    throw getFault(found);
  };
}

/** Returns why no session was found: an outage, if that is the reason for any of the cookies. */
function getFault(found: readonly PromiseSettledResult<unknown>[]): unknown {
  const faults = found.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  return (
    faults.find((fault) => !(fault instanceof ServiceError && fault.code === 'unauthenticated')) ?? faults[0]
  );
}
