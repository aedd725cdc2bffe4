import { stringifySetCookie } from 'cookie';
import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { newId } from '#platform/kernel/ids';
import { createSigner, type Keyring } from '#platform/kernel/keyring';

/**
 * Cookies that mark a browser in which an account has signed in before (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies"). A cookie does not prove who the user is: it only exempts a sign-in from the
 * limits that other clients can use up.
 */
export interface DeviceCookies {
  /** Returns the device if it has signed in to this account before, else null. */
  recognise(email: string, request: Pick<RouteRequest, 'cookies'>): string | null;
  /** Returns the `Set-Cookie` header after a sign-in. @param device the recognised device, or null */
  issue(email: string, device: string | null, request: Pick<RouteRequest, 'secure' | 'mountPath'>): string;
}

const lifetimeMs = 90 * 86_400_000;
const valuePattern = /^([0-9a-f-]{36})\.(\d{1,16})\.([0-9a-f]{72})$/;

export function createDeviceCookies(keys: Keyring, clock: Clock): DeviceCookies {
  const signer = createSigner(keys);
  const cookieName = ({ key }: Keyring[number], email: string) =>
    `svc_device_${hmacSha256Hex(key, JSON.stringify(['name', email])).slice(0, 16)}`;
  const toSigned = (email: string, device: string, expiresAt: number) =>
    JSON.stringify(['device', email, device, expiresAt]);

  return {
    recognise(email, { cookies }) {
      for (const value of keys.flatMap((key) => cookies(cookieName(key, email)))) {
        const [, device = '', end = '', signature = ''] = valuePattern.exec(value) ?? [];
        const isOurs = device !== '' && signer.verify(toSigned(email, device, Number(end)), signature);
        if (isOurs && Number(end) > clock.now()) return device;
      }
      return null;
    },

    issue(email, recognised, { secure, mountPath }) {
      const device = recognised ?? newId();
      const expiresAt = clock.now() + lifetimeMs;
      return stringifySetCookie({
        name: cookieName(keys[0], email),
        value: `${device}.${expiresAt}.${signer.sign(toSigned(email, device, expiresAt))}`,
        path: `${mountPath}/auth/login`,
        maxAge: lifetimeMs / 1000,
        httpOnly: true,
        sameSite: 'strict',
        secure,
      });
    },
  };
}
