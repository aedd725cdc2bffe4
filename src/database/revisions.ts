import type { Clock } from '../kernel/clock';
import type { Connection, Database } from './database';

/**
 * What processes keep in memory: `content` = profiles, tenants and settings; `published` = published files,
 * where they are in the database.
 */
export type RevisionName = 'content' | 'published';

/** How long a process may not know of another one's change, in milliseconds. */
const maxAgeMs = 500;

/** Counts a change, in its own transaction, so that every process drops what it kept. */
export async function bumpRevision(connection: Connection, name: RevisionName): Promise<void> {
  const table = connection.tableName('revisions');
  await connection
    .global('revisions')
    .insert({ name, revision: 1 })
    .onConflict('name')
    .merge({ revision: connection.raw('?? + 1', [`${table}.revision`]) });
}

export async function readRevision(connection: Connection, name: RevisionName): Promise<number> {
  const row = await connection.global('revisions').where({ name }).first('revision');
  return Number(row?.revision ?? 0);
}

export interface RevisionWatcher {
  /** Resolves once the kept facts are known to be at most half a second old. */
  ensureFresh(): Promise<void> | undefined;
  /** This process has just changed something itself. */
  expire(): void;
  /** `drop` is called whenever what was kept in memory may be out of date. */
  onChange(drop: () => void): void;
}

/** Notices when the revision has moved. Looks only when asked, at most every 500 ms, one look at a time. */
export function createRevisionWatcher(database: Database, name: RevisionName, clock: Clock): RevisionWatcher {
  const drops: (() => void)[] = [];
  let known: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const dropAll = () => {
    for (const drop of drops) drop();
  };

  async function look(): Promise<void> {
    const startedAt = clock.elapsed();
    const revision = await database.read((connection) => readRevision(connection, name));
    if (known !== null && revision !== known) dropAll();
    known = revision;
    lookedAt = startedAt;
  }

  return {
    ensureFresh() {
      if (clock.elapsed() - lookedAt < maxAgeMs) return undefined;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    expire() {
      lookedAt = Number.NEGATIVE_INFINITY;
      dropAll();
    },
    onChange: (drop) => void drops.push(drop),
  };
}
