import type { Clock } from '#platform/kernel/clock';
import type { StoredWebhook } from './webhook-repository';

// Why: docs/adr/0152-hanging-receivers-delay-no-others.md

/** Attempts at the same time: in all, to webhooks that fail, and to one webhook that works. */
const concurrency = 8;
const concurrencyOfFailing = 4;
const concurrencyOfOne = 2;

/** Failures in a row before a webhook pauses: a receiver that works can refuse a few messages. */
const failuresBeforePause = 3;

export interface CircuitTimes {
  /** Pause after the first failure that is not tolerated, doubled after each further one (ms). */
  readonly firstRetryMs: number;
  /** Longest pause, unless the receiver asks for a longer one (ms). */
  readonly longestPauseMs: number;
}

/**
 * Decides which webhooks can have an attempt. A webhook that fails has one attempt at a time, which comes after those of
 * the others and leaves half of the places to them.
 */
export interface Circuits {
  /** Sorts webhooks by which one has the next attempt: working ones first, and among equals the one tried longest ago. */
  inOrder(webhooks: readonly StoredWebhook[]): StoredWebhook[];
  /** Returns whether an attempt has a place now. */
  hasPlace(webhook: StoredWebhook): boolean;
  /** Returns the rest of a webhook's pause (ms); 0 outside of a pause. */
  restOfPause(webhook: StoredWebhook): number;
  start(webhook: StoredWebhook): void;
  end(webhook: StoredWebhook): void;
  succeed(webhook: StoredWebhook): void;
  /** Notes a failure. Returns whether the webhook pauses, because it has failed several times in a row. */
  fail(webhook: StoredWebhook, retryAfterMs: number): boolean;
  /** Ends the pause of a webhook. */
  retry(id: string): void;
  /** Forgets all webhooks but these. */
  keepOnly(webhooks: readonly StoredWebhook[]): void;
}

interface Circuit {
  inFlight: number;
  /** Start of the last attempt (`clock.elapsed()`). */
  startedAt: number;
  /** Failures since the last success. */
  failures: number;
  /** End of the pause (`clock.elapsed()`). */
  pausedUntil: number;
}

export function createCircuits(clock: Clock, { firstRetryMs, longestPauseMs }: CircuitTimes): Circuits {
  const circuits = new Map<string, Circuit>();

  /** A webhook that failed before this process started fails here too, until it accepts a message. */
  function find({ id, failingSince }: StoredWebhook): Circuit {
    const known = circuits.get(id);
    if (known !== undefined) return known;
    const circuit = {
      inFlight: 0,
      startedAt: 0,
      failures: failingSince === null ? 0 : 1,
      pausedUntil: Number.NEGATIVE_INFINITY,
    };
    circuits.set(id, circuit);
    return circuit;
  }

  function inFlight({ ofFailing }: { readonly ofFailing: boolean }): number {
    let sum = 0;
    for (const circuit of circuits.values()) if (!ofFailing || circuit.failures > 0) sum += circuit.inFlight;
    return sum;
  }

  return {
    inOrder(webhooks) {
      const isFailing = (webhook: StoredWebhook) => Number(find(webhook).failures > 0);
      return [...webhooks].sort(
        (one, other) => isFailing(one) - isFailing(other) || find(one).startedAt - find(other).startedAt,
      );
    },
    hasPlace(webhook) {
      const circuit = find(webhook);
      if (inFlight({ ofFailing: false }) >= concurrency) return false;
      if (circuit.failures === 0) return circuit.inFlight < concurrencyOfOne;
      return circuit.inFlight === 0 && inFlight({ ofFailing: true }) < concurrencyOfFailing;
    },
    restOfPause: (webhook) => Math.max(0, find(webhook).pausedUntil - clock.elapsed()),
    start(webhook) {
      const circuit = find(webhook);
      circuit.inFlight += 1;
      circuit.startedAt = clock.elapsed();
    },
    end(webhook) {
      find(webhook).inFlight -= 1;
    },
    succeed(webhook) {
      Object.assign(find(webhook), { failures: 0, pausedUntil: Number.NEGATIVE_INFINITY });
    },
    fail(webhook, retryAfterMs) {
      const circuit = find(webhook);
      circuit.failures += 1;
      const beyond = circuit.failures - failuresBeforePause;
      const pause = beyond < 0 ? 0 : Math.min(firstRetryMs * 2 ** beyond, longestPauseMs);
      circuit.pausedUntil = Math.max(circuit.pausedUntil, clock.elapsed() + Math.max(pause, retryAfterMs));
      return beyond >= 0;
    },
    retry(id) {
      const circuit = circuits.get(id);
      if (circuit !== undefined) circuit.pausedUntil = Number.NEGATIVE_INFINITY;
    },
    keepOnly(webhooks) {
      const ids = new Set(webhooks.map(({ id }) => id));
      for (const [id, { inFlight: attempts }] of circuits)
        if (!ids.has(id) && attempts === 0) circuits.delete(id);
    },
  };
}
