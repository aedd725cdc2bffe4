import type { Database } from '#platform/database/database';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { type ServiceError, unauthenticated } from '#platform/kernel/errors';
import {
  type Credentials,
  findCredentials,
  findUser,
  type PasswordHasher,
  recordLogin,
} from '../../accounts';
import type { AttemptLimits, Reservation } from '../attempt-limits';
import { auditSignIn, type FailedSignInAudit } from '../audit-sign-ins';
import { toSubscriberNetwork } from '../client-networks';
import type { SignedIn } from '../session-cookies';
import type { Sessions } from '../sessions';
import type { MatchedCode, TotpService } from '../totp/totp-service';

export interface LoginAttempt {
  /** E-mail address, lower-cased. */
  readonly email: string;
  readonly password: string;
  /** A one-time code. */
  readonly totp: string | undefined;
  readonly ip: string | null;
  /** A device on which this account has signed in before. */
  readonly device: string | null;
  readonly requestId: string;
}

export interface LoginOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly limits: AttemptLimits;
  readonly failures: FailedSignInAudit;
  readonly totp: TotpService;
  /** Whether users with TOTP enabled must send a code. */
  readonly totpRequired: boolean;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

type FailureReason =
  | 'unknown_account'
  | 'wrong_password'
  | 'inactive'
  | 'totp_missing'
  | 'wrong_totp'
  | 'locked';

/** A refused sign-in, with the reservations that stay counted as failed. */
interface Failure {
  readonly reason: FailureReason;
  readonly reservations: readonly Reservation[];
}

/**
 * Creates the function that signs users in with e-mail and password, and with a one-time code where one is
 * required. All refusals look the same and take the same time, whether or not the account exists; only
 * callers who know the password learn that a code is required.
 * @throws ServiceError `unauthenticated`, `rate_limited`, `unavailable`
 */
export function createLogin(options: LoginOptions): (attempt: LoginAttempt) => Promise<SignedIn> {
  const { database, runUnit, limits, failures, totp, totpRequired, hasher, sessions, clock } = options;

  /** Looks the account up for a lock: a failure of a known account is recorded whatever others do. */
  const noteLock =
    ({ email, requestId }: LoginAttempt) =>
    async (unit: Parameters<FailedSignInAudit['add']>[0]) => {
      const userId = (await findCredentials(unit, email))?.userId ?? null;
      await failures.add(unit, { email, reason: 'locked', userId, requestId });
    };

  function open(
    attempt: LoginAttempt,
    account: Credentials,
    code: MatchedCode | null,
    reservations: readonly Reservation[],
  ): Promise<SignedIn | Failure> {
    const { userId, passwordHash } = account;
    const openSession = async (unit: UnitOfWork): Promise<SignedIn | Failure> => {
      if (code !== null && !(await totp.spend(unit, code))) return { reason: 'wrong_totp', reservations };
      if (passwordHash === null) return { reason: 'inactive', reservations };
      const { email } = attempt;
      const withoutTotp = totpRequired && code === null;
      if (!(await recordLogin(unit, { userId, email, passwordHash, withoutTotp }, clock.now()))) {
        const current = await findCredentials(unit, email);
        const lacksCode = withoutTotp && current?.passwordHash === passwordHash && current.totp.enabled;
        if (!lacksCode) return { reason: 'inactive', reservations };
        await limits.giveBack(unit, ...reservations);
        return { reason: 'totp_missing', reservations: [] };
      }
      const session = await sessions.open(unit, userId);
      const user = await findUser(unit, userId);
      if (session === null || user === null) return { reason: 'inactive', reservations };
      await limits.giveBack(unit, ...reservations);
      auditSignIn(unit, user, session.principal.sessionId, attempt.requestId);
      return { ...session, user };
    };
    return limits.orRelease(reservations, () => runUnit(openSession));
  }

  /** Continues the sign-in of a caller who knows the password. */
  async function enter(
    attempt: LoginAttempt,
    account: Credentials,
    reservation: Reservation,
  ): Promise<SignedIn | Failure> {
    if (!totpRequired || !account.totp.enabled) return open(attempt, account, null, [reservation]);
    const { totp: totpCode } = attempt;
    if (totpCode === undefined) {
      await limits.release(reservation);
      return { reason: 'totp_missing', reservations: [] };
    }
    const both = [
      reservation,
      await limits.orRelease([reservation], () => limits.reserveCode(account.userId, noteLock(attempt))),
    ];
    const code = await limits.orRelease(both, () => totp.match(account.totp, totpCode));
    return code === null ? { reason: 'wrong_totp', reservations: both } : open(attempt, account, code, both);
  }

  async function verify(
    attempt: LoginAttempt,
    account: Credentials | null,
    reservation: Reservation,
  ): Promise<SignedIn | Failure> {
    const rank = attempt.device !== null ? 0 : reservation.hasFailed ? 2 : 1;
    const turn = { party: toSubscriberNetwork(attempt.ip), rank };
    const matches = await limits.orRelease([reservation], () =>
      hasher.verify(attempt.password, account?.passwordHash ?? null, turn),
    );
    if (account === null) return { reason: 'unknown_account', reservations: [reservation] };
    if (!matches) return { reason: 'wrong_password', reservations: [reservation] };
    return account.active
      ? enter(attempt, account, reservation)
      : { reason: 'inactive', reservations: [reservation] };
  }

  return async (attempt) => {
    const reservation = await limits.reserveSignIn(attempt.email, attempt, noteLock(attempt));
    const account = await limits.orRelease([reservation], () =>
      database.read((connection) => findCredentials(connection, attempt.email)),
    );
    const outcome = await verify(attempt, account, reservation);
    if (!('reason' in outcome)) return outcome;
    const { reason, reservations } = outcome;
    await runUnit(async (unit) => {
      await limits.fail(unit, ...reservations);
      await failures.add(unit, {
        email: attempt.email,
        reason,
        userId: account?.userId ?? null,
        requestId: attempt.requestId,
      });
    });
    throw refusal(reason);
  };
}

function refusal(reason: FailureReason): ServiceError {
  const totpRequired = { totpRequired: true };
  if (reason === 'totp_missing')
    return unauthenticated('Send a code from your authenticator app too.', totpRequired);
  if (reason === 'wrong_totp')
    return unauthenticated('The code is wrong or has already been used.', totpRequired);
  return unauthenticated('The e-mail address or the password is wrong.');
}
