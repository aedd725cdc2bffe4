import { readLifetime } from '#standards/compliance/rules/cookie-lifetime';
import { describeMaxAge } from '#standards/cookie-age';
import type { StoredItem } from '../observation';
import type { ListedParameter } from '../published-profile';

const secondsPerDay = 86_400;
/** Months and years differ in length, and clocks differ a little. */
const tolerance = { share: 1.05, seconds: 60 };

/** Returns how a cookie outlives what the profile says, in words; null if it does not. */
export function lifetimeFault(item: StoredItem, listed: readonly ListedParameter[]): string | null {
  const { kind, lifetimeSeconds } = item;
  if (kind !== 'cookie' || lifetimeSeconds === null) return null;
  const limits = listed.map(toLimit);
  if (limits.length === 0 || limits.includes(null)) return null;
  const limit = Math.max(...limits.map(Number));
  if (lifetimeSeconds <= limit * tolerance.share + tolerance.seconds) return null;
  const stated = limit === 0 ? 'until the browser is closed' : describeMaxAge(Math.round(limit));
  return `kept for ${describeMaxAge(Math.max(1, Math.round(lifetimeSeconds)))}, listed as ${stated}`;
}

/** Returns the longest lifetime that the profile states (s); null: it states none. */
function toLimit({ maxAgeSeconds, duration }: ListedParameter): number | null {
  if (maxAgeSeconds !== null) return maxAgeSeconds === 'session' ? 0 : maxAgeSeconds;
  const days = duration === null ? null : readLifetime(duration);
  return days === null ? null : days * secondsPerDay;
}
