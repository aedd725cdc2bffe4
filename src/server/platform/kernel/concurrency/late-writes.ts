import type { Clock } from '../clock';
import type { Background } from './background';

export interface LateWritesOptions {
  readonly background: Background;
  readonly clock: Clock;
  readonly write: () => Promise<void>;
  /** Called when a write fails that nobody waits for. */
  readonly onFailure: (error: unknown) => void;
  /** Shortest time between two writes (ms). Default: 10 s. */
  readonly everyMs?: number;
}

/** Writes now and then what was noted in memory, so that no visit costs a write. */
export interface LateWrites {
  /** Call when there is something to write. */
  schedule(): void;
  /** Writes at once. */
  flush(): Promise<void>;
  /** Writes for the last time. */
  close(): Promise<void>;
}

/** The first write is soon, because somebody may be waiting for it. */
const firstMs = 1000;

export function createLateWrites({
  background,
  clock,
  write,
  onFailure,
  everyMs = 10_000,
}: LateWritesOptions): LateWrites {
  const timer = background.writeTimer(() => flush().catch(onFailure));
  let lastWrite = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function flush(): Promise<void> {
    lastWrite = clock.elapsed();
    return write();
  }

  return {
    schedule() {
      if (timer.isSet || isClosed) return;
      timer.set(Math.max(firstMs, lastWrite + everyMs - clock.elapsed()));
    },
    flush,
    async close() {
      isClosed = true;
      timer.clear();
      await flush().catch(onFailure);
    },
  };
}
