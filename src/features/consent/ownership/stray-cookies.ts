import type { ResolvedConfig } from '../../../config/config-schema';
import { type CookieCarrier, endStrayCookies } from '../../../kernel/cookies';
import { ownershipCookieName } from './visitor-cookies';

// Why: docs/adr/0076-cookies-of-one-name.md

/**
 * Returns `Set-Cookie` values that end the visitor's cookies in all places other than the configured one; empty unless
 * the request carries two cookies of one name. They belong before those that set the cookies.
 */
export type EndStrays = (request: CookieCarrier & { readonly secure: boolean }) => string[];

/** Segment that the paths of all routes which set these cookies share. */
const below = 'consent';

export function createEndStrays(
  visitorCookie: ResolvedConfig['visitorCookie'],
  choiceCookie: ResolvedConfig['choiceCookie'],
): EndStrays {
  const { name, domain, path, sameSite, secure: configured } = visitorCookie;
  return (request) => {
    const secure = configured === 'auto' ? request.secure : configured;
    const names = [
      name,
      ownershipCookieName(visitorCookie, secure),
      ...(choiceCookie.enabled ? [choiceCookie.name] : []),
    ];
    const known = names.map((each) => ({ name: each, place: { domain, path } }));
    return endStrayCookies(request, known, { secure, sameSite }, below);
  };
}
