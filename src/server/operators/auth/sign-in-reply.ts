import type { ErrorPage, FailedRequest, RouteReply, RouteRequest } from '#platform/http/route';
import { findDashboard } from '#platform/kernel/dashboard-address';
import { type ServiceError, unauthenticated } from '#platform/kernel/errors';
import { loginReply, type SignedIn, setSessionCookie } from './session-cookies';
import type { TotpChallenge } from './totp/totp-challenges';

/** Result of a sign-in through a provider: a session, or a challenge for a one-time code. */
export type SignInOutcome = { readonly session: SignedIn } | { readonly challenge: TotpChallenge };

/** The page at which a sign-in through a provider ends; null is a JSON reply. */
export type SignInEnd = 'dashboard' | null;

/** `See Other` after a POST, so that the browser follows it with a GET. */
type RedirectStatus = 302 | 303;

/**
 * Returns the reply of a sign-in: JSON, or a redirect to the dashboard with the session in a cookie.
 * @throws ServiceError `unauthenticated` with `totpRequired` when JSON was requested and a code is required
 */
export function signInReply(
  outcome: SignInOutcome,
  request: RouteRequest,
  { end, dashboardPath }: { readonly end: SignInEnd; readonly dashboardPath: string },
  status: RedirectStatus,
): RouteReply {
  if ('challenge' in outcome) {
    const { challenge, expiresAt } = outcome.challenge;
    if (end === 'dashboard')
      return toDashboard(request, dashboardPath, { totpChallenge: challenge, expiresAt }, status);
    throw unauthenticated('Send a code from your authenticator app too.', {
      totpRequired: true,
      challenge,
      expiresAt,
    });
  }
  if (end === null) return loginReply(outcome.session, 'token', request);
  const reply = toDashboard(request, dashboardPath, { signedIn: '1' }, status);
  return withCookie(reply, setSessionCookie(outcome.session, request));
}

/**
 * Groups of reasons for which a person at the dashboard needs to do something different. For other reasons,
 * the redirect has the code of the error.
 */
const errorGroups: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    sign_in_expired: [
      'state_mismatch',
      'login_expired',
      'state_replayed',
      'unknown_request',
      'unsolicited_response',
      'other_browser',
      'response_expired',
      'response_replayed',
    ],
    not_allowed: [
      'required_claim_missing',
      'required_attribute_missing',
      'domain_not_allowed',
      'tenant_not_allowed',
      'email_missing',
      'email_not_verified',
    ],
    provider_refused: ['provider_refused'],
    sign_in_misconfigured: ['wrong_issuer'],
  }).flatMap(([code, reasons]) => reasons.map((reason) => [reason, code])),
);

/**
 * Returns the redirect that shows a refused sign-in at the dashboard.
 * @param reason the reason in the audit log, if the service refused the provider's answer
 */
export function refusedReply(
  { code }: ServiceError,
  reason: string | null,
  request: RouteRequest,
  dashboardPath: string,
  status: RedirectStatus,
): RouteReply {
  return toDashboard(request, dashboardPath, { error: errorGroups[reason ?? ''] ?? code }, status);
}

/**
 * Shows the errors of a sign-in that its own steps have not met, such as those of a rate limit, at the dashboard too.
 * @param findEnd returns where the sign-in ends, by what the request says
 */
export const errorAtDashboard =
  (findEnd: (failed: FailedRequest) => SignInEnd, dashboardPath: string, status: RedirectStatus): ErrorPage =>
  (failed) =>
    findEnd(failed) === 'dashboard'
      ? toDashboard(failed, dashboardPath, { error: failed.code }, status)
      : null;

/** Returns where a sign-in ends that a request asks for. */
export const wantedEnd = ({ query }: FailedRequest): SignInEnd =>
  query.redirect === 'dashboard' ? 'dashboard' : null;

/** Adds `Set-Cookie` headers to those of a reply. */
export function withCookie(reply: RouteReply, cookie: string | readonly string[]): RouteReply {
  const before = reply.headers?.['Set-Cookie'] ?? [];
  return { ...reply, headers: { ...reply.headers, 'Set-Cookie': [before, cookie].flat() } };
}

/**
 * Returns a redirect to the dashboard, which is served next to the admin API. No part of the address comes
 * from the request's query or body. Browsers do not send the fragment to servers; without one they would keep
 * that of the provider's page.
 */
function toDashboard(
  { mountPath }: Pick<RouteRequest, 'mountPath'>,
  dashboardPath: string,
  fragment: Readonly<Record<string, string>>,
  status: RedirectStatus,
): RouteReply {
  // Two slashes at the beginning would make it the address of another host.
  const page = findDashboard(mountPath, dashboardPath).replace(/^[/\\]{2,}/, '/');
  return { status, headers: { Location: `${page}#${new URLSearchParams(fragment)}` } };
}
