import { randomUUID } from 'node:crypto';
import { systemClock } from '../../kernel/clock';
import { createBackground } from '../../kernel/concurrency/background';
import { withDeadline } from '../../kernel/concurrency/deadline';
import { SetupError } from '../../kernel/errors';
import { groupBy } from '../../kernel/group-by';
import { describeError, type ServiceLogger } from '../../kernel/logger';
import { listKeys } from '../copy-storage';
import { guardedStorage } from '../guarded-storage';
import type { StorageAdapter } from '../storage-adapter';
import {
  type BindingState,
  bindingState,
  bindStorage,
  describeStorage,
  lastCopyKey,
  markReady,
  readOwner,
  type StorageOwner,
} from '../storage-binding';
import { copyToMirror } from './mirror-copy';
import { queueDirectory } from './mirror-marks';
import { createMirrorQueue, type MirrorQueue } from './mirror-queue';

export interface MirrorWorkerOptions {
  readonly primary: StorageAdapter;
  readonly mirror: StorageAdapter;
  readonly logger: ServiceLogger;
  /** Number of marks above which they are replaced by one for every object. */
  readonly maxQueue: number;
  /** Times (ms). */
  readonly adoptAfterMs: number;
  readonly pollMs: number;
  readonly retryMs: number;
}

export interface MirrorState {
  /** Number of changes that the mirror lacks, as far as this process knows. */
  readonly pending: number;
  /** Why the last attempt to copy them failed; null when it did not. */
  readonly error: string | null;
}

export interface MirrorWorker {
  readonly queue: MirrorQueue;
  start(): void;
  stop(): Promise<void>;
  /** Copies soon what has been added to the queue. */
  wake(): void;
  /** Reads an object of the mirror, when it is certainly the newest one; null otherwise. */
  read: StorageAdapter['read'];
  state(): MirrorState;
}

const maxRetryMs = 60_000;

/** Shortest time between two comparisons of the last copy (ms). */
const compareEveryMs = 60_000;

/** How long `stop` lets a copy finish (ms). */
const stopGraceMs = 5000;

/** Creates the worker that copies changes to the mirror, in the background and one run at a time. */
export function createMirrorWorker(options: MirrorWorkerOptions): MirrorWorker {
  const { logger, maxQueue, adoptAfterMs, pollMs, retryMs } = options;
  const primary = guardedStorage(options.primary);
  const mirror = guardedStorage(options.mirror);
  const queue = createMirrorQueue(primary, systemClock, adoptAfterMs);
  let owner: StorageOwner | null = null;
  let binding: BindingState = 'unbound';
  let isConnected = false;
  let isStopped = true;
  let isWoken = false;
  let isListed = false;
  let comparedAt = Number.NEGATIVE_INFINITY;
  /** Whether the last run could copy nothing: then only time helps, not another change. */
  let isDown = false;
  let failures = 0;
  let lastError: string | null = null;
  const timer = createBackground({ isOn: true, clock: systemClock }).timer(() => {
    isWoken = false;
    running = runLogged().then(() => {
      running = null;
      const retry = Math.min(retryMs * 2 ** (failures - 1), maxRetryMs);
      if (isWoken && !isDown) schedule(0);
      else schedule(failures > 0 ? retry : pollMs);
    });
  });
  let running: Promise<void> | null = null;

  /** Connects the mirror and checks that it belongs to the database of the primary storage. */
  async function prepareMirror(): Promise<StorageOwner | null> {
    if (!isConnected) await mirror.connect();
    isConnected = true;
    if (owner !== null) return owner;
    const expected = await readOwner(primary);
    if (expected === null) return null;
    binding = await bindingState(mirror, expected);
    if (binding === 'unbound') {
      if ((await mirror.listDirectories()).length > 0)
        throw new SetupError(
          `The mirror ${describeStorage(mirror)} is not empty and does not belong to this database. ` +
            'Use an empty one.',
        );
      await bindStorage(mirror, expected);
      binding = 'filling';
    }
    owner = expected;
    return owner;
  }

  /**
   * Writes a new name of the last copy to both storages. Called before a copy, so that a state of the primary storage from
   * before it is noticed when it comes back.
   * @throws when the mirror does not get it
   */
  async function nameCopy({ id }: StorageOwner): Promise<void> {
    const key = lastCopyKey(id);
    // One mark is enough while the mirror is down.
    if (!queue.has(key)) {
      const mark = await queue.add(primary, key);
      await primary.write(key, Buffer.from(JSON.stringify({ copy: randomUUID() })));
      queue.complete(mark);
    }
    const marks = queue.ready().filter((mark) => mark.key === key);
    const onCopied = () => queue.remove(marks);
    const { error } = await copyToMirror({ primary, mirror, isStopped: () => isStopped, onCopied }, [key]);
    if (error !== undefined) throw error;
  }

  /**
   * Returns whether one of the two storages has gone back in time, such as the database by a restore: the mirror then has
   * what the primary storage has lost, and no mark names it. False while another process names a copy.
   */
  async function isFromAnotherTime({ id }: StorageOwner): Promise<boolean> {
    const key = lastCopyKey(id);
    const read = async (place: StorageAdapter) => String((await place.read(key))?.body);
    const before = await read(primary);
    await queue.refresh();
    return !queue.has(key) && (await read(mirror)) !== before && (await read(primary)) === before;
  }

  /** Compares every object when one of the storages was restored. */
  async function compareTimes(mirrorOwner: StorageOwner): Promise<void> {
    const now = systemClock.elapsed();
    // A copy gets a new name, which would hide that the storages differ.
    const isNeeded = queue.ready().length > 0;
    if (binding !== 'ready' || (!isNeeded && now - comparedAt < compareEveryMs)) return;
    const isOther = await isFromAnotherTime(mirrorOwner).catch((error) => {
      if (isNeeded) throw error;
      // A mirror that does not answer is reported once it lacks something.
      return null;
    });
    if (isOther !== null) comparedAt = now;
    if (!isOther) return;
    logger.warn(
      { mirror: describeStorage(mirror) },
      'The mirror of the storage has another state than the primary storage and is compared as a whole: one of them was restored. If that was the database, run `express-consent restored`. See docs/guide/database.md#backups',
    );
    queue.complete(await queue.add(primary, null));
  }

  /** Keeps the queue bounded: replaces its marks by one for every object. */
  async function compactQueue(): Promise<void> {
    const ready = queue.ready();
    if (queue.size <= maxQueue || ready.length < 2) return;
    queue.complete(await queue.add(primary, null));
    await queue.remove(ready);
  }

  /**
   * Copies what is in the queue; everything when the mirror has never been complete.
   * @returns why a part of it could not be copied; null otherwise
   * @throws when nothing could be copied
   */
  async function run(): Promise<unknown> {
    await queue.refresh();
    isListed = true;
    await compactQueue();
    const mirrorOwner = await prepareMirror();
    if (mirrorOwner === null) return null;
    await compareTimes(mirrorOwner);
    if (binding === 'filling' || queue.ready().length > 0) await nameCopy(mirrorOwner);
    const ready = queue.ready();
    const isWhole = binding === 'filling' || ready.some(({ key }) => key === null);
    const keys = isWhole
      ? [...(await listKeys(primary)), ...(await listKeys(mirror))]
      : ready.flatMap(({ key }) => key ?? []);
    const marks = groupBy(isWhole ? [] : ready, ({ key }) => String(key));
    const onCopied = (copied: readonly string[]) =>
      queue.remove(copied.flatMap((key) => marks.get(key) ?? []));
    const {
      failed,
      isOutage,
      error = null,
    } = await copyToMirror({ primary, mirror, isStopped: () => isStopped, onCopied }, new Set(keys));
    if (isOutage) throw error;
    if (isWhole) {
      // Not everything again because of one object that the mirror refuses.
      for (const key of failed) queue.complete(await queue.add(primary, key));
      await queue.remove(ready);
      if (binding === 'filling') await markReady(mirror, mirrorOwner);
      binding = 'ready';
    }
    return error;
  }

  async function runLogged(): Promise<void> {
    isDown = false;
    const error = await run().catch((reason) => {
      isDown = true;
      return reason;
    });
    if (isStopped) return;
    if (error !== null && failures === 0)
      logger.warn(
        { error: describeError(error), pending: queue.size },
        'The mirror of the storage could not be updated; its changes wait. See docs/guide/troubleshooting.md#storage-mirror',
      );
    if (error === null && failures > 0)
      logger.info({ pending: queue.size }, 'The mirror of the storage is updated again');
    failures = error === null ? 0 : failures + 1;
    lastError = error === null ? null : describeError(error);
  }

  function schedule(milliseconds: number): void {
    if (!isStopped) timer.set(milliseconds);
  }

  return {
    queue,
    start() {
      if (!isStopped) return;
      isStopped = false;
      isDown = false;
      failures = 0;
      schedule(0);
    },
    async stop() {
      isStopped = true;
      timer.clear();
      if (running !== null) await withDeadline(stopGraceMs, running, () => {});
      if (isConnected) await mirror.disconnect().catch(() => {});
      isConnected = false;
      isListed = false;
      owner = null;
    },
    wake() {
      isWoken = true;
      if (running === null && !isDown) schedule(0);
    },
    async read(key) {
      const isUsable = isListed && isConnected && binding === 'ready' && owner !== null;
      return isUsable && !queue.has(key) ? mirror.read(key) : null;
    },
    state: () => ({ pending: queue.size, error: lastError }),
  };
}

/** Returns whether a key belongs to the queue itself. */
export function isQueueKey(key: string): boolean {
  return key.split('/', 1)[0] === queueDirectory;
}
