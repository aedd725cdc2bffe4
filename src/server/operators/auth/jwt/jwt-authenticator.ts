import { createSecretKey, type KeyObject } from 'node:crypto';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Clock } from '#platform/kernel/clock';
import { unauthenticated } from '#platform/kernel/errors';
import type { SecretSetting } from '#platform/kernel/keyring';
import { normalizeEmail, type ProviderUser, type ProviderUsers } from '../../accounts';
import type { Authenticator } from '../authenticator';
import { bearerToken } from '../bearer';
import { type Claims, namesClaim, readFlag, textClaim } from '../claims';
import { refusalError } from '../provider-sign-in';

export interface JwtAuthenticatorOptions {
  /** Keys of the tokens, the current one first. Required by the configuration check in this mode. */
  readonly masterSecret: SecretSetting | undefined;
  readonly claimsMapping: ResolvedConfig['auth']['claimsMapping'];
  readonly users: ProviderUsers;
  readonly clock: Clock;
}

/** Maximum time by which the host's clock can be ahead (ms). */
const skewMs = 60_000;

/**
 * Creates the mode `jwt`: each request has a token that the host's own system signed with the master secret.
 */
export function createJwtAuthenticator({
  masterSecret,
  claimsMapping,
  users,
  clock,
}: JwtAuthenticatorOptions): Authenticator {
  const keys = [masterSecret ?? []].flat().map((secret) => createSecretKey(secret, 'utf8'));

  /** Returns the claims of a token that is valid now with one of the keys, else null. */
  async function verify(token: string): Promise<Claims | null> {
    for (const key of keys) {
      const claims = await verifyWith(token, key);
      if (claims !== null) return claims;
    }
    return null;
  }

  async function verifyWith(token: string, key: KeyObject): Promise<Claims | null> {
    const { jwtVerify } = await import('jose');
    try {
      // A token that names extensions (`crit`: RFC 7515, 4.1.11) is refused: the library knows of none that the service supports.
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp'],
      });
      return payload;
    } catch {
      // The library only throws for invalid tokens.
      return null;
    }
  }

  function toUser(claims: Claims): ProviderUser | null {
    const email = textClaim(claims, claimsMapping.email);
    const subject = textClaim(claims, 'sub');
    const isMalformed = ['sub', 'iss'].some(
      (name) => claims[name] !== undefined && textClaim(claims, name) === null,
    );
    if (email === null || isMalformed || readFlag(claims, 'email_verified') === false) return null;
    const issuer = textClaim(claims, 'iss') ?? 'jwt';
    return {
      provider: 'jwt',
      // A user identified by an address must not be confused with one whose subject looks like that address.
      issuer: subject === null ? `${issuer}#email` : issuer,
      subject: subject ?? normalizeEmail(email),
      email,
      // Only the host itself has the master secret.
      emailVerified: true,
      name: textClaim(claims, 'name') ?? undefined,
      roles: namesClaim(claims, claimsMapping.roles, claimsMapping),
      tenants: namesClaim(claims, claimsMapping.tenants, claimsMapping),
    };
  }

  /** Returns when the host issued the token (epoch ms); null when unknown or in the future. */
  function issuedAt(claims: Claims | null): number | null {
    const at = typeof claims?.iat === 'number' ? claims.iat * 1000 : null;
    return at !== null && at <= clock.now() + skewMs ? at : null;
  }

  return {
    mode: 'jwt',
    routes: [],
    async start() {},
    async authenticate(req, requestId) {
      const token = bearerToken(req.headers.authorization);
      const claims = token === null ? null : await verify(token);
      const user = claims === null ? null : toUser(claims);
      if (user === null) throw unauthenticated();
      const outcome = await users.recognise(user, requestId);
      if (!outcome.ok) throw refusalError(outcome.reason, user.email);
      return { ...outcome.value, signedInAt: issuedAt(claims) };
    },
  };
}
