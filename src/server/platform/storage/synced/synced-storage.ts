import type { Knex } from 'knex';
import { withDeadline } from '../../kernel/concurrency/deadline';
import { SetupError } from '../../kernel/errors';
import { consoleLogger, type Logger, toServiceLogger } from '../../kernel/logger';
import type { StorageAdapter, StoredObject } from '../storage-adapter';
import { bindingDirectory, describeStorage } from '../storage-binding';
import { assertStorageKey } from '../storage-key';
import type { Mark } from './mirror-marks';
import { queueDirectory } from './mirror-marks';
import { createMirrorWorker, isQueueKey, type MirrorState } from './mirror-worker';

// Why: docs/adr/0060-object-storage.md

export interface SyncedStorageOptions {
  /** Receives a warning when the mirror cannot be updated, and a line when it can again. Default: the console. */
  readonly logger?: Logger | undefined;
  /** Number of waiting changes above which everything is compared instead. Default: 10,000. */
  readonly maxQueue?: number | undefined;
  /** Time after which the mirror is read in place of a primary storage that does not answer (ms). Default: 1000. */
  readonly fallbackAfterMs?: number | undefined;
  /** Time between two looks at the changes of other processes (ms). Default: 10,000. */
  readonly pollMs?: number | undefined;
  /** First pause after a failure of the mirror (ms); doubles up to a minute. Default: 1000. */
  readonly retryMs?: number | undefined;
  /**
   * Time after which changes of a process that may have crashed are copied (ms). Longer than any write takes.
   * Default: 60,000.
   */
  readonly adoptAfterMs?: number | undefined;
}

/** A storage whose objects are copied to a mirror. */
export interface SyncedStorage extends StorageAdapter {
  readonly primary: StorageAdapter;
  readonly mirror: StorageAdapter;
  /** Returns what the mirror lacks, for monitoring. */
  mirrorState(): MirrorState;
}

/**
 * Creates a storage that writes to `primary` and copies every change to `mirror` in the background. A mirror
 * that is down delays nothing. Reads come from the primary storage; while it fails, from the mirror.
 *
 * @example
 * const storage = syncedStorage(databaseStorage(knex), s3Storage({ bucket: 'shop-consent' }));
 * createConsentService({ knex, storage });
 */
export function syncedStorage(
  primary: StorageAdapter,
  mirror: StorageAdapter,
  options: SyncedStorageOptions = {},
): SyncedStorage {
  requireTwo(primary, mirror);
  const { logger = consoleLogger, fallbackAfterMs, ...limits } = readOptions(options);
  const worker = createMirrorWorker({ primary, mirror, logger: toServiceLogger(logger), ...limits });
  const { queue } = worker;

  /**
   * Makes a change after its mark, so that no crash loses it.
   * @param settle reports the mark when it is certain whether the change has been made
   */
  async function change(
    place: StorageAdapter,
    key: string,
    work: () => Promise<void>,
    settle: (mark: Mark) => void,
  ): Promise<void> {
    // The mirror has its own binding.
    if (isBindingKey(key)) return work();
    const mark = await queue.add(place, key);
    try {
      await work();
    } catch (error) {
      queue.abandon(mark);
      throw error;
    }
    settle(mark);
  }

  function complete(mark: Mark): void {
    queue.complete(mark);
    worker.wake();
  }

  async function read(key: string): Promise<StoredObject | null> {
    const reading = primary.read(key);
    const late = Symbol('late');
    const readMirror = () => (isBindingKey(key) ? null : worker.read(key).catch(() => null));
    try {
      const object = await withDeadline(fallbackAfterMs, reading, () => late);
      return typeof object === 'symbol' ? ((await readMirror()) ?? reading) : object;
    } catch (error) {
      const copy = await readMirror();
      if (copy === null) throw error;
      return copy;
    }
  }

  function storageOn(
    place: StorageAdapter,
    settle: (mark: Mark) => void,
    readObject: StorageAdapter['read'],
  ): SyncedStorage {
    return {
      name: 'synced',
      location: `${describeStorage(primary)} with the mirror ${describeStorage(mirror)}`,
      primary,
      mirror,
      mirrorState: worker.state,
      async connect() {
        await primary.connect();
        worker.start();
      },
      async disconnect() {
        await worker.stop();
        await primary.disconnect();
      },
      check: () => primary.check(),
      async read(key) {
        assertOwnKey(key);
        return readObject(key);
      },
      async write(key, body) {
        assertOwnKey(key);
        await change(place, key, () => place.write(key, body), settle);
      },
      async remove(key) {
        assertOwnKey(key);
        await change(place, key, () => place.remove(key), settle);
      },
      async list(prefix) {
        assertOwnKey(prefix);
        return place.list(prefix);
      },
      async listDirectories(prefix) {
        if (prefix !== undefined) assertOwnKey(prefix);
        const names = await place.listDirectories(prefix);
        return prefix === undefined ? names.filter((name) => name !== queueDirectory) : names;
      },
      ...(primary.within === undefined ? {} : { within }),
    };
  }

  /** The marks are rows of the same transaction, and are ready once it has been committed. */
  function within(transaction: Knex): StorageAdapter {
    const place = primary.within?.(transaction) ?? primary;
    const { executionPromise } = transaction as unknown as Partial<Knex.Transaction>;
    const settle = (mark: Mark) => {
      if (executionPromise === undefined) queue.abandon(mark);
      else
        void executionPromise.then(
          () => complete(mark),
          () => queue.abandon(mark),
        );
    };
    return storageOn(place, settle, (key) => place.read(key));
  }

  return storageOn(primary, complete, read);
}

/** Returns the storage that a service reads and writes: that of a synced storage is its primary one. */
export function primaryStorage(storage: StorageAdapter): StorageAdapter {
  return storage.name === 'synced' && 'primary' in storage ? (storage as SyncedStorage).primary : storage;
}

const isBindingKey = (key: string) => key.split('/', 1)[0] === bindingDirectory;

/** @throws TypeError when the key is not valid, or belongs to the queue */
function assertOwnKey(key: string): void {
  assertStorageKey(key);
  if (isQueueKey(key)) throw new TypeError(`Reserved for the queue of the mirror: ${queueDirectory}`);
}

/** @throws SetupError when one is not a storage, or both are the same one */
function requireTwo(primary: StorageAdapter, mirror: StorageAdapter): void {
  if (typeof primary?.read !== 'function' || typeof mirror?.read !== 'function')
    throw new SetupError('syncedStorage() needs two storages: syncedStorage(primary, mirror)');
  const isSame =
    primary === mirror ||
    (primary.location !== undefined && describeStorage(primary) === describeStorage(mirror));
  if (isSame) throw new SetupError('syncedStorage() needs two different storages');
}

/** @throws SetupError when a number is not a positive whole one */
function readOptions(options: SyncedStorageOptions) {
  const { logger, ...given } = options;
  const defaults = {
    maxQueue: 10_000,
    fallbackAfterMs: 1000,
    pollMs: 10_000,
    retryMs: 1000,
    adoptAfterMs: 60_000,
  };
  const resolved = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) {
    const value = given[name] ?? defaults[name];
    if (!Number.isInteger(value) || value < 1 || value > 2 ** 31 - 1)
      throw new SetupError(`\`${name}\` of syncedStorage() must be a positive whole number`);
    resolved[name] = value;
  }
  return { logger, ...resolved };
}
