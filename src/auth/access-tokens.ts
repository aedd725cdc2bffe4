import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Principal } from '../kernel/caller';
import type { Clock } from '../kernel/clock';
import type { SecretRing } from '../kernel/keyring';
import { authKeys } from './auth-keys';

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

/** Returns the id of the key that a token names (RFC 7515, section 4.1.4). */
function readKeyId(token: string): string | null {
  const { kid } = jwt.decode(token, { complete: true })?.header ?? {};
  return kid ?? null;
}

export function createAccessTokens(master: SecretRing, clock: Clock): AccessTokens {
  // A KeyObject, because the library tries to parse bytes as a public key on each call, which always fails
  // and takes most of the time of a check.
  const ring = authKeys(master, 'access-token');
  const keys = new Map(ring.map(({ id, key }) => [id, createSecretKey(key)]));
  const signed = (claims: object) => {
    const [{ id, key }] = ring;
    return jwt.sign(claims, keys.get(id) ?? key, { algorithm: 'HS256', keyid: id });
  };
  const seconds = () => Math.floor(clock.now() / 1000);
  return {
    sign: ({ userId, sessionId, email, name, roles, allowedTenants }, expiresAt) =>
      signed({
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
      }),
    signCookie: ({ userId, sessionId }, expiresAt) =>
      signed({
        sub: userId,
        sid: sessionId,
        iat: seconds(),
        exp: expiresAt / 1000,
        iss: issuer,
        aud: audiences.cookie,
      }),
    verify(token, kind) {
      try {
        const key = keys.get(readKeyId(token) ?? '');
        if (key === undefined) return null;
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
