import type { Knex } from 'knex';
import type { Reading } from '../kernel/telemetry/meter';
import type { Labels } from '../kernel/telemetry/metric-table';

/** The pool of a Knex; a transaction of the host's has none. */
interface Pool {
  numUsed?(): number;
  numFree?(): number;
  numPendingAcquires?(): number;
}

/** Returns the connections of a pool. */
export function readPool(
  pool: 'primary' | 'replica',
  { client }: Knex,
): readonly Reading<Labels<'database.connections'>>[] {
  const connections: Pool = client?.pool ?? {};
  return Object.entries({
    used: connections.numUsed?.(),
    free: connections.numFree?.(),
    pending: connections.numPendingAcquires?.(),
  }).flatMap(([state, value]) => (value === undefined ? [] : [{ labels: { pool, state }, value }]));
}
