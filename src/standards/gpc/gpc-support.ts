/**
 * Where a site tells that it abides by Global Privacy Control (W3C Global Privacy Control, "GPC Support
 * Resource"; RFC 8615).
 */
export const gpcResourcePath = '/.well-known/gpc.json';

/** The day on which what this package does with the signal last changed its meaning. */
const treatmentSince = '2026-11-21';

/**
 * The GPC support resource. `lastUpdate` is the day of the statement, `YYYY-MM-DD`: later changes of the
 * standard do not change what it says.
 */
export function gpcSupport(lastUpdate: string = treatmentSince): {
  readonly gpc: true;
  readonly lastUpdate: string;
} {
  return { gpc: true, lastUpdate };
}
