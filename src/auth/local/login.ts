import type { Database } from '../../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import { type Credentials, findCredentials, findUser, normalizeEmail, type PasswordHasher, recordLogin } from '../../features/accounts';
import type { Actor } from '../../kernel/caller';
import { type Clock, toIso } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import { defaultTenantId } from '../../kernel/ids';
import type { LoginReply } from '../auth-schemas';
import { type Sessions, unauthenticated } from '../sessions';
import type { LoginLimits, Reservation } from './login-limits';

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string | null;
  readonly requestId: string;
}

export interface LoginOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly limits: LoginLimits;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

type FailureReason = 'unknown_account' | 'wrong_password' | 'inactive' | 'locked';

/**
 * Signs in with e-mail and password. Every refusal looks and lasts the same, whether or not there is such an account.
 * @throws ServiceError `unauthenticated`, `rate_limited`, `unavailable`
 */
export function createLogin({ database, runUnit, limits, hasher, sessions, clock }: LoginOptions): (attempt: LoginAttempt) => Promise<LoginReply> {
  function noteFailure(unit: UnitOfWork, attempt: LoginAttempt, reason: FailureReason, userId: string | null): void {
    const actor: Actor = { userId: null, userEmail: null, requestId: attempt.requestId };
    const { email } = attempt;
    unit.audit({ tenantId: defaultTenantId, action: 'auth:loginFailed', resourceType: 'user', resourceId: userId, actor, changes: { email, reason } });
    unit.emit('auth.loginFailed', { tenantId: defaultTenantId, occurredAt: toIso(clock.now()), email, reason });
  }

  /** Of a lock only the first refusal is noted: the append-only log must not grow as fast as someone can send. */
  async function reserve(attempt: LoginAttempt): Promise<Reservation> {
    const reserved = await runUnit(async (unit) => {
      const outcome = await limits.reserve(unit, attempt.email, attempt.ip);
      if (!outcome.allowed && outcome.first) noteFailure(unit, attempt, 'locked', null);
      return outcome;
    });
    if (reserved.allowed) return reserved.reservation;
    throw new ServiceError('rate_limited', {
      message: 'Too many failed sign-ins; try again later.',
      headers: { 'Retry-After': String(reserved.retryAfterSeconds) },
    });
  }

  async function passwordMatches(attempt: LoginAttempt, account: Credentials | null, reservation: Reservation): Promise<boolean> {
    try {
      return await hasher.verify(attempt.password, account?.passwordHash ?? null);
    } catch (error) {
      // Nothing was tried, so nothing failed.
      await database.transaction((connection) => limits.giveBack(connection, reservation));
      throw error;
    }
  }

  function open(attempt: LoginAttempt, { userId, passwordHash }: Credentials, reservation: Reservation): Promise<LoginReply | null> {
    return runUnit(async (unit) => {
      if (passwordHash === null || !(await recordLogin(unit, userId, passwordHash, clock.now()))) return null;
      const session = await sessions.open(unit, userId);
      const user = await findUser(unit, userId);
      if (session === null || user === null) return null;
      await limits.giveBack(unit, reservation);
      const { token, expiresAt, principal } = session;
      const actor: Actor = { userId, userEmail: principal.email, requestId: attempt.requestId };
      const changes = { sessionId: principal.sessionId };
      unit.audit({ tenantId: defaultTenantId, action: 'auth:login', resourceType: 'user', resourceId: userId, actor, changes });
      return { token, expiresAt, user };
    });
  }

  return async (given) => {
    const attempt = { ...given, email: normalizeEmail(given.email) };
    const reservation = await reserve(attempt);
    const account = await database.read((connection) => findCredentials(connection, attempt.email));
    const matches = await passwordMatches(attempt, account, reservation);
    if (account !== null && matches && account.active) {
      const reply = await open(attempt, account, reservation);
      if (reply !== null) return reply;
    }
    const reason: FailureReason = account === null ? 'unknown_account' : matches ? 'inactive' : 'wrong_password';
    await runUnit(async (unit) => noteFailure(unit, attempt, reason, account?.userId ?? null));
    throw unauthenticated('The e-mail address or the password is wrong.');
  };
}
