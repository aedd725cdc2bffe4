import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import { type Actor, systemActor } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { defaultTenantId } from '#platform/kernel/ids';
import { toNetwork } from '#platform/kernel/ip-address';
import type { RolesRead } from '../accounts';
import { addAttempts } from './login-attempt-repository';

/** A sign-in that was refused. */
export interface FailedSignIn {
  /** Null when the user is not yet known. */
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

/**
 * Writes a sign-in that started a session to the audit log, in the caller's transaction.
 * @param rolesRead what was read of the provider's roles, where the provider sends them
 */
export function auditSignIn(
  unit: UnitOfWork,
  user: { readonly id: string; readonly email: string },
  sessionId: string | null,
  requestId: string,
  rolesRead: RolesRead | null = null,
): void {
  const actor: Actor = { userId: user.id, userEmail: user.email, requestId };
  unit.audit({
    tenantId: defaultTenantId,
    action: 'auth:login',
    resourceType: 'user',
    resourceId: user.id,
    actor,
    changes: { sessionId, ...(rolesRead === null ? {} : { rolesRead }) },
  });
}

const windowMs = 15 * 60_000;

/**
 * Maximum number of refused sign-ins recorded in a window. A known account has its own budget for each
 * reason, so that failures of invented accounts cannot hide an attack on it; its failures are few, because it
 * is locked. Anyone can cause the others.
 */
const limits = { account: 50, unknown: 500, locked: 500, network: 100 } as const;

/**
 * Writes refused sign-ins to the audit log and emits their events. Anyone can cause a failed sign-in, so the
 * number of entries is limited: the append-only log must not grow as fast as clients can send requests, from
 * any number of networks. Sign-ins beyond a budget add an entry with their number each time that it doubles.
 */
export interface FailedSignInAudit {
  /** Records a refused sign-in in the caller's transaction. */
  add(unit: UnitOfWork, failed: FailedSignIn): Promise<void>;
  /**
   * Records a refused sign-in through a provider, in its own transaction.
   * @param ip address of the client, of which only a keyed hash is stored
   */
  note(failed: FailedSignIn, ip: string | null): Promise<void>;
}

interface Budget {
  readonly of: readonly string[];
  readonly limit: number;
}

function getBudget({ userId, reason }: FailedSignIn): Budget {
  if (userId !== null) return { of: ['noted', userId, reason], limit: limits.account };
  return reason === 'locked'
    ? { of: ['noted', 'locked'], limit: limits.locked }
    : { of: ['noted'], limit: limits.unknown };
}

const isPowerOfTwo = (count: number) => Number.isInteger(Math.log2(count));

/** @param attemptKey key of the stored hashes. It is used inside transactions, so load it before */
export function createFailedSignInAudit(
  runUnit: RunUnitOfWork,
  attemptKey: () => Promise<Buffer>,
  clock: Clock,
): FailedSignInAudit {
  async function increment(unit: UnitOfWork, of: readonly string[]): Promise<number> {
    const keyHash = hmacSha256Hex(await attemptKey(), JSON.stringify(of));
    const [count] = await addAttempts(unit, [keyHash], clock.now(), windowMs);
    return count?.attempts ?? 0;
  }

  async function add(unit: UnitOfWork, failed: FailedSignIn): Promise<void> {
    const { of, limit } = getBudget(failed);
    // This counter is always the last one, so that two transactions cannot wait for each other.
    const passedOver = (await increment(unit, of)) - limit;
    if (passedOver <= 0) write(unit, failed, clock);
    else if (isPowerOfTwo(passedOver)) {
      // The entry still names a known account.
      const email = failed.userId === null ? null : failed.email;
      write(unit, { ...failed, email, reason: 'further_not_recorded' }, clock, passedOver);
    }
  }

  return {
    add,
    note: (failed, ip) =>
      runUnit(async (unit) => {
        const ofNetwork = await increment(unit, ['provider', ip === null ? 'unknown' : toNetwork(ip)]);
        if (ofNetwork <= limits.network) await add(unit, failed);
        else if (ofNetwork === limits.network + 1)
          await add(unit, { ...failed, email: null, userId: null, reason: 'locked' });
      }),
  };
}
