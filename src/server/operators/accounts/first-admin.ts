import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso } from '#platform/kernel/clock';
import { defaultTenantId, newId } from '#platform/kernel/ids';
import type { Logger } from '#platform/kernel/logger';
import { findByEmail, unlinkIdentity } from './identity-repository';
import type { PasswordHasher } from './password-hasher';
import { lockRole, superadminRole } from './role-repository';
import { revokeUserSessions } from './session-repository';
import { disableTotp, findTotp } from './totp-repository';
import {
  activeSuperadminExists,
  giveRole,
  heldRoles,
  insertUser,
  normalizeEmail,
  updateUser,
} from './user-repository';
import type { RevokeKeysOf } from './user-service';

// Why: docs/adr/0201-a-released-identity-keeps-no-keys.md

export interface FirstAdminOptions {
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly revokeKeysOf: RevokeKeysOf;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Creates the first superadmin while there is none: users from an identity provider, without that role, must
 * not lock the operator out of the installation. An existing user who has this address, verified, becomes the
 * superadmin, without the identity and second factor that came with it. The API keys of a user who had an identity or
 * was deactivated are revoked: they would act for the new superadmin. An unverified address can be anyone's, so such a
 * user is not changed. Processes that start at the same time create one.
 */
export async function ensureFirstAdmin({
  email,
  password,
  database,
  runUnit,
  hasher,
  revokeKeysOf,
  clock,
  logger,
}: FirstAdminOptions): Promise<void> {
  if (await database.read(activeSuperadminExists)) return;
  if (email === undefined || password === undefined) {
    logger.warn(
      {},
      'There is no superadmin yet: set auth.adminEmail and auth.adminPassword to create one at the next start. See docs/guide/troubleshooting.md#no-superadmin',
    );
    return;
  }
  const passwordHash = await hasher.hash(password);
  await runUnit(async (unit) => {
    // The role's row lock makes other processes wait here until they can see this user.
    const roleId = await lockRole(unit, superadminRole);
    if (roleId === null) throw new Error('the built-in roles are missing');
    if (await activeSuperadminExists(unit)) return;
    const audit = (action: string, resourceId: string, changes: Readonly<Record<string, unknown>>) =>
      unit.audit({
        tenantId: defaultTenantId,
        action,
        resourceType: 'user',
        resourceId,
        actor: systemActor,
        changes,
      });
    const now = clock.now();

    const known = await findByEmail(unit, email);
    if (known !== null && !known.emailVerified) {
      logger.error(
        { userId: known.userId },
        'There is no superadmin, and the existing user with the address auth.adminEmail has not verified it: choose another auth.adminEmail, then delete that user. See docs/guide/troubleshooting.md#no-superadmin',
      );
      return;
    }
    if (known !== null) {
      const totp = await findTotp(unit, known.userId);
      if (totp?.enabled || totp?.pendingSecret) audit('user:totpDisabled', known.userId, {});
      await disableTotp(unit, known.userId, now);
      const keysRevoked =
        known.hasIdentity || !known.active ? await revokeKeysOf(unit, known.userId, systemActor) : 0;
      const revoked = keysRevoked > 0 ? { keysRevoked } : {};
      if (known.hasIdentity) audit('user:identityReleased', known.userId, revoked);
      await unlinkIdentity(unit, known.userId, now);
      await updateUser(unit, known.userId, { passwordHash, active: true }, now);
      await revokeUserSessions(unit, known.userId, now);
      audit('user:updated', known.userId, {
        passwordChanged: true,
        ...changedFields({ active: known.active }, { active: true }),
        ...(known.hasIdentity ? {} : revoked),
      });
      if ((await heldRoles(unit, known.userId)).some(({ id }) => id === roleId)) return;
      await giveRole(unit, known.userId, roleId);
      audit('user:roleAssigned', known.userId, { roleId, role: superadminRole });
      return;
    }
    const user = {
      id: newId(),
      name: 'Administrator',
      email: normalizeEmail(email),
      emailVerified: true,
      passwordHash,
      tenants: null,
      provider: 'local',
      now,
    };
    await insertUser(unit, user);
    await giveRole(unit, user.id, roleId);
    audit('user:created', user.id, { email: user.email, roles: [superadminRole] });
    unit.emit('user.created', {
      tenantId: defaultTenantId,
      occurredAt: toIso(now),
      userId: user.id,
      email: user.email,
    });
  });
}
