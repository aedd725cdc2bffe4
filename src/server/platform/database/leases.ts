import type { Connection } from './database';
import { lockRow } from './lock-row';

/** Names of leases: work that only one process can do at a time, across several transactions. */
export type LeaseName = 'statistics';

export interface Lease {
  /** Id of the process that does the work; null when there is none. */
  readonly holder: string | null;
  /** End of the lease (epoch ms), after which the holder is treated as gone. */
  readonly heldUntil: number;
}

/** Returns the lease and locks it: other callers wait until the transaction ends. */
export async function lockLease(connection: Connection, name: LeaseName): Promise<Lease> {
  await lockRow(connection.global('leases').insert({ name, holder: null, held_until: 0 }), { name });
  const row = await connection.global('leases').where({ name }).first('holder', 'held_until');
  return { holder: row?.holder ?? null, heldUntil: Number(row?.held_until ?? 0) };
}

/** Changes a lease that the transaction has locked. */
export async function setLease(
  connection: Connection,
  name: LeaseName,
  { holder, heldUntil }: Lease,
): Promise<void> {
  await connection.global('leases').where({ name }).update({ holder, held_until: heldUntil });
}
