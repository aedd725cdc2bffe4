import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import { changedFields } from '../../kernel/changes';
import { type Clock, toIso } from '../../kernel/clock';
import { defaultTenantId, newId } from '../../kernel/ids';
import type { Logger } from '../../kernel/logger';
import { findByEmail } from './identity-repository';
import type { PasswordHasher } from './password-hasher';
import { lockRole, superadminRole } from './role-repository';
import { revokeSessionsOf } from './session-repository';
import { activeSuperadminExists, giveRole, heldRoles, insertUser, normalizeEmail, updateUser } from './user-repository';

export interface FirstAdminOptions {
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Makes the first superadmin while there is none: users whom an identity provider brought, without that role, must not keep
 * the installation closed to its operator. Somebody known by the address becomes that one. Processes that start at once make one.
 */
export async function ensureFirstAdmin({ email, password, database, runUnit, hasher, clock, logger }: FirstAdminOptions): Promise<void> {
  if (await database.read(activeSuperadminExists)) return;
  if (email === undefined || password === undefined) {
    logger.warn({}, 'Nobody can sign in yet who may do everything: there is no superadmin, and auth.adminEmail and auth.adminPassword are not set');
    return;
  }
  const passwordHash = await hasher.hash(password);
  await runUnit(async (unit) => {
    // The role's row lock makes the others wait here until they can see this user.
    const roleId = await lockRole(unit, superadminRole);
    if (roleId === null) throw new Error('the built-in roles are missing');
    if (await activeSuperadminExists(unit)) return;
    const audit = (action: string, resourceId: string, changes: Readonly<Record<string, unknown>>) =>
      unit.audit({ tenantId: defaultTenantId, action, resourceType: 'user', resourceId, actor: { userId: null, userEmail: null, requestId: null }, changes });
    const now = clock.now();

    const known = await findByEmail(unit, email);
    if (known !== null) {
      await updateUser(unit, known.userId, { passwordHash, active: true }, now);
      await revokeSessionsOf(unit, known.userId, now);
      audit('user:updated', known.userId, { passwordChanged: true, ...changedFields({ active: known.active }, { active: true }) });
      if ((await heldRoles(unit, known.userId)).some(({ id }) => id === roleId)) return;
      await giveRole(unit, known.userId, roleId);
      audit('user:roleAssigned', known.userId, { roleId, role: superadminRole });
      return;
    }
    const user = { id: newId(), name: 'Administrator', email: normalizeEmail(email), passwordHash, allowedTenants: [], provider: 'local', now };
    await insertUser(unit, user);
    await giveRole(unit, user.id, roleId);
    audit('user:created', user.id, { email: user.email, roles: [superadminRole] });
    unit.emit('user.created', { tenantId: defaultTenantId, occurredAt: toIso(now), userId: user.id, email: user.email });
  });
}
