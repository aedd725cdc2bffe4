import { randomBytes } from 'node:crypto';
import type { RouteRequest } from '../../http/route';
import { safeEqual, sha256Hex } from '../../kernel/crypto';
import { hostCookieName, setHostCookie } from '../host-cookie';
import { requestLifetimeMs, type SamlRequest } from './saml-requests';

/**
 * Ties a sign-in to the browser that began it: nobody may sign another's browser in as themselves, by sending
 * it the response to a sign-in of their own.
 */
export interface BrowserBinding {
  bind(requestId: string, secure: boolean): { readonly hash: string; readonly cookie: string };
  holds(asked: SamlRequest, request: Pick<RouteRequest, 'cookie' | 'secure'>): boolean;
  /** The cookie that takes it away. */
  forget(requestId: string, secure: boolean): string;
}

/** @param path of the assertion consumer service, the only route that needs the cookie */
export function createBrowserBinding(path: string): BrowserBinding {
  // One cookie a sign-in, so that two tabs do not take each other's.
  const nameOf = (requestId: string) => `svc_saml_${sha256Hex(requestId).slice(0, 16)}`;

  /**
   * The browser comes back from another site by a POST, with which no cookie goes that is Lax; and None must
   * be Secure. Over plain HTTP, for trying things out, browsers decide: Chromium sends one without the
   * attribute for two minutes.
   */
  const cookie = (requestId: string, value: string, maxAge: number, secure: boolean) =>
    setHostCookie({
      name: nameOf(requestId),
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
    holds: ({ id, browserHash }, { cookie: cookieNamed, secure }) =>
      browserHash === null ||
      safeEqual(sha256Hex(cookieNamed(hostCookieName(nameOf(id), secure)) ?? ''), browserHash),
    forget: (requestId, secure) => cookie(requestId, '', 0, secure),
  };
}
