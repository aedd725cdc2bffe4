import { Secret, TOTP } from 'otpauth';

// Why: docs/adr/0013-otpauth-instead-of-speakeasy.md

/**
 * Parameters that all authenticator apps support: RFC 6238 with SHA-1, six digits, steps of thirty seconds
 * and a secret of 160 bits.
 */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

export const totpCodePattern = '^[0-9]{6}$';
const isCode = new RegExp(totpCodePattern);

/** Creates a random secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the URL that the QR code contains for the app. */
export function otpauthUrl(secret: string, issuer: string, email: string): string {
  return new TOTP({ ...parameters, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Returns the time step of a code, else null. Accepts the current step and, for clocks that differ, the one
 * before and the one after it (RFC 6238, section 6).
 * @param now current time (epoch ms)
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!isCode.test(code)) return null;
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
