import type { Database } from '#platform/database/database';
import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { safeEqual, sha256Hex } from '#platform/kernel/crypto';
import { hostCookieName, setHostCookie } from '../host-cookie';
import type { SecretBox } from '../secret-box';
import type { SignInEnd } from '../sign-in-reply';
import { useOnce } from '../used-once-repository';
import { LoginRefused, type LoginSecrets } from './oidc-provider';

/** A sign-in that is in progress at the provider. */
export interface PendingLogin {
  readonly secrets: LoginSecrets;
  readonly redirect: SignInEnd;
}

export interface PendingLogins {
  /** Returns the cookie that contains the sign-in until the browser returns. */
  remember(login: PendingLogin, secure: boolean): Promise<string>;
  /** Returns the sign-in that the provider's response belongs to, only once for each. @throws LoginRefused */
  take(state: string, request: Pick<RouteRequest, 'cookies' | 'secure'>): Promise<PendingLogin>;
  /** Returns the cookie that removes the sign-in. */
  forget(state: string, secure: boolean): string;
}

/** Maximum time for signing in at the provider (ms). */
const lifetimeMs = 10 * 60_000;

/** @param path path of the callback, the only route that needs the cookie */
export function createPendingLogins(
  database: Database,
  box: SecretBox,
  clock: Clock,
  path: string,
): PendingLogins {
  // Each sign-in has its own cookie, so that two tabs do not replace each other's.
  const cookieName = (state: string) => `svc_oidc_${sha256Hex(state).slice(0, 16)}`;
  // Lax: the browser returns from another site, by a link.
  const cookie = (state: string, value: string, maxAge: number, secure: boolean) =>
    setHostCookie({ name: cookieName(state), value, path, sameSite: 'lax', secure, maxAge });

  /** Returns the content of the first cookie that this service has sealed. */
  async function openFirst(values: readonly string[], name: string): Promise<string | null> {
    for (const value of values) {
      const opened = await box.open(value, name);
      if (opened !== null) return opened;
    }
    return null;
  }

  return {
    async remember({ secrets, redirect }, secure) {
      const sealed = await box.seal(
        JSON.stringify({ ...secrets, redirect, expiresAt: clock.now() + lifetimeMs }),
        cookieName(secrets.state),
      );
      return cookie(secrets.state, sealed, lifetimeMs / 1000, secure);
    },

    async take(state, request) {
      const name = cookieName(state);
      const opened = await openFirst(request.cookies(hostCookieName(name, request.secure)), name);
      if (opened === null) throw new LoginRefused('state_mismatch');
      const { redirect, expiresAt, ...secrets } = JSON.parse(opened) as LoginSecrets & {
        redirect: PendingLogin['redirect'];
        expiresAt: number;
      };
      if (!safeEqual(secrets.state, state)) throw new LoginRefused('state_mismatch');
      if (expiresAt <= clock.now()) throw new LoginRefused('login_expired');
      const isFirst = await database.transaction((connection) =>
        useOnce(connection, `oidc:${sha256Hex(state)}`, expiresAt),
      );
      if (!isFirst) throw new LoginRefused('state_replayed');
      return { secrets, redirect };
    },

    forget: (state, secure) => cookie(state, '', 0, secure),
  };
}
