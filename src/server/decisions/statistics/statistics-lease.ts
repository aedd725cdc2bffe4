import type { Connection, Database } from '#platform/database/database';
import { lockLease, setLease } from '#platform/database/leases';
import type { Clock } from '#platform/kernel/clock';
import { unavailable } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';

/** Time for which a killed rebuild prevents others from folding (ms). */
const leaseMs = 30_000;

/** Exclusive folding over several transactions. */
export interface FoldingLease {
  /** @throws ServiceError `unavailable` when another process holds the lease */
  take(): Promise<void>;
  /**
   * Runs a transaction. No other process has folded since the lease was taken. @throws ServiceError
   * `unavailable` when the lease was lost
   */
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  release(): Promise<void>;
}

/**
 * Locks folding until the transaction ends; every fold starts with it. Returns false while another process
 * holds the lease.
 */
export async function mayFold(connection: Connection, now: number): Promise<boolean> {
  const { holder, heldUntil } = await lockLease(connection, 'statistics');
  if (holder !== null && heldUntil > now) return false;
  // A holder that returns late must see that others have folded in the meantime, and other nodes of a Galera cluster
  // notice only rows that have changed.
  await setLease(connection, 'statistics', { holder: null, heldUntil: Math.max(now, heldUntil + 1) });
  return true;
}

export function createFoldingLease(database: Database, clock: Clock): FoldingLease {
  const holderId = newId();
  const hold = (connection: Connection) =>
    setLease(connection, 'statistics', { holder: holderId, heldUntil: clock.now() + leaseMs });
  const isHeld = async (connection: Connection) =>
    (await lockLease(connection, 'statistics')).holder === holderId;

  return {
    take: () =>
      database.transaction(async (connection) => {
        if (!(await mayFold(connection, clock.now())))
          throw unavailable({
            message: 'Another rebuild of the statistics is running.',
          });
        await hold(connection);
      }),
    run: (work) =>
      database.transaction(async (connection) => {
        if (!(await isHeld(connection)))
          throw unavailable({
            message: 'The rebuild was delayed for too long. Run it again.',
          });
        await hold(connection);
        return work(connection);
      }),
    release: () =>
      database.transaction(async (connection) => {
        if (await isHeld(connection))
          await setLease(connection, 'statistics', { holder: null, heldUntil: 0 });
      }),
  };
}
