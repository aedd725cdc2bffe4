import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Database } from '#platform/database/database';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import type { CachePurge, PurgeHook } from '#platform/kernel/host-types';
import { describeError, type ServiceLogger } from '#platform/kernel/logger';
import type { GroupAddress } from '../publishing';
import {
  askForPurge,
  claimPurge,
  hasFailedPurges,
  holdClaim,
  nextPurgeAt,
  type PendingPurge,
  postponePurge,
  removePurge,
} from './purge-repository';

// Why: docs/adr/0065-purging-a-cdn.md

export interface PurgeTimes {
  /** Longest time that the host's function can take (ms). Default: 30,000. */
  readonly timeoutMs?: number;
  /** Time that processes have for reading new files, in addition to that between two looks (ms). Default: 1000. */
  readonly marginMs?: number;
  /** Pause after the first failure, doubled after each further one (ms). Default: 1000. */
  readonly firstRetryMs?: number;
}

export interface PurgingOptions {
  readonly background: Background;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: ServiceLogger;
  /** The host's mount point as clients see it, if a proxy changes the path. */
  readonly publicPath?: string | undefined;
  readonly basePath: string;
  readonly purgeTimes?: PurgeTimes | undefined;
  readonly hotServe: { readonly purge?: PurgeHook | undefined; readonly revalidateMs: number };
}

export interface Purging extends Feature {
  /**
   * Asks for a purge, in the transaction that changes what a group serves. The caller holds the lock of the group.
   * @param files names of the files that were or are served, without `.json`
   */
  ask(connection: Connection, address: GroupAddress, files: readonly string[]): Promise<void>;
  /** Call after the commit. The purge follows as soon as every process serves the new files. */
  soon(): void;
}

/**
 * Time that a purge is kept from other processes beyond the time for reading new files (ms): with a clock that is ahead, they
 * would purge too early. It is also how long a purge waits more whose process has been killed.
 */
const skewMs = 10_000;

/** Time after which another process repeats a purge whose process is gone (ms); longer than any call takes. */
const claimMs = 60_000;

/** Time between two looks at the purges of processes that are gone (ms). */
const pollMs = 10_000;

/** Longest time that the upkeep waits until a purge is due (ms). */
const longestWaitMs = 10_000;

/** Longest pause after a failure (ms). */
const longestRetryMs = 5 * 60_000;

/** Number of consecutive failures from which they are logged as errors, not as warnings. */
const failuresOfOutage = 5;

/** Longest time that `close` waits for the host's function (ms). */
const closeGraceMs = 5000;

/**
 * Calls the host's function after publications, once in all processes, so that a CDN drops what it has cached. What
 * has to be purged is stored with the publication, so no crash loses it.
 */
export function createPurging({
  background,
  database,
  clock,
  logger,
  publicPath = '',
  basePath,
  purgeTimes: { timeoutMs = 30_000, marginMs = 1000, firstRetryMs = 1000 } = {},
  hotServe: { purge: hook, revalidateMs },
}: PurgingOptions): Purging {
  if (hook === undefined) return { ask: async () => {}, soon() {} };
  const callHook: PurgeHook = async (purge) => hook(purge);
  const api = `${publicPath}${basePath}/api/v1`;
  // Until then another process can serve the old files, and a cache would keep them again.
  const settleMs = Math.ceil(1.5 * revalidateMs) + marginMs;
  const closing = new AbortController();
  /** Purges that this process was the first to see, and when every process serves the new files, by its own stopwatch. */
  const settling = new Map<string, { readonly purge: PendingPurge; readonly readyAt: number }>();
  let isWoken = false;
  const timer = background.timer(() => {
    working = working.then(runDuePurges);
  });
  let working: Promise<void> = Promise.resolve();
  /** Ends the call of the host's function. */
  let ending = new AbortController();

  function wakeIn(milliseconds: number): void {
    if (!closing.signal.aborted) timer.set(milliseconds);
  }

  /** Runs the purges that are due. Never rejects. */
  async function runDuePurges(): Promise<void> {
    let pause = pollMs;
    isWoken = false;
    try {
      pause = Math.min(pollMs, (await runPurges(0)) ?? pollMs);
    } catch (error) {
      logger.warn({ error: describeError(error) }, 'Pending purges of caches could not be read or stored');
    }
    wakeIn(isWoken ? 0 : pause);
  }

  /** Runs the purges that are due within `waitMs`; returns the time until the next one, null without any (ms). */
  async function runPurges(waitMs: number, isOver = () => false): Promise<number | null> {
    for (let due = await nextDueIn(); due !== null; due = await nextDueIn()) {
      if (due > waitMs || closing.signal.aborted || isOver()) return due;
      if (due > 0) await sleep(due, undefined, { signal: closing.signal }).catch(() => {});
      else if (!(await attemptSettled())) await claimAndAttempt();
    }
    return null;
  }

  /** Returns the time until a purge is due (ms); null when none is pending. */
  async function nextDueIn(): Promise<number | null> {
    const at = await database.read(nextPurgeAt);
    if (at === null) settling.clear();
    const times = [...settling.values()].map(({ readyAt }) => readyAt - clock.elapsed());
    return at === null ? null : Math.min(at - clock.now(), ...times);
  }

  /** A purge that was not seen before waits until every process serves the new files. */
  async function claimAndAttempt(): Promise<void> {
    const now = clock.now();
    const purge = await database.transaction((connection) =>
      claimPurge(connection, now, ({ failures }) => now + (failures === null ? settleMs + skewMs : claimMs)),
    );
    if (purge === null) return;
    const { failures } = purge;
    if (failures === null) settling.set(purge.id, { purge, readyAt: clock.elapsed() + settleMs });
    else await attempt({ ...purge, failures });
  }

  /** Attempts a purge that has waited long enough here. Returns false when there is none. */
  async function attemptSettled(): Promise<boolean> {
    for (const [id, { purge, readyAt }] of settling) {
      if (readyAt > clock.elapsed()) continue;
      settling.delete(id);
      const isOwn = await database.transaction((connection) =>
        holdClaim(connection, purge, clock.now() + claimMs),
      );
      if (isOwn) await attempt({ ...purge, failures: 0 });
      return true;
    }
    return false;
  }

  async function attempt(purge: PendingPurge & { failures: number }): Promise<void> {
    const { tenantId, group, failures } = purge;
    const facts = { tenantId, complianceGroup: group };
    try {
      await callInTime(toCachePurge(purge));
    } catch (error) {
      // Another process repeats the purges that this one has no time for.
      if (closing.signal.aborted) return postpone(purge, failures, 0);
      const pause = Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
      logger[failures + 1 < failuresOfOutage ? 'warn' : 'error'](
        { ...facts, failures: failures + 1, retryInMs: pause, error: describeError(error) },
        '`hotServe.purge` failed and is tried again: caches may still serve the files from before a publication',
      );
      return postpone(purge, failures + 1, pause);
    }
    await database.transaction((connection) => removePurge(connection, purge));
    if (failures > 0) logger.info({ ...facts, failures }, '`hotServe.purge` succeeded after failures');
  }

  async function callInTime(purge: Omit<CachePurge, 'signal'>): Promise<void> {
    ending = new AbortController();
    const { signal } = ending;
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const late = setTimeout(() => ending.abort(new Error(`It took longer than ${timeoutMs} ms`)), timeoutMs);
    try {
      await Promise.race([callHook({ ...purge, signal }), ended]);
    } finally {
      clearTimeout(late);
    }
  }

  function postpone(purge: PendingPurge, failures: number, pause: number): Promise<void> {
    const dueAt = clock.now() + pause;
    return database.transaction((connection) => postponePurge(connection, purge, { failures, dueAt }));
  }

  function toCachePurge({ tenantId, group, files }: PendingPurge): Omit<CachePurge, 'signal'> {
    const directory = `${api}/profiles/${tenantId}/${group}`;
    return {
      tenantId,
      complianceGroup: group,
      paths: files.map((name) => `${directory}/${name}`),
      prefixes: [directory, `${api}/bootstrap`, `${api}/recheck`],
    };
  }

  return {
    ask: (connection, { tenantId, group }, files) => askForPurge(connection.tenant(tenantId), group, files),
    soon() {
      isWoken = true;
      wakeIn(0);
    },
    start: () => wakeIn(0),
    async catchUp(isOver) {
      const purges = working.then(() => runPurges(Math.min(settleMs, longestWaitMs), isOver));
      working = purges.then(
        () => {},
        () => {},
      );
      const next = await purges;
      // No timer tries it again soon, so whoever runs the upkeep has to know.
      if (await database.read(hasFailedPurges))
        throw new Error(
          '`hotServe.purge` has failed: caches may still serve the files from before a publication',
        );
      return next === null || next > 0 ? 'finished' : 'unfinished';
    },
    async close() {
      closing.abort();
      timer.clear();
      await withDeadline(closeGraceMs, working, () => ending.abort(new Error('The service is closing')));
      await working;
    },
  };
}
