import type { Database } from '#platform/database/database';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { AuthMode } from '#platform/kernel/auth-modes';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { type ConfirmOwner, findCredentials, findTotp, getTurnOf, type PasswordHasher } from '../../accounts';
import type { AttemptLimits } from '../attempt-limits';
import type { TotpService } from '../totp/totp-service';

// Why: docs/adr/0039-proof-for-ones-own-account.md

export interface OwnerConfirmationOptions {
  readonly mode: AuthMode;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly limits: AttemptLimits;
  readonly hasher: PasswordHasher;
  readonly totp: TotpService;
  /** Whether users with TOTP must send a code at sign-in: their password alone is then no proof. */
  readonly totpRequired: boolean;
  readonly clock: Clock;
}

/** Time for which a sign-in is accepted as proof (ms). */
export const freshMs = 10 * 60_000;

/**
 * Returns whether a sign-in is still accepted as proof. Times are epoch ms.
 * @param signedInAt null when it is not known
 */
export const isFresh = (signedInAt: number | null, now: number): signedInAt is number =>
  signedInAt !== null && now - signedInAt <= freshMs;

/**
 * Creates the function that verifies that a change to who can sign in is made by the user, and not by someone
 * who found an open session. Accepts a sign-in of the last ten minutes in all modes, else a fresh one-time code
 * or, in mode `local`, the password of users who could sign in with it alone. In mode `custom` the host is
 * responsible for each request.
 */
export function createOwnerConfirmation({
  mode,
  database,
  runUnit,
  limits,
  hasher,
  totp,
  totpRequired,
  clock,
}: OwnerConfirmationOptions): ConfirmOwner {
  async function signsInWithPasswordAlone(userId: string): Promise<boolean> {
    if (mode !== 'local') return false;
    if (!totpRequired) return true;
    const state = await database.read((connection) => findTotp(connection, userId));
    return state?.enabled === false;
  }

  async function checkPassword(
    { caller: { userId, email }, actor }: Parameters<ConfirmOwner>[0],
    password: string,
    purpose: string,
  ): Promise<void> {
    const note = (unit: UnitOfWork, reason: string) =>
      unit.audit({
        tenantId: defaultTenantId,
        action: 'user:passwordRefused',
        resourceType: 'user',
        resourceId: userId,
        actor,
        changes: { purpose, reason },
      });
    const reservation = await limits.reserveConfirmation(userId, (unit) => note(unit, 'locked'));
    const matches = await limits.orRelease([reservation], async () => {
      const account = await database.read((connection) => findCredentials(connection, email));
      return hasher.verify(password, account?.passwordHash ?? null, getTurnOf(userId));
    });
    if (matches) return limits.release(reservation);
    await runUnit(async (unit) => {
      await limits.fail(unit, reservation);
      note(unit, 'wrong_password');
    });
    throw new ServiceError('wrong_password');
  }

  return async (who, { currentPassword, totp: code }, purpose) => {
    if (code !== undefined) {
      await totp.prove(who, code, purpose);
      return;
    }
    if (mode === 'custom') return;
    const { userId, signedInAt } = who.caller;
    const acceptsPassword = await signsInWithPasswordAlone(userId);
    if (currentPassword !== undefined && mode === 'local') {
      await checkPassword(who, currentPassword, purpose);
      if (acceptsPassword) return;
    }
    if (isFresh(signedInAt, clock.now())) return;
    throw new ServiceError('reauthentication_required', {
      body: { accepts: ['signIn', ...(acceptsPassword ? ['currentPassword'] : []), 'totp'] },
    });
  };
}
