import type { RouteReply, RouteRequest } from '../http/route';
import type { LoginReply } from './auth-schemas';
import { unauthenticated } from './sessions';
import type { TotpChallenge } from './totp/totp-challenges';

/** Result of a sign-in through a provider: a session, or a challenge for a one-time code. */
export type SignInOutcome = { readonly session: LoginReply } | { readonly challenge: TotpChallenge };

/**
 * Returns the reply of a sign-in: JSON, or a redirect to the dashboard, which is mounted next to the admin
 * API. The dashboard receives the token in the fragment, which browsers do not send to servers and which the
 * dashboard removes from the address at once.
 * @throws ServiceError `unauthenticated` with `totpRequired` when JSON was requested and a code is required
 */
export function signInReply(
  outcome: SignInOutcome,
  { mountPath }: RouteRequest,
  redirect: 'dashboard' | null,
  redirectStatus: 302 | 303,
): RouteReply {
  if (redirect === null && 'challenge' in outcome)
    throw unauthenticated('Send a code from your authenticator app too.', {
      totpRequired: true,
      ...outcome.challenge,
    });
  if (redirect === null && 'session' in outcome) return { body: outcome.session };
  // Two slashes at the beginning would make it the address of another host.
  const base = mountPath.replace(/\/admin\/v1$/, '').replace(/^[/\\]{2,}/, '/');
  const fragment: Record<string, string> =
    'session' in outcome
      ? { token: outcome.session.token, expiresAt: outcome.session.expiresAt }
      : { totpChallenge: outcome.challenge.challenge, expiresAt: outcome.challenge.expiresAt };
  return { status: redirectStatus, headers: { Location: `${base}/#${new URLSearchParams(fragment)}` } };
}
