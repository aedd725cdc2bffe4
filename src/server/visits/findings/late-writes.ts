import type { Clock } from '#platform/kernel/clock';

export interface LateWritesOptions {
  readonly clock: Clock;
  readonly write: () => Promise<void>;
  /** Called when a write fails that nobody waits for. */
  readonly onFailure: (error: unknown) => void;
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
const everyMs = 10_000;

export function createLateWrites({ clock, write, onFailure }: LateWritesOptions): LateWrites {
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function flush(): Promise<void> {
    lastWrite = clock.elapsed();
    return write();
  }

  return {
    schedule() {
      if (timer !== undefined || isClosed) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          flush().catch(onFailure);
        },
        Math.max(firstMs, lastWrite + everyMs - clock.elapsed()),
      );
      timer.unref();
    },
    flush,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await flush().catch(onFailure);
    },
  };
}
