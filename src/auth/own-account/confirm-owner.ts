import type { Database } from '../../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import { type ConfirmOwner, findCredentials, type PasswordHasher } from '../../features/accounts';
import type { AuthMode } from '../../kernel/auth-modes';
import type { Clock } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import { defaultTenantId } from '../../kernel/ids';
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
  readonly clock: Clock;
}

/** Time for which a sign-in is accepted as proof (ms). */
export const freshMs = 10 * 60_000;

/**
 * Creates the function that verifies that a change to who can sign in is made by the user, and not by someone
 * who found an open session. Accepts a sign-in of the last ten minutes in all modes, else a fresh one-time code
 * or, in mode `local`, the password. In mode `custom` the host is responsible for each request.
 */
export function createOwnerConfirmation({
  mode,
  database,
  runUnit,
  limits,
  hasher,
  totp,
  clock,
}: OwnerConfirmationOptions): ConfirmOwner {
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
      return hasher.verify(password, account?.passwordHash ?? null);
    });
    if (matches) return limits.release(reservation);
    await runUnit(async (unit) => {
      await limits.fail(unit, reservation);
      note(unit, 'wrong_password');
    });
    throw new ServiceError('wrong_password');
  }

  return async (who, { currentPassword, totp: code }, purpose, accepts = 'passwordOrCode') => {
    if (code !== undefined) return totp.prove(who, code, purpose);
    if (mode === 'custom') return;
    const acceptsPassword = mode === 'local' && accepts === 'passwordOrCode';
    if (currentPassword !== undefined && acceptsPassword) return checkPassword(who, currentPassword, purpose);
    const { signedInAt } = who.caller;
    if (signedInAt !== null && clock.now() - signedInAt <= freshMs) return;
    throw new ServiceError('reauthentication_required', {
      body: { accepts: ['signIn', ...(acceptsPassword ? ['currentPassword'] : []), 'totp'] },
    });
  };
}
