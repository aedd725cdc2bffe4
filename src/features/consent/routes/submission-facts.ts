import { millisecondsPerDay } from '../../../kernel/clock';
import { validationFailed } from '../../../kernel/errors';
import type { ConsentInput } from '../consent-schemas';
import type { Manner } from '../records/stored-consent';

/** Returns how and where the visitor decided, as the page reports it. */
export const readManner = ({ method, layer }: Pick<ConsentInput, 'method' | 'layer'>): Manner => ({
  method: method ?? null,
  layer: layer ?? null,
});

/** Longest time that a decision can wait before it is submitted (days). */
export const maxWaitDays = 30;

/**
 * Returns the time of a decision (epoch milliseconds), never later than now; undefined when it was not sent.
 * A time in the future counts as now: a visitor whose clock is ahead must be able to withdraw.
 * @throws ServiceError `validation_failed`
 */
export function readDecidedAt(sent: string | undefined, now: number): number | undefined {
  if (sent === undefined) return undefined;
  const decidedAt = Date.parse(sent);
  if (!(decidedAt >= now - maxWaitDays * millisecondsPerDay))
    throw validationFailed({
      path: 'decidedAt',
      message: `must not be a time more than ${maxWaitDays} days ago, by the clock of the service`,
    });
  return Math.min(decidedAt, now);
}
