import { stringifySetCookie } from 'cookie';
import type { RouteRequest } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import { hmacSha256Hex, safeEqual } from '../../kernel/crypto';
import { newId } from '../../kernel/ids';
import type { LoadKey } from '../shared-key';

/**
 * Cookies that mark a browser in which an account has signed in before (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies"). A cookie does not prove who the user is: it only exempts a sign-in from the
 * limits that other clients can use up.
 */
export interface DeviceCookies {
  /** Returns the device if it has signed in to this account before, else null. */
  recognise(email: string, request: Pick<RouteRequest, 'cookies'>): Promise<string | null>;
  /** Returns the `Set-Cookie` header after a sign-in. @param device the recognised device, or null */
  issue(
    email: string,
    device: string | null,
    request: Pick<RouteRequest, 'secure' | 'mountPath'>,
  ): Promise<string>;
}

const lifetimeMs = 90 * 86_400_000;
const valuePattern = /^([0-9a-f-]{36})\.(\d{1,16})\.([0-9a-f]{64})$/;

/** @param loadKey returns the key that signs the cookies; must not be called inside a transaction */
export function createDeviceCookies(loadKey: LoadKey, clock: Clock): DeviceCookies {
  const cookieName = (key: Buffer, email: string) =>
    `svc_device_${hmacSha256Hex(key, JSON.stringify(['name', email])).slice(0, 16)}`;
  const sign = (key: Buffer, email: string, device: string, expiresAt: number) =>
    hmacSha256Hex(key, JSON.stringify(['device', email, device, expiresAt]));

  return {
    async recognise(email, { cookies }) {
      const key = await loadKey();
      for (const value of cookies(cookieName(key, email))) {
        const [, device = '', end = '', signature = ''] = valuePattern.exec(value) ?? [];
        const isOurs = device !== '' && safeEqual(signature, sign(key, email, device, Number(end)));
        if (isOurs && Number(end) > clock.now()) return device;
      }
      return null;
    },

    async issue(email, recognised, { secure, mountPath }) {
      const key = await loadKey();
      const device = recognised ?? newId();
      const expiresAt = clock.now() + lifetimeMs;
      return stringifySetCookie({
        name: cookieName(key, email),
        value: `${device}.${expiresAt}.${sign(key, email, device, expiresAt)}`,
        path: `${mountPath}/auth/login`,
        maxAge: lifetimeMs / 1000,
        httpOnly: true,
        sameSite: 'strict',
        secure,
      });
    },
  };
}
