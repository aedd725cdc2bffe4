import { Secret, TOTP } from 'otpauth';

/**
 * What authenticator apps all know: RFC 6238 with SHA-1, six digits, steps of thirty seconds, a secret of 160
 * bits.
 */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

export const totpCodePattern = '^[0-9]{6}$';
const isCode = new RegExp(totpCodePattern);

/** A new random secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What an app reads from the QR code. */
export function otpauthUrl(secret: string, issuer: string, email: string): string {
  return new TOTP({ ...parameters, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The time step that a code belongs to, else null: the present one, or one before or after it for clocks that
 * differ (RFC 6238, section 6).
 * @param now epoch milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!isCode.test(code)) return null;
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
