import { AsyncResource } from 'node:async_hooks';
import type { Clock } from '../clock';

// Why: docs/adr/0153-background-work.md

/** Work that no request waits for. */
export interface Background {
  /** Whether timers run: not with `background: false`. */
  readonly isOn: boolean;
  /**
   * Runs work in the asynchronous context in which the service was created. Loops that a request starts would otherwise
   * keep its traces and log fields for as long as the process lives.
   */
  run<Result>(work: () => Result): Result;
  /** Creates a timer for work that another process can do as well. Without timers it never runs. */
  timer(work: () => unknown): BackgroundTimer;
  /**
   * Creates a timer for writing what only this process knows. Without timers, the first request after the time runs it.
   * @param work never rejects
   */
  writeTimer(work: () => Promise<void>): BackgroundTimer;
  /** Runs the writes whose time has come, all at once. Call it within a request, when timers are off. Never rejects. */
  runDueWrites(): Promise<void>;
}

export interface BackgroundTimer {
  readonly isSet: boolean;
  /** Runs the work once, after this time (ms) and not at an earlier one that was set. Keeps no process alive. */
  set(afterMs: number): void;
  clear(): void;
}

interface WaitingTimer extends BackgroundTimer {
  readonly dueAt: number;
  readonly work: () => Promise<void>;
}

/** Creates the background of a service. Call it outside of requests. */
export function createBackground({ isOn, clock }: { isOn: boolean; clock: Clock }): Background {
  const context = new AsyncResource('express-consent.background');
  const writes: WaitingTimer[] = [];
  const run = <Result>(work: () => Result): Result => context.runInAsyncScope(work);

  function runningTimer(work: () => unknown): BackgroundTimer {
    let timer: NodeJS.Timeout | undefined;
    const onTime = () => {
      timer = undefined;
      work();
    };
    return {
      get isSet() {
        return timer !== undefined;
      },
      set(afterMs) {
        clearTimeout(timer);
        timer = run(() => setTimeout(onTime, afterMs).unref());
      },
      clear() {
        clearTimeout(timer);
        timer = undefined;
      },
    };
  }

  function waitingTimer(work: () => Promise<void>): WaitingTimer {
    let dueAt = Number.POSITIVE_INFINITY;
    return {
      work,
      get dueAt() {
        return dueAt;
      },
      get isSet() {
        return dueAt !== Number.POSITIVE_INFINITY;
      },
      set(afterMs) {
        dueAt = clock.elapsed() + afterMs;
      },
      clear() {
        dueAt = Number.POSITIVE_INFINITY;
      },
    };
  }

  return {
    isOn,
    run,
    timer: (work) => (isOn ? runningTimer(work) : noTimer),
    writeTimer(work) {
      if (isOn) return runningTimer(work);
      const timer = waitingTimer(work);
      writes.push(timer);
      return timer;
    },
    async runDueWrites() {
      const now = clock.elapsed();
      const due = writes.filter(({ dueAt }) => dueAt <= now);
      for (const timer of due) timer.clear();
      await Promise.all(due.map(({ work }) => work()));
    },
  };
}

const noTimer: BackgroundTimer = { isSet: false, set() {}, clear() {} };
