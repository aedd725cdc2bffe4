import type { RunUnitOfWork, UnitOfWork } from '../database/unit-of-work';
import type { Actor } from '../kernel/caller';
import { type Clock, toIso } from '../kernel/clock';
import { hmacSha256Hex } from '../kernel/crypto';
import { defaultTenantId } from '../kernel/ids';
import { networkOf } from '../kernel/ip-address';
import { addAttempts } from './login-attempt-repository';

/** A sign-in that was refused. */
export interface FailedLogin {
  /** Null while nobody has been named. */
  readonly email: string | null;
  /** A stable snake_case word. */
  readonly reason: string;
  readonly userId: string | null;
  readonly requestId: string;
}

/** Writes a refused sign-in to the audit log, in the caller's transaction, and tells it to listeners. */
export function noteFailure(unit: UnitOfWork, { email, reason, userId, requestId }: FailedLogin, clock: Clock): void {
  const actor: Actor = { userId: null, userEmail: null, requestId };
  unit.audit({ tenantId: defaultTenantId, action: 'auth:loginFailed', resourceType: 'user', resourceId: userId, actor, changes: { email, reason } });
  unit.emit('auth.loginFailed', { tenantId: defaultTenantId, occurredAt: toIso(clock.now()), email, reason });
}

/** Writes a sign-in that started a session to the audit log, in the caller's transaction. */
export function noteLogin(unit: UnitOfWork, user: { readonly id: string; readonly email: string }, sessionId: string | null, requestId: string): void {
  const actor: Actor = { userId: user.id, userEmail: user.email, requestId };
  unit.audit({ tenantId: defaultTenantId, action: 'auth:login', resourceType: 'user', resourceId: user.id, actor, changes: { sessionId } });
}

/** Refused sign-ins of one network that are noted in a window; further ones are only refused. */
const windowMs = 15 * 60_000;
const notedInWindow = 100;

export interface FailureNotes {
  /** Notes a sign-in through a provider that was refused. @param ip the client's, of which only a keyed hash is kept */
  note(failed: FailedLogin, ip: string | null): Promise<void>;
}

/** Anyone can make such a sign-in fail: the append-only log must not grow as fast as someone can send. */
export function createFailureNotes(runUnit: RunUnitOfWork, attemptKey: () => Promise<Buffer>, clock: Clock): FailureNotes {
  return {
    async note(failed, ip) {
      const key = await attemptKey();
      const keyHash = hmacSha256Hex(key, JSON.stringify(['provider', ip === null ? 'unknown' : networkOf(ip)]));
      await runUnit(async (unit) => {
        const [count] = await addAttempts(unit, [keyHash], clock.now(), windowMs);
        const attempts = count?.attempts ?? 0;
        if (attempts <= notedInWindow) noteFailure(unit, failed, clock);
        else if (attempts === notedInWindow + 1) noteFailure(unit, { ...failed, email: null, userId: null, reason: 'locked' }, clock);
      });
    },
  };
}
