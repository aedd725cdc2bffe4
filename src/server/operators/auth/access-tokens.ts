import { createSecretKey } from 'node:crypto';
import type { Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import type { SecretRing } from '#platform/kernel/keyring';
import { authKeys } from './auth-keys';

type Claims = import('jose', { with: { 'resolution-mode': 'import' }}).JWTPayload;

/**
 * Access tokens: JWT (RFC 7519), HS256. Their claims about the user are only for display; permissions are
 * read from the database on each request.
 */
export interface AccessTokens {
  /** Creates a token. @param expiresAt expiry (epoch ms), a whole second */
  sign(principal: Principal, expiresAt: number): Promise<string>;
  /**
   * Creates the value of a session cookie, which only names the session: browsers reject cookies beyond
   * 4096 bytes.
   * @param expiresAt expiry (epoch ms), a whole second
   */
  signCookie(principal: Pick<Principal, 'userId' | 'sessionId'>, expiresAt: number): Promise<string>;
  /**
   * Returns the session and user of a valid token that has not expired, else null. A cookie's value is not
   * valid as a bearer token, nor the other way round.
   */
  verify(
    token: string,
    kind: TokenKind,
  ): Promise<{ readonly sessionId: string; readonly userId: string } | null>;
}

export type TokenKind = 'bearer' | 'cookie';

const issuer = 'express-consent';
const audiences = {
  bearer: 'express-consent/admin',
  cookie: 'express-consent/admin-cookie',
} as const satisfies Record<TokenKind, string>;

export function createAccessTokens(master: SecretRing, clock: Clock): AccessTokens {
  const ring = authKeys(master, 'access-token');
  const keys = new Map(ring.map(({ id, key }) => [id, createSecretKey(key)]));
  const seconds = () => Math.floor(clock.now() / 1000);
  const signed = async (claims: Claims, kind: TokenKind, expiresAt: number) => {
    const { SignJWT } = await import('jose');
    const [{ id, key }] = ring;
    return new SignJWT({
      ...claims,
      iat: seconds(),
      exp: expiresAt / 1000,
      iss: issuer,
      aud: audiences[kind],
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: id })
      .sign(keys.get(id) ?? key);
  };
  return {
    sign: ({ userId, sessionId, email, name, roles, allowedTenants }, expiresAt) =>
      signed(
        {
          sub: userId,
          sid: sessionId,
          email,
          name,
          roles: roles.map((role) => role.name),
          tenants: allowedTenants ?? [],
          // An empty list alone could mean all tenants or none.
          allTenants: allowedTenants === null,
        },
        'bearer',
        expiresAt,
      ),
    signCookie: ({ userId, sessionId }, expiresAt) =>
      signed({ sub: userId, sid: sessionId }, 'cookie', expiresAt),
    async verify(token, kind) {
      const { decodeProtectedHeader, jwtVerify } = await import('jose');
      try {
        const key = keys.get(decodeProtectedHeader(token).kid ?? '');
        if (key === undefined) return null;
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience: audiences[kind],
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp'],
        });
        const { sid, sub } = payload;
        return typeof sid === 'string' && typeof sub === 'string' ? { sessionId: sid, userId: sub } : null;
      } catch {
        // The library only throws for invalid tokens.
        return null;
      }
    },
  };
}
