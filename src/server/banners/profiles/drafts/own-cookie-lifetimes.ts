import { readLifetime } from '#standards/compliance/rules/cookie-lifetime';
import { describeMaxAge, toMaxAgeDays } from '#standards/cookie-age';
import { getExpiryDays } from '../locale-file';
import type { Finding, ProfileJson } from '../profile-schemas';

/** Returns whether a cookie of this name is one of those that the service sets for visitors. */
export type OwnCookies = (name: string) => boolean;

/** Longest time for which browsers keep any cookie (days). */
const browserDays = 400;

/** Share by which a period in whole months or years can differ from the one in days. */
const tolerance = 0.02;

/**
 * Returns a warning for each cookie of the service that a profile lists with another period than the true one: as long as
 * a choice is valid.
 */
export function findOwnCookieLifetimes(profileJson: ProfileJson, isOwnCookie: OwnCookies): Finding[] {
  const expiryDays = getExpiryDays(profileJson);
  const shortest = Math.min(expiryDays, browserDays) * (1 - tolerance);
  const longest = expiryDays * (1 + tolerance);
  return Object.entries(profileJson.cookies ?? {}).flatMap(
    ([id, { name = id, kind = 'cookie', maxAgeSeconds, duration = '' }]) => {
      if (kind !== 'cookie' || !isOwnCookie(name)) return [];
      const listed = toMaxAgeDays(maxAgeSeconds) ?? readLifetime(duration);
      if (listed === null || (listed >= shortest && listed <= longest)) return [];
      const stated = describeMaxAge(maxAgeSeconds) ?? duration.trim();
      const message = `The service keeps its cookie “${id}” for ${describeMaxAge(expiryDays * 86_400)}, as long as a choice is valid (expiryDays), but the profile lists ${stated}: list the same period`;
      return [{ rule: 'profile/own-cookie-lifetime', parameter: id, message }];
    },
  );
}
