import type { Clock } from '../../kernel/clock';
import { createSemaphore } from '../../kernel/concurrency/semaphore';
import type { StorageAdapter } from '../storage-adapter';
import { createMark, type Mark, parseMark, queueDirectory } from './mirror-marks';

/** Maximum number of marks that are removed at the same time. */
const maxRemovals = 8;

export interface MirrorQueue {
  /** Writes a mark for a key, or for every object, before the change itself. */
  add(place: StorageAdapter, key: string | null): Promise<Mark>;
  /** The change has been made: the mark is ready. */
  complete(mark: Mark): void;
  /** The change has failed, and may have been made all the same. */
  abandon(mark: Mark): void;
  /** Reads the marks of all processes. */
  refresh(): Promise<void>;
  /** Returns the marks whose changes have been made. */
  ready(): Mark[];
  remove(marks: readonly Mark[]): Promise<void>;
  /** Returns whether the mirror can have an older object under this key. */
  has(key: string): boolean;
  readonly size: number;
}

type State = 'changing' | 'changed' | 'foreign';

interface Entry {
  readonly mark: Mark;
  readonly state: State;
  /** When this process saw the mark first (ms of the clock). */
  readonly since: number;
}

/**
 * Creates the queue of changes that the mirror lacks, which is stored in the primary storage. The changes of
 * this process are known; those of other processes are taken over after a time, since a process that lives
 * copies its own.
 * @param adoptAfterMs longer than any change takes
 */
export function createMirrorQueue(
  primary: StorageAdapter,
  clock: Pick<Clock, 'elapsed'>,
  adoptAfterMs: number,
): MirrorQueue {
  const entries = new Map<string, Entry>();
  const limited = createSemaphore(maxRemovals);
  const set = (mark: Mark, state: State, since = clock.elapsed()) =>
    void entries.set(mark.name, { mark, state, since });

  return {
    async add(place, key) {
      const mark = createMark(key);
      set(mark, 'changing');
      try {
        await place.write(mark.name, Buffer.alloc(0));
      } catch (error) {
        set(mark, 'foreign');
        throw error;
      }
      return mark;
    },

    complete: (mark) => set(mark, 'changed'),
    abandon: (mark) => set(mark, 'foreign'),

    async refresh() {
      // A mark that this process writes during the list can be missing from it.
      const before = new Set(entries.keys());
      const listed = new Set((await primary.list(queueDirectory)).map(({ key }) => key));
      // One time for all: a pointer must not be taken over before the files that it names.
      const now = clock.elapsed();
      for (const name of listed) {
        const mark = entries.has(name) ? null : parseMark(name);
        if (mark !== null) set(mark, 'foreign', now);
      }
      for (const [name, { state }] of entries)
        if (state === 'foreign' && before.has(name) && !listed.has(name)) entries.delete(name);
    },

    ready() {
      const latest = clock.elapsed() - adoptAfterMs;
      return [...entries.values()]
        .filter(({ state, since }) => state === 'changed' || (state === 'foreign' && since <= latest))
        .map(({ mark }) => mark);
    },

    async remove(marks) {
      await Promise.all(
        marks.map((mark) =>
          limited(async () => {
            await primary.remove(mark.name);
            entries.delete(mark.name);
          }),
        ),
      );
    },

    has(key) {
      for (const { mark } of entries.values()) if (mark.key === null || mark.key === key) return true;
      return false;
    },

    get size() {
      return entries.size;
    },
  };
}
