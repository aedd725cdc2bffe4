import type { RunUnitOfWork, UnitOfWork } from '../database/unit-of-work';
import { type Actor, systemActor } from '../kernel/caller';
import { type Clock, toIso } from '../kernel/clock';
import { hmacSha256Hex } from '../kernel/crypto';
import { defaultTenantId } from '../kernel/ids';
import { networkOf } from '../kernel/ip-address';
import { addAttempts } from './login-attempt-repository';

/** A sign-in that was refused. */
export interface FailedSignIn {
  /** Null while nobody has been named. */
  readonly email: string | null;
  /** A stable snake_case word. */
  readonly reason: string;
  readonly userId: string | null;
  readonly requestId: string;
}

function write(unit: UnitOfWork, { email, reason, userId, requestId }: FailedSignIn, clock: Clock): void {
  const actor: Actor = { ...systemActor, requestId };
  unit.audit({
    tenantId: defaultTenantId,
    action: 'auth:loginFailed',
    resourceType: 'user',
    resourceId: userId,
    actor,
    changes: { email, reason },
  });
  unit.emit('auth.loginFailed', { tenantId: defaultTenantId, occurredAt: toIso(clock.now()), email, reason });
}

/** Writes a sign-in that started a session to the audit log, in the caller's transaction. */
export function auditSignIn(
  unit: UnitOfWork,
  user: { readonly id: string; readonly email: string },
  sessionId: string | null,
  requestId: string,
): void {
  const actor: Actor = { userId: user.id, userEmail: user.email, requestId };
  unit.audit({
    tenantId: defaultTenantId,
    action: 'auth:login',
    resourceType: 'user',
    resourceId: user.id,
    actor,
    changes: { sessionId },
  });
}

/** Refused sign-ins that are noted in a window: of one network through a provider, and of all together. */
const windowMs = 15 * 60_000;
const notedOfNetwork = 100;
const notedOfAll = 500;

/**
 * Writes refused sign-ins to the audit log and tells them to listeners. Anyone can make a sign-in fail: the
 * append-only log must not grow as fast as someone can send, from however many networks. The first one that
 * is passed over leaves an entry that says so.
 */
export interface FailedSignInAudit {
  /** In the caller's transaction. */
  add(unit: UnitOfWork, failed: FailedSignIn): Promise<void>;
  /** For a sign-in through a provider. @param ip the client's, of which only a keyed hash is stored */
  note(failed: FailedSignIn, ip: string | null): Promise<void>;
}

/** @param attemptKey is asked for inside transactions, so read it ahead */
export function createFailedSignInAudit(
  runUnit: RunUnitOfWork,
  attemptKey: () => Promise<Buffer>,
  clock: Clock,
): FailedSignInAudit {
  async function countOf(unit: UnitOfWork, of: readonly string[]): Promise<number> {
    const keyHash = hmacSha256Hex(await attemptKey(), JSON.stringify(of));
    const [count] = await addAttempts(unit, [keyHash], clock.now(), windowMs);
    return count?.attempts ?? 0;
  }

  async function add(unit: UnitOfWork, failed: FailedSignIn): Promise<void> {
    // Counted last of all counters, so that two transactions cannot wait for each other.
    const noted = await countOf(unit, ['noted']);
    if (noted <= notedOfAll) write(unit, failed, clock);
    else if (noted === notedOfAll + 1)
      write(unit, { ...failed, email: null, userId: null, reason: 'further_not_recorded' }, clock);
  }

  return {
    add,
    note: (failed, ip) =>
      runUnit(async (unit) => {
        const ofNetwork = await countOf(unit, ['provider', ip === null ? 'unknown' : networkOf(ip)]);
        if (ofNetwork <= notedOfNetwork) await add(unit, failed);
        else if (ofNetwork === notedOfNetwork + 1)
          await add(unit, { ...failed, email: null, userId: null, reason: 'locked' });
      }),
  };
}
