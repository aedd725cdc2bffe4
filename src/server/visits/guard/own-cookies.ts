import { withoutNamePrefix } from '#content/cookie-catalogue/index';
import type { ResolvedConfig } from '#platform/config/config-schema';

/** Returns whether a cookie is one of the service's own. */
export type IsOwnCookie = (name: string) => boolean;

/** Creates the function from the configured names. Over TLS, the cookie with the proof has the prefix `__Host-` too. */
export function createIsOwnCookie({
  choiceCookie,
  visitorCookie: { name, ownershipName, deviceName },
}: Pick<ResolvedConfig, 'choiceCookie' | 'visitorCookie'>): IsOwnCookie {
  const own = new Set([choiceCookie.name, name, ownershipName, deviceName]);
  return (cookie) => own.has(cookie) || own.has(withoutNamePrefix(cookie));
}
