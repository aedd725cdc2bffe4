import { randomBytes } from 'node:crypto';
import type { RouteRequest } from '#platform/http/route';
import { safeEqual, sha256Hex } from '#platform/kernel/crypto';
import { hostCookieName, setHostCookie } from '../host-cookie';
import { requestLifetimeMs, type SamlRequest } from './saml-requests';

/**
 * Ties a sign-in to the browser that started it. Otherwise attackers could sign other people's browsers in to
 * their own accounts by sending them the response to their own sign-in.
 */
export interface BrowserBinding {
  /** Returns a new cookie and the hash of its value. */
  bind(requestId: string, secure: boolean): { readonly hash: string; readonly cookie: string };
  /** Returns whether the browser that sends the response started the sign-in. */
  matches(samlRequest: SamlRequest, request: Pick<RouteRequest, 'cookies' | 'secure'>): boolean;
  /** Returns the cookie that removes the binding. */
  forget(requestId: string, secure: boolean): string;
}

/** @param path path of the assertion consumer service, the only route that needs the cookie */
export function createBrowserBinding(path: string): BrowserBinding {
  // Each sign-in has its own cookie, so that two tabs do not replace each other's.
  const cookieName = (requestId: string) => `svc_saml_${sha256Hex(requestId).slice(0, 16)}`;

  /**
   * Returns the cookie. The browser returns from another site by a POST, which sends no Lax cookies, and a
   * cookie with None must be Secure. Over plain HTTP, in tests, the result depends on the browser: Chromium
   * sends a cookie without the attribute for two minutes.
   */
  const cookie = (requestId: string, value: string, maxAge: number, secure: boolean) =>
    setHostCookie({
      name: cookieName(requestId),
      value,
      path,
      maxAge,
      secure,
      ...(secure ? { sameSite: 'none' } : {}),
    });

  return {
    bind(requestId, secure) {
      const secret = randomBytes(32).toString('base64url');
      return { hash: sha256Hex(secret), cookie: cookie(requestId, secret, requestLifetimeMs / 1000, secure) };
    },
    matches: ({ id, browserHash }, { cookies, secure }) =>
      browserHash === null ||
      cookies(hostCookieName(cookieName(id), secure)).some((value) =>
        safeEqual(sha256Hex(value), browserHash),
      ),
    forget: (requestId, secure) => cookie(requestId, '', 0, secure),
  };
}
