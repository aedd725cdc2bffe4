import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Principal } from '../kernel/caller';
import type { Clock } from '../kernel/clock';

/**
 * Access tokens: JWT (RFC 7519), HS256. Their claims about the user are only for display; permissions are
 * read from the database on each request.
 */
export interface AccessTokens {
  /** Creates a token. @param expiresAt expiry (epoch ms), a whole second */
  sign(principal: Principal, expiresAt: number): string;
  /**
   * Creates the value of a session cookie, which only names the session: browsers reject cookies beyond
   * 4096 bytes.
   * @param expiresAt expiry (epoch ms), a whole second
   */
  signCookie(principal: Pick<Principal, 'userId' | 'sessionId'>, expiresAt: number): string;
  /**
   * Returns the session and user of a valid token that has not expired, else null. A cookie's value is not
   * valid as a bearer token, nor the other way round.
   */
  verify(token: string, kind: TokenKind): { readonly sessionId: string; readonly userId: string } | null;
}

export type TokenKind = 'bearer' | 'cookie';

const issuer = 'express-consent';
const audiences = {
  bearer: 'express-consent/admin',
  cookie: 'express-consent/admin-cookie',
} as const satisfies Record<TokenKind, string>;

/** Derives the key of one purpose from the master secret (HKDF, RFC 5869): each purpose has its own key. */
export function deriveAuthKey(masterSecret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterSecret, '', `express-consent/${purpose}`, 32));
}

export function createAccessTokens(masterSecret: string | undefined, clock: Clock): AccessTokens {
  // A KeyObject, because the library tries to parse bytes as a public key on each call, which always fails
  // and takes most of the time of a check.
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
          aud: audiences.bearer,
        },
        key,
        { algorithm: 'HS256' },
      ),
    signCookie: ({ userId, sessionId }, expiresAt) =>
      jwt.sign(
        {
          sub: userId,
          sid: sessionId,
          iat: seconds(),
          exp: expiresAt / 1000,
          iss: issuer,
          aud: audiences.cookie,
        },
        key,
        { algorithm: 'HS256' },
      ),
    verify(token, kind) {
      try {
        const claims = jwt.verify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience: audiences[kind],
          clockTimestamp: seconds(),
        });
        if (typeof claims === 'string' || typeof claims.sid !== 'string' || typeof claims.sub !== 'string')
          return null;
        return { sessionId: claims.sid, userId: claims.sub };
      } catch {
        // The library only throws for invalid tokens.
        return null;
      }
    },
  };
}
