import type { Connection } from './database';
import { lockRow } from './lock-row';

/** Work that only one process may do at a time, across several transactions. */
export type LeaseName = 'statistics';

export interface Lease {
  /** Who does the work now; null: nobody in particular. */
  readonly holder: string | null;
  /** In epoch milliseconds; afterwards the holder counts as gone. */
  readonly heldUntil: number;
}

/** Tells who holds the lease. Nobody else gets an answer, or the lease, until the transaction ends. */
export async function lockLease(connection: Connection, name: LeaseName): Promise<Lease> {
  await lockRow(connection.global('leases').insert({ name, holder: null, held_until: 0 }), { name });
  const row = await connection.global('leases').where({ name }).first('holder', 'held_until');
  return { holder: row?.holder ?? null, heldUntil: Number(row?.held_until ?? 0) };
}

/** Gives the lease, once it is locked. */
export async function setLease(
  connection: Connection,
  name: LeaseName,
  { holder, heldUntil }: Lease,
): Promise<void> {
  await connection.global('leases').where({ name }).update({ holder, held_until: heldUntil });
}
