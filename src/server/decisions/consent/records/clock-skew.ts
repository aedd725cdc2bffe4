/** Difference of the clocks of two processes that is nothing unusual. */
const clockSkewMs = 60_000;

/** Returns whether a stored time lies in the future: it comes from a clock that was ahead, and orders nothing. */
export const isAhead = (time: number, now: number): boolean => time > now + clockSkewMs;
