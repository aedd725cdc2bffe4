import type { Connection, Database } from '../../database/database';
import { lockLease, setLease } from '../../database/leases';
import type { Clock } from '../../kernel/clock';
import { unavailable } from '../../kernel/errors';
import { newId } from '../../kernel/ids';

/** How long a rebuild that was killed keeps others from folding, in milliseconds. */
const leaseMs = 30_000;

/** Folding for one alone, over several transactions. */
export interface FoldingLease {
  /** @throws ServiceError `unavailable` when another has it */
  take(): Promise<void>;
  /**
   * A transaction in which, as since the lease was taken, nobody else has folded. @throws ServiceError
   * `unavailable` when it was lost
   */
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  release(): Promise<void>;
}

/**
 * Folds begin here: locks the folding until the transaction ends. False while another one has it to itself.
 */
export async function mayFold(connection: Connection, now: number): Promise<boolean> {
  const { holder, heldUntil } = await lockLease(connection, 'statistics');
  if (holder !== null && heldUntil > now) return false;
  // A holder that comes back late must see that others have folded meanwhile.
  if (holder !== null) await setLease(connection, 'statistics', { holder: null, heldUntil: 0 });
  return true;
}

export function createFoldingLease(database: Database, clock: Clock): FoldingLease {
  const me = newId();
  const hold = (connection: Connection) =>
    setLease(connection, 'statistics', { holder: me, heldUntil: clock.now() + leaseMs });
  const isMine = async (connection: Connection) => (await lockLease(connection, 'statistics')).holder === me;

  return {
    take: () =>
      database.transaction(async (connection) => {
        if (!(await mayFold(connection, clock.now())))
          throw unavailable({
            message: 'Another rebuild of the statistics is under way.',
          });
        await hold(connection);
      }),
    run: (work) =>
      database.transaction(async (connection) => {
        if (!(await isMine(connection)))
          throw unavailable({
            message: 'The rebuild was held up for too long; run it again.',
          });
        await hold(connection);
        return work(connection);
      }),
    release: () =>
      database.transaction(async (connection) => {
        if (await isMine(connection))
          await setLease(connection, 'statistics', { holder: null, heldUntil: 0 });
      }),
  };
}
