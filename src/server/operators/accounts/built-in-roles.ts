import type { Connection, Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import type { Clock } from '#platform/kernel/clock';
import { newId } from '#platform/kernel/ids';
import { builtInRoles, isPermission } from '#platform/kernel/permissions';
import { addPermissions, insertRole, listRoles, removePermissions } from './role-repository';

/**
 * Attempts. Processes that start at the same time insert the same rows; those that lose find them on the next
 * attempt.
 */
const maxTries = 5;

/**
 * Creates missing built-in roles, and sets the permissions of all of them to those of this version. Permissions that only a
 * newer version knows stay, because it may run beside this one.
 */
export async function ensureBuiltInRoles(database: Database, clock: Clock): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await database.transaction((connection) => bringInStep(connection, clock.now()));
      return;
    } catch (error) {
      if (!isUniqueViolation(error) || tries >= maxTries) throw error;
    }
  }
}

async function bringInStep(connection: Connection, now: number): Promise<void> {
  const stored = new Map((await listRoles(connection)).map((role) => [role.name, role]));
  for (const [name, { description, permissions }] of Object.entries(builtInRoles)) {
    const role = stored.get(name);
    const id = role?.id ?? newId();
    if (role === undefined) await insertRole(connection, { id, name, description, builtIn: true, now });
    const wanted = new Set<string>(permissions);
    const held = new Set(role?.permissions ?? []);
    await addPermissions(
      connection,
      id,
      [...wanted].filter((permission) => !held.has(permission)),
    );
    await removePermissions(
      connection,
      id,
      [...held].filter((permission) => !wanted.has(permission) && isPermission(permission)),
    );
  }
}
