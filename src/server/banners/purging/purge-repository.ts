import type { Connection, TenantScope } from '#platform/database/database';
import { newId } from '#platform/kernel/ids';

/** A purge that a publication has asked for. */
export interface PendingPurge {
  readonly tenantId: string;
  readonly group: string;
  /** Identifies the request: a later publication of the group replaces it. */
  readonly id: string;
  /** Names of the files that caches may still have. */
  readonly files: readonly string[];
  /** Number of attempts that have failed; null: not seen since its commit. */
  readonly failures: number | null;
}

const reason = 'purges are upkeep over all tenants';

/**
 * Asks for a purge in the transaction of a publication. The caller holds the lock of the group. Includes the files of
 * earlier requests that are still open.
 */
export async function askForPurge(
  scope: TenantScope,
  group: string,
  files: readonly string[],
): Promise<void> {
  const earlier = await scope.from('purges').where({ group_id: group }).first('files');
  const all = new Set<string>([...(earlier === undefined ? [] : JSON.parse(earlier.files)), ...files]);
  const asked = { request_id: newId(), files: JSON.stringify([...all].sort()), failures: null, due_at: 0 };
  await scope
    .insert('purges', { group_id: group, ...asked })
    .onConflict(['tenant_id', 'group_id'])
    .merge(asked);
}

/**
 * Returns the purge that has waited longest, and takes it: other processes leave it alone until the given time. Null
 * when none is due, or when another process was faster.
 * @param getEnd returns the end of the claim (epoch ms)
 */
export async function claimPurge(
  connection: Connection,
  now: number,
  getEnd: (purge: PendingPurge) => number,
): Promise<PendingPurge | null> {
  const row = await connection
    .acrossTenants('purges', reason)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .first();
  if (row === undefined) return null;
  const purge = toPurge(row);
  const claimed = await find(connection, purge)
    .where({ due_at: row.due_at })
    .update({ due_at: getEnd(purge), failures: purge.failures ?? 0 });
  return claimed === 0 ? null : purge;
}

/** Holds a claim until another time (epoch ms). Returns false when the group has been published again since, or purged. */
export async function holdClaim(connection: Connection, purge: PendingPurge, end: number): Promise<boolean> {
  return Number(await find(connection, purge).update({ due_at: end })) > 0;
}

/** Returns the earliest time at which a purge is due (epoch ms); null without one. */
export async function nextPurgeAt(connection: Connection): Promise<number | null> {
  const row = await connection.acrossTenants('purges', reason).min({ at: 'due_at' }).first();
  return row?.at == null ? null : Number(row.at);
}

/** Returns whether a pending purge has failed before. */
export async function hasFailedPurges(connection: Connection): Promise<boolean> {
  const row = await connection.acrossTenants('purges', reason).where('failures', '>', 0).first('due_at');
  return row !== undefined;
}

/** Removes a purge that is done, unless the group has been published again since it was claimed. */
export async function removePurge(connection: Connection, purge: PendingPurge): Promise<void> {
  await find(connection, purge).delete();
}

/** Puts a claimed purge back, unless the group has been published again since. */
export async function postponePurge(
  connection: Connection,
  purge: PendingPurge,
  { failures, dueAt }: { readonly failures: number; readonly dueAt: number },
): Promise<void> {
  await find(connection, purge).update({ failures, due_at: dueAt });
}

const find = (connection: Connection, { tenantId, group, id }: PendingPurge) =>
  connection.tenant(tenantId).from('purges').where({ group_id: group, request_id: id });

function toPurge(row: Record<string, unknown>): PendingPurge {
  return {
    tenantId: String(row.tenant_id),
    group: String(row.group_id),
    id: String(row.request_id),
    files: JSON.parse(String(row.files)),
    failures: row.failures === null ? null : Number(row.failures),
  };
}
