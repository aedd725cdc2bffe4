import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { newId } from '../kernel/ids';
import { isContention } from './dialect';

// Why: docs/adr/0066-migrations-on-galera.md

/** Returns whether the server is a node of a Galera cluster, where named locks and row locks apply to one node. */
export async function isGaleraNode(knex: Knex): Promise<boolean> {
  const [[row]] = await knex.raw(`show variables like 'wsrep_on'`);
  return row?.Value === 'ON';
}

export interface ClusterLockOptions {
  /** Table with the one row that names the holder; created if it is missing. */
  readonly table: string;
  /** Maximum time to wait for other holders (ms). */
  readonly waitMs: number;
  /** Time between two signs of life of the holder (ms). */
  readonly beatMs?: number;
  /** Time without a sign of life after which the holder is treated as gone (ms). */
  readonly goneAfterMs?: number;
}

interface LockRow {
  readonly holder: string | null;
  readonly beat: number;
}

/** Time between two looks at the row (ms). */
const pollMs = 200;

/**
 * Runs `work` while a row names this call as its holder. Nodes of a cluster commit only one of several simultaneous
 * changes to a row. The holder increments the row's counter while it works; others take over when the counter has
 * stopped, by their own clock. `knex` needs a connection for this besides those of `work`.
 * @throws Error when another holder is still at work after `waitMs`
 *
 * @example
 * await underClusterLock(knex, { table: 'svc_migrating', waitMs: 120_000 }, migrate);
 */
export async function underClusterLock<T>(
  knex: Knex,
  { table, waitMs, beatMs = 2000, goneAfterMs = 20_000 }: ClusterLockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const holder = newId();
  await createLockTable(knex, table);
  await takeLock(knex, table, holder, { waitMs, goneAfterMs });
  const beating = new AbortController();
  const beats = beatUntil(beating.signal, beatMs, () => knex(table).where({ holder }).increment('beat'));
  try {
    return await work();
  } finally {
    beating.abort();
    await beats;
    await releaseLock(knex, table, holder);
  }
}

async function createLockTable(knex: Knex, table: string): Promise<void> {
  await knex.raw(
    'create table if not exists ?? (id integer not null primary key, holder varchar(64), beat integer not null) engine = InnoDB',
    [table],
  );
  await changing(() => knex(table).insert({ id: 1, holder: null, beat: 0 }).onConflict('id').merge(['id']));
}

async function takeLock(
  knex: Knex,
  table: string,
  holder: string,
  { waitMs, goneAfterMs }: { readonly waitMs: number; readonly goneAfterMs: number },
): Promise<void> {
  const startedAt = performance.now();
  let seen: LockRow = { holder: null, beat: -1 };
  let seenAt = startedAt;
  for (;;) {
    const now = performance.now();
    const row: LockRow = await knex(table).where({ id: 1 }).first('holder', 'beat');
    if (row.holder !== seen.holder || row.beat !== seen.beat) {
      seen = row;
      seenAt = now;
    }
    if (seen.holder === null || now - seenAt > goneAfterMs) {
      const taken = await changing(() =>
        knex(table)
          .where({ id: 1, ...seen })
          .update({ holder, beat: seen.beat + 1 }),
      );
      if (taken === 1) return;
    }
    if (now - startedAt > waitMs) throw new Error('Another process is still migrating the database');
    await sleep(pollMs);
  }
}

/** Releases the lock, unless another holder has taken it over. */
async function releaseLock(knex: Knex, table: string, holder: string): Promise<void> {
  await changing(() => knex(table).where({ holder }).update({ holder: null }));
}

/** Repeats one statement until no other node has changed the row at the same time. */
async function changing<T>(statement: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isContention(error)) throw error;
      await sleep(pollMs);
    }
  }
}

/** A beat that fails is followed by the next one. */
async function beatUntil(
  signal: AbortSignal,
  beatMs: number,
  beat: () => PromiseLike<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(beatMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await Promise.resolve(beat()).catch(() => {});
  }
}
