import type { Clock } from './clock';
import type { Logger, ServiceLogger } from './logger';

/** Minimum time between two lines of one kind (ms). */
const everyMs = 60_000;

/** Maximum number of kinds that are told apart within a minute; all others are one. */
const maxKinds = 100;
const maxKindLength = 500;

/** Leaves out the places in the code, because one fault is met in many of them. */
const toKind = (line: readonly unknown[]): string =>
  JSON.stringify(line)
    .replace(/ ?\| at [^"|]*/g, '')
    .slice(0, maxKindLength);

interface Kind {
  writtenAt: number;
  /** Lines that were left out since. */
  leftOut: number;
}

/**
 * Returns a logger for lines that requests cause: during an outage there can be thousands a second, which would fill the
 * disk. A line of the same kind, with the same sentence and facts apart from `requestId`, is written once a minute. The
 * next one has the number of those that were left out as `alsoLeftOut`.
 */
export function createSummarizingLogger(logger: ServiceLogger, clock: Pick<Clock, 'elapsed'>): ServiceLogger {
  const kinds = new Map<string, Kind>();

  /** Makes room for kinds that have not been met before, by those that would be written again anyway. */
  function dropOld(now: number): void {
    for (const [name, { writtenAt }] of kinds) if (now - writtenAt >= everyMs) kinds.delete(name);
  }

  const summarizing =
    (level: keyof Logger): ServiceLogger['warn'] =>
    (facts, message) => {
      const key = toKind([level, message, { ...facts, requestId: undefined }]);
      const now = clock.elapsed();
      if (!kinds.has(key) && kinds.size >= maxKinds) dropOld(now);
      const name = kinds.has(key) || kinds.size < maxKinds ? key : 'other';
      const kind = kinds.get(name) ?? { writtenAt: Number.NEGATIVE_INFINITY, leftOut: 0 };
      kinds.set(name, kind);
      if (now - kind.writtenAt < everyMs) {
        kind.leftOut += 1;
        return;
      }
      logger[level]({ ...facts, ...(kind.leftOut > 0 && { alsoLeftOut: kind.leftOut }) }, message);
      kinds.set(name, { writtenAt: now, leftOut: 0 });
    };
  return {
    debug: summarizing('debug'),
    info: summarizing('info'),
    warn: summarizing('warn'),
    error: summarizing('error'),
  };
}
