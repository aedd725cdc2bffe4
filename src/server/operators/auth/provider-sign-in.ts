import type { UnitOfWork } from '#platform/database/unit-of-work';
import { ServiceError, unauthenticated } from '#platform/kernel/errors';
import {
  findTotp,
  findUser,
  normalizeEmail,
  type ProviderRefusal,
  type ProviderUser,
  type ProviderUsers,
} from '../accounts';
import { auditSignIn, type FailedSignInAudit } from './audit-sign-ins';
import type { Sessions } from './sessions';
import type { SignInOutcome } from './sign-in-reply';
import type { TotpChallenges } from './totp/totp-challenges';

/** The request that signs in. */
export interface SignInRequest {
  readonly requestId: string;
  /** Address of the client, used only for counting. */
  readonly ip: string | null;
}

/**
 * Completes a sign-in through a provider with a session, a challenge for a one-time code, or a refusal. The
 * audit log records the result.
 */
export interface ProviderSignIn {
  /**
   * Signs the user in or issues a challenge.
   * @param endsBy latest end of the session that the provider allows (epoch ms)
   * @throws ServiceError 401 `unauthenticated`, 403 `identity_conflict`
   */
  complete(user: ProviderUser, request: SignInRequest, endsBy?: number | null): Promise<SignInOutcome>;
  /**
   * Records a refusal and returns the error to throw: 401 `unauthenticated`.
   * @param reason a stable snake_case word
   */
  refuse(
    reason: string,
    request: SignInRequest,
    more?: { readonly email?: string | null; readonly message?: string },
  ): Promise<ServiceError>;
  /** Records the first refusal of a lock, in the caller's transaction. */
  noteLock(unit: UnitOfWork, request: SignInRequest): Promise<void>;
}

export interface ProviderSignInOptions {
  readonly users: ProviderUsers;
  readonly sessions: Sessions;
  readonly failures: FailedSignInAudit;
  readonly challenges: TotpChallenges;
}

/**
 * A session, or the id of the user who needs a code: a challenge cannot be created inside the transaction.
 */
type Entered = Extract<SignInOutcome, { session: unknown }> | { readonly codeFor: string };

/** The cause of an error that refuses a known user, for the audit log. */
export class RefusedUser {
  readonly email: string;

  constructor(
    email: string,
    readonly reason: ProviderRefusal,
  ) {
    this.email = normalizeEmail(email).slice(0, 254);
  }
}

/** Creates the error for a user whom the provider has authenticated but who is not allowed to sign in. */
export function refusalError(reason: ProviderRefusal, email: string): ServiceError {
  const cause = new RefusedUser(email, reason);
  if (reason === 'identity_conflict') return new ServiceError('identity_conflict', { cause });
  return unauthenticated('The sign-in was refused.', {}, cause);
}

export function createProviderSignIn({
  users,
  sessions,
  failures,
  challenges,
}: ProviderSignInOptions): ProviderSignIn {
  return {
    async complete(providerUser, request, endsBy = null) {
      const outcome = await users.signIn<Entered>(
        providerUser,
        request.requestId,
        async (unit, userId, rolesRead) => {
          if (challenges.isNeeded(await findTotp(unit, userId))) return { codeFor: userId };
          const session = await sessions.open(unit, userId, endsBy);
          const user = await findUser(unit, userId);
          // This transaction has locked both rows.
          if (session === null || user === null) throw new Error('a user who signed in a moment ago is gone');
          auditSignIn(unit, user, session.principal.sessionId, request.requestId, rolesRead);
          return { session: { ...session, user } };
        },
      );
      const note = (reason: string, userId: string | null) =>
        failures.note(
          { email: providerUser.email.slice(0, 254), reason, userId, requestId: request.requestId },
          request.ip,
        );
      if (!outcome.ok) {
        await note(outcome.reason, outcome.userId);
        throw refusalError(outcome.reason, providerUser.email);
      }
      if ('session' in outcome.value) return outcome.value;
      await note('totp_missing', outcome.value.codeFor);
      return { challenge: await challenges.issue(outcome.value.codeFor, providerUser, endsBy) };
    },

    async refuse(reason, { requestId, ip }, { email = null, message = 'The sign-in was refused.' } = {}) {
      await failures.note({ email: email?.slice(0, 254) ?? null, reason, userId: null, requestId }, ip);
      return unauthenticated(message);
    },

    noteLock: (unit, { requestId }) =>
      failures.add(unit, { email: null, reason: 'locked', userId: null, requestId }),
  };
}
