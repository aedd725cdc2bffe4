import type { Connection, Database } from '../../database/database';
import { isUniqueViolation } from '../../database/dialect';
import type { Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { builtInRoles } from '../../kernel/permissions';
import { addPermissions, insertRole, listRoles, removePermissions } from './role-repository';

/** Processes that start at once insert the same rows; whoever loses finds them made on the next try. */
const maxTries = 5;

/** Makes the built-in roles that are missing and keeps their permissions what this version says they are. */
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
      [...held].filter((permission) => !wanted.has(permission)),
    );
  }
}
