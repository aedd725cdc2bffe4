import type { Choice } from '#standards/choice/index';

const minute = 60_000;

/**
 * Returns the latest time at which a choice can have been made, whose cookie keeps whole minutes: a withdrawal must not count
 * as earlier than a grant of the same minute.
 */
export const readLatestTime = ({ decidedAt }: Choice): number =>
  Math.min(Math.floor(decidedAt / minute) * minute + minute - 1, Date.now());
