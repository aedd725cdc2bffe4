import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { textFault } from '#platform/kernel/json';
import {
  accountPassword,
  disableTotp,
  findCredentials,
  type PasswordHasher,
  refuseWeakPassword,
  revokeUserSessions,
  updateUser,
} from '../../accounts';
import { deleteAllAttempts } from '../login-attempt-repository';

export interface PasswordReset {
  readonly email: string;
  readonly newPassword: string;
  /** Whether to switch one-time codes off too. */
  readonly disableTotp: boolean;
}

/** The account after its password has been reset. */
export interface ResetAccount {
  readonly sessionsEnded: number;
  readonly active: boolean;
  readonly totpEnabled: boolean;
}

/** Changes passwords without proof, for somebody who has access to the database. */
export interface PasswordResets {
  userExists(email: string): Promise<boolean>;
  /**
   * Sets a user's password and ends all of the user's sessions. Removes all lockouts: their counters have only keyed
   * hashes, so nothing shows which of them belong to the user. Returns null when there is no such user.
   * @throws ServiceError `validation_failed`
   */
  reset(reset: PasswordReset): Promise<ResetAccount | null>;
}

export interface PasswordResetOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
}

const path = 'newPassword';

export function createPasswordResets({
  database,
  runUnit,
  hasher,
  clock,
}: PasswordResetOptions): PasswordResets {
  return {
    userExists: async (email) =>
      (await database.read((connection) => findCredentials(connection, email))) !== null,

    async reset({ email, newPassword, disableTotp: removesTotp }) {
      requireFitPassword(newPassword);
      refuseWeakPassword(newPassword, email, path);
      const passwordHash = await hasher.hash(newPassword);
      return runUnit(async (unit) => {
        const account = await findCredentials(unit, email);
        if (account === null) return null;
        const { userId, active, totp } = account;
        const now = clock.now();
        await updateUser(unit, userId, { passwordHash }, now);
        if (removesTotp) await disableTotp(unit, userId, now);
        const sessionsEnded = await revokeUserSessions(unit, userId, now);
        await deleteAllAttempts(unit);
        unit.audit({
          tenantId: defaultTenantId,
          action: 'user:passwordReset',
          resourceType: 'user',
          resourceId: userId,
          actor: systemActor,
          changes: { through: 'command line', sessionsEnded, totpDisabled: removesTotp && totp.enabled },
        });
        return { sessionsEnded, active, totpEnabled: totp.enabled && !removesTotp };
      });
    },
  };
}

/** Requires a password that can be sent to the login route. @throws ServiceError `validation_failed` */
function requireFitPassword(password: string): void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = accountPassword;
  const length = [...password].length;
  if (length < minLength || length > maxLength)
    throw validationFailed({ path, message: `must have ${minLength} to ${maxLength} characters` });
  const message = textFault(password);
  if (message !== null) throw validationFailed({ path, message });
}
