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
