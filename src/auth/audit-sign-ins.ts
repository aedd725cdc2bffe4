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

/** @param passedOver how many refused sign-ins the entry stands for, when it stands for several */
function write(
  unit: UnitOfWork,
  { email, reason, userId, requestId }: FailedSignIn,
  clock: Clock,
  passedOver?: number,
): void {
  const actor: Actor = { ...systemActor, requestId };
  unit.audit({
    tenantId: defaultTenantId,
    action: 'auth:loginFailed',
    resourceType: 'user',
    resourceId: userId,
    actor,
    changes: { email, reason, ...(passedOver === undefined ? {} : { passedOver }) },
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

const windowMs = 15 * 60_000;

/**
 * Most refused sign-ins that are recorded in a window. A known account has a budget of its own for each
 * reason, so that failures of invented accounts cannot hide an attack on it; its failures are few, since it is
 * locked. Anyone can cause the others.
 */
const limits = { account: 50, unknown: 500, locked: 500, network: 100 } as const;

/**
 * Writes refused sign-ins to the audit log and tells them to listeners. Anyone can make a sign-in fail: the
 * append-only log must not grow as fast as someone can send, from however many networks. Sign-ins beyond a
 * budget leave an entry with their number each time that it doubles.
 */
export interface FailedSignInAudit {
  /** In the caller's transaction. */
  add(unit: UnitOfWork, failed: FailedSignIn): Promise<void>;
  /** For a sign-in through a provider. @param ip the client's, of which only a keyed hash is stored */
  note(failed: FailedSignIn, ip: string | null): Promise<void>;
}

interface Budget {
  readonly of: readonly string[];
  readonly limit: number;
}

function budgetOf({ userId, reason }: FailedSignIn): Budget {
  if (userId !== null) return { of: ['noted', userId, reason], limit: limits.account };
  return reason === 'locked'
    ? { of: ['noted', 'locked'], limit: limits.locked }
    : { of: ['noted'], limit: limits.unknown };
}

const isPowerOfTwo = (count: number) => Number.isInteger(Math.log2(count));

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
    const { of, limit } = budgetOf(failed);
    // Counted last of all counters, so that two transactions cannot wait for each other.
    const passedOver = (await countOf(unit, of)) - limit;
    if (passedOver <= 0) write(unit, failed, clock);
    else if (isPowerOfTwo(passedOver)) {
      // Of a known account the entry still says which one it is.
      const email = failed.userId === null ? null : failed.email;
      write(unit, { ...failed, email, reason: 'further_not_recorded' }, clock, passedOver);
    }
  }

  return {
    add,
    note: (failed, ip) =>
      runUnit(async (unit) => {
        const ofNetwork = await countOf(unit, ['provider', ip === null ? 'unknown' : networkOf(ip)]);
        if (ofNetwork <= limits.network) await add(unit, failed);
        else if (ofNetwork === limits.network + 1)
          await add(unit, { ...failed, email: null, userId: null, reason: 'locked' });
      }),
  };
}
