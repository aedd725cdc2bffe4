import type { Database } from '../../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import { type Credentials, findCredentials, findUser, normalizeEmail, type PasswordHasher, recordLogin } from '../../features/accounts';
import type { Clock } from '../../kernel/clock';
import type { ServiceError } from '../../kernel/errors';
import { type AttemptLimits, type Reservation, type Reserved, tooManyAttempts } from '../attempt-limits';
import type { LoginReply } from '../auth-schemas';
import { noteFailure, noteLogin } from '../login-notes';
import { type Sessions, unauthenticated } from '../sessions';
import type { FittingCode, TotpService } from '../totp/totp-service';

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  /** A one-time code. */
  readonly totp: string | undefined;
  readonly ip: string | null;
  readonly requestId: string;
}

export interface LoginOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly limits: AttemptLimits;
  readonly totp: TotpService;
  /** Whether users who have TOTP on must send a code. */
  readonly totpRequired: boolean;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

type FailureReason = 'unknown_account' | 'wrong_password' | 'inactive' | 'totp_missing' | 'wrong_totp' | 'locked';

/**
 * Signs in with e-mail and password, and with a one-time code where one is needed. Every refusal looks and lasts the same,
 * whether or not there is such an account; only who knows the password learns that a code is needed too.
 * @throws ServiceError `unauthenticated`, `rate_limited`, `unavailable`
 */
export function createLogin(options: LoginOptions): (attempt: LoginAttempt) => Promise<LoginReply> {
  const { database, runUnit, limits, totp, totpRequired, hasher, sessions, clock } = options;

  /** Of a lock only the first refusal is noted: the append-only log must not grow as fast as someone can send. */
  async function reserve(attempt: LoginAttempt, userId: string | null, count: (unit: UnitOfWork) => Promise<Reserved>): Promise<Reservation> {
    const reserved = await runUnit(async (unit) => {
      const outcome = await count(unit);
      if (!outcome.allowed && outcome.first) noteFailure(unit, { ...attempt, reason: 'locked', userId }, clock);
      return outcome;
    });
    if (reserved.allowed) return reserved.reservation;
    throw tooManyAttempts('Too many failed sign-ins; try again later.', reserved.retryAfterSeconds);
  }

  /** What is thrown says that nothing was tried, so nothing failed. */
  async function orGiveBack<T>(reservation: Reservation, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await database.transaction((connection) => limits.giveBack(connection, reservation));
      throw error;
    }
  }

  function open(attempt: LoginAttempt, account: Credentials, code: FittingCode | null, reservation: Reservation): Promise<LoginReply | FailureReason> {
    const { userId, passwordHash } = account;
    return runUnit(async (unit) => {
      if (code !== null && !(await totp.spend(unit, code))) return 'wrong_totp';
      if (passwordHash === null || !(await recordLogin(unit, userId, passwordHash, clock.now()))) return 'inactive';
      const session = await sessions.open(unit, userId);
      const user = await findUser(unit, userId);
      if (session === null || user === null) return 'inactive';
      await limits.giveBack(unit, reservation);
      noteLogin(unit, user, session.principal.sessionId, attempt.requestId);
      return { token: session.token, expiresAt: session.expiresAt, user };
    });
  }

  /** For who knows the password. */
  async function enter(attempt: LoginAttempt, account: Credentials, reservation: Reservation): Promise<LoginReply | FailureReason> {
    if (!totpRequired || !account.totp.enabled) return open(attempt, account, null, reservation);
    const { totp: given } = attempt;
    if (given === undefined) {
      await database.transaction((connection) => limits.giveBack(connection, reservation));
      return 'totp_missing';
    }
    const codeReservation = await orGiveBack(reservation, () => reserve(attempt, account.userId, (unit) => limits.reserveCode(unit, account.userId)));
    const both = [...reservation, ...codeReservation];
    const code = await orGiveBack(both, () => totp.match(account.totp, given));
    return code === null ? 'wrong_totp' : open(attempt, account, code, both);
  }

  return async (given) => {
    const attempt = { ...given, email: normalizeEmail(given.email) };
    const reservation = await reserve(attempt, null, (unit) => limits.reserveSignIn(unit, attempt.email, attempt.ip));
    const account = await database.read((connection) => findCredentials(connection, attempt.email));
    const matches = await orGiveBack(reservation, () => hasher.verify(attempt.password, account?.passwordHash ?? null));
    const outcome =
      account === null ? 'unknown_account' : !matches ? 'wrong_password' : !account.active ? 'inactive' : await enter(attempt, account, reservation);
    if (typeof outcome !== 'string') return outcome;
    await runUnit(async (unit) => noteFailure(unit, { ...attempt, reason: outcome, userId: account?.userId ?? null }, clock));
    throw refusal(outcome);
  };
}

function refusal(reason: FailureReason): ServiceError {
  const totpRequired = { totpRequired: true };
  if (reason === 'totp_missing') return unauthenticated('Send a code of your authenticator app too.', totpRequired);
  if (reason === 'wrong_totp') return unauthenticated('The code is wrong or was used before.', totpRequired);
  return unauthenticated('The e-mail address or the password is wrong.');
}
