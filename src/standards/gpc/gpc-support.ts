/**
 * Path at which a site states that it abides by Global Privacy Control (W3C Global Privacy Control, "GPC
 * Support Resource"; RFC 8615).
 */
export const gpcResourcePath = '/.well-known/gpc.json';

/** Day on which this package last changed how it handles the signal. */
const treatmentSince = '2026-11-21';

/**
 * Returns the GPC support resource. `lastUpdate` is the day of the statement, `YYYY-MM-DD`: later changes of
 * the standard do not change its meaning.
 */
export function gpcSupport(lastUpdate: string = treatmentSince): {
  readonly gpc: true;
  readonly lastUpdate: string;
} {
  return { gpc: true, lastUpdate };
}
