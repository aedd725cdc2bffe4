import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Principal } from '../kernel/caller';
import type { Clock } from '../kernel/clock';

/**
 * Access tokens: JWT (RFC 7519), HS256. What they say of the user is for showing; rights are read afresh on
 * each request.
 */
export interface AccessTokens {
  /** @param expiresAt epoch milliseconds, a whole second */
  sign(principal: Principal, expiresAt: number): string;
  /** The session and user of a genuine token that has not expired, else null. */
  verify(token: string): { readonly sessionId: string; readonly userId: string } | null;
}

const issuer = 'express-consent';
const audience = 'express-consent/admin';

/** One secret serves several purposes: each gets a key of its own (HKDF, RFC 5869). */
export function deriveAuthKey(masterSecret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterSecret, '', `express-consent/${purpose}`, 32));
}

export function createAccessTokens(masterSecret: string | undefined, clock: Clock): AccessTokens {
  // Given bytes instead, the library first tries, each time and in vain, to read them as a public key: most
  // of the time of a check.
  const key = createSecretKey(deriveAuthKey(masterSecret ?? randomBytes(32), 'access-token'));
  const seconds = () => Math.floor(clock.now() / 1000);
  return {
    sign: ({ userId, sessionId, email, name, roles, allowedTenants }, expiresAt) =>
      jwt.sign(
        {
          sub: userId,
          sid: sessionId,
          email,
          name,
          roles: roles.map((role) => role.name),
          tenants: allowedTenants ?? [],
          // An empty list alone could mean all tenants or none.
          allTenants: allowedTenants === null,
          iat: seconds(),
          exp: expiresAt / 1000,
          iss: issuer,
          aud: audience,
        },
        key,
        { algorithm: 'HS256' },
      ),
    verify(token) {
      try {
        const claims = jwt.verify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          clockTimestamp: seconds(),
        });
        if (typeof claims === 'string' || typeof claims.sid !== 'string' || typeof claims.sub !== 'string')
          return null;
        return { sessionId: claims.sid, userId: claims.sub };
      } catch {
        // Whatever makes the library throw, it is the token's fault.
        return null;
      }
    },
  };
}
