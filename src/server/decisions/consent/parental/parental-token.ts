import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/kernel/clock';
import { findKey, type Keyring } from '#platform/kernel/keyring';

/** For whom a parent is asked, and until when the answer is valid (epoch milliseconds). */
export interface ParentalClaims {
  readonly tenantId: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly expiresAt: number;
  /** Number of earlier erasures of the visitor: a token does not outlive the next erasure. */
  readonly erasures: number;
}

/**
 * Parental-consent tokens: `pcon_` and, in base64url, the id of the key, an HMAC-SHA-256 and the claims that it
 * covers. They hold no state: nothing is stored when one is issued, none can be revoked, and using one again is not
 * prevented. Anyone who holds a token can read the visitor id in it.
 */
export interface ParentalTokens {
  issue(claims: ParentalClaims): string;
  /**
   * Returns the claims of a token that was issued with one of the keys and has not expired; null for everything else.
   */
  read(token: string): ParentalClaims | null;
}

const prefix = 'pcon_';
const idBytes = 4;
const macEnd = idBytes + 32;

export function createParentalTokens(keys: Keyring, clock: Clock): ParentalTokens {
  const sign = (key: Buffer, claims: Buffer) => createHmac('sha256', key).update(claims).digest();

  return {
    issue({ tenantId, visitorId, profileId, expiresAt, erasures }) {
      const claims = Buffer.from(JSON.stringify([tenantId, visitorId, profileId, expiresAt, erasures]));
      const [{ id, key }] = keys;
      return (
        prefix + Buffer.concat([Buffer.from(id, 'hex'), sign(key, claims), claims]).toString('base64url')
      );
    },

    read(token) {
      if (!token.startsWith(prefix)) return null;
      const text = token.slice(prefix.length);
      const bytes = Buffer.from(text, 'base64url');
      // Decoding ignores characters outside base64url, but a token must have one spelling only.
      if (bytes.length <= macEnd || bytes.toString('base64url') !== text) return null;
      const key = findKey(keys, bytes.toString('hex', 0, idBytes));
      const claims = bytes.subarray(macEnd);
      if (key === null || !timingSafeEqual(bytes.subarray(idBytes, macEnd), sign(key, claims))) return null;
      const [tenantId, visitorId, profileId, expiresAt, erasures] = JSON.parse(claims.toString()) as [
        string,
        string,
        string,
        number,
        number,
      ];
      return clock.now() < expiresAt ? { tenantId, visitorId, profileId, expiresAt, erasures } : null;
    },
  };
}
