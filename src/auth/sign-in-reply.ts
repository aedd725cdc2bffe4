import type { RouteReply, RouteRequest } from '../http/route';
import type { LoginReply } from './auth-schemas';
import { unauthenticated } from './sessions';
import type { TotpChallenge } from './totp/totp-challenges';

/** What comes of a sign-in through a provider: a session, or the question for a one-time code. */
export type SignInOutcome = { readonly session: LoginReply } | { readonly challenge: TotpChallenge };

/**
 * Ends a sign-in where it was to end: with JSON, or at the dashboard beside the admin API, wherever that is
 * mounted. What the dashboard is told is in the fragment, which is sent to no server and which it takes out
 * of the address at once.
 * @throws ServiceError `unauthenticated` with `totpRequired`, when JSON was asked for and a code is needed
 */
export function signInReply(
  outcome: SignInOutcome,
  { mountPath }: RouteRequest,
  redirect: 'dashboard' | null,
  redirectStatus: 302 | 303,
): RouteReply {
  if (redirect === null && 'challenge' in outcome)
    throw unauthenticated('Send a code of your authenticator app too.', {
      totpRequired: true,
      ...outcome.challenge,
    });
  if (redirect === null && 'session' in outcome) return { body: outcome.session };
  // Always a path of this host: two slashes in front would name another.
  const base = mountPath.replace(/\/admin\/v1$/, '').replace(/^[/\\]{2,}/, '/');
  const told: Record<string, string> =
    'session' in outcome
      ? { token: outcome.session.token, expiresAt: outcome.session.expiresAt }
      : { totpChallenge: outcome.challenge.challenge, expiresAt: outcome.challenge.expiresAt };
  return { status: redirectStatus, headers: { Location: `${base}/#${new URLSearchParams(told)}` } };
}
