import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import { type Clock, toIso } from '../../kernel/clock';
import { defaultTenantId, newId } from '../../kernel/ids';
import type { Logger } from '../../kernel/logger';
import type { PasswordHasher } from './password-hasher';
import { lockRole } from './role-repository';
import { anyUserExists, giveRole, insertUser, normalizeEmail } from './user-repository';

export interface FirstAdminOptions {
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Makes the first superadmin when there is no user yet; processes that start at once make one. */
export async function ensureFirstAdmin({ email, password, database, runUnit, hasher, clock, logger }: FirstAdminOptions): Promise<void> {
  if (await database.read(anyUserExists)) return;
  if (email === undefined || password === undefined) {
    logger.warn({}, 'Nobody can sign in yet: there is no user, and auth.adminEmail and auth.adminPassword are not set');
    return;
  }
  const passwordHash = await hasher.hash(password);
  await runUnit(async (unit) => {
    // The role's row lock makes the others wait here until they can see this user.
    const roleId = await lockRole(unit, 'superadmin');
    if (roleId === null) throw new Error('the built-in roles are missing');
    if (await anyUserExists(unit)) return;
    const user = { id: newId(), name: 'Administrator', email: normalizeEmail(email), passwordHash, allowedTenants: [], provider: 'local', now: clock.now() };
    await insertUser(unit, user);
    await giveRole(unit, user.id, roleId);
    unit.audit({
      tenantId: defaultTenantId,
      action: 'user:created',
      resourceType: 'user',
      resourceId: user.id,
      actor: { userId: null, userEmail: null, requestId: null },
      changes: { email: user.email, roles: ['superadmin'] },
    });
    unit.emit('user.created', { tenantId: defaultTenantId, occurredAt: toIso(user.now), userId: user.id, email: user.email });
  });
}
