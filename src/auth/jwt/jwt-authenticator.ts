import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { ResolvedConfig } from '../../config/config-schema';
import { normalizeEmail, type ProviderUser, type ProviderUsers } from '../../features/accounts';
import type { Clock } from '../../kernel/clock';
import type { Authenticator } from '../authenticator';
import { bearerToken } from '../bearer';
import { type Claims, namesClaim, namesOfOptional, textClaim } from '../claims';
import { refusalError } from '../provider-sign-in';
import { unauthenticated } from '../sessions';

export interface JwtAuthenticatorOptions {
  /** The key of the tokens; the configuration check demands it in this mode. */
  readonly masterSecret: string | undefined;
  readonly claimsMapping: ResolvedConfig['auth']['claimsMapping'];
  readonly users: ProviderUsers;
  readonly clock: Clock;
}

/** How far the host's clock may be ahead (ms). */
const skewMs = 60_000;

/** Mode `jwt`: each request brings a token that the host's own system signed with the master secret. */
export function createJwtAuthenticator({
  masterSecret,
  claimsMapping,
  users,
  clock,
}: JwtAuthenticatorOptions): Authenticator {
  const key = masterSecret === undefined ? null : createSecretKey(masterSecret, 'utf8');

  /** The claims of a genuine token at this moment, else null. */
  function verify(token: string, key: KeyObject): Claims | null {
    try {
      const clockTimestamp = Math.floor(clock.now() / 1000);
      const { header, payload } = jwt.verify(token, key, {
        algorithms: ['HS256'],
        clockTimestamp,
        complete: true,
      });
      // RFC 7515, 4.1.11: extensions that must be understood, and are not.
      const isExtended = Object.hasOwn(header, 'crit');
      return isExtended || typeof payload === 'string' || typeof payload.exp !== 'number' ? null : payload;
    } catch {
      // Whatever makes the library throw, it is the token's fault.
      return null;
    }
  }

  function userOf(claims: Claims): ProviderUser | null {
    const email = textClaim(claims, claimsMapping.email);
    const subject = textClaim(claims, 'sub');
    const isOdd = ['sub', 'iss'].some(
      (name) => claims[name] !== undefined && textClaim(claims, name) === null,
    );
    // Some systems write it as a text, in any case.
    if (email === null || isOdd || String(claims.email_verified).toLowerCase() === 'false') return null;
    const issuer = textClaim(claims, 'iss') ?? 'jwt';
    return {
      provider: 'jwt',
      // Who is known by address only must not be taken for someone whose subject looks like it.
      issuer: subject === null ? `${issuer}#email` : issuer,
      subject: subject ?? normalizeEmail(email),
      email,
      // Whoever holds the master secret is the host itself.
      emailVerified: true,
      name: textClaim(claims, 'name') ?? undefined,
      roleNames: namesClaim(claims, claimsMapping.roles),
      tenants: namesOfOptional(claims, claimsMapping.tenants),
    };
  }

  /** When the host says that it made the token; a time to come says nothing. */
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
      const claims = token === null || key === null ? null : verify(token, key);
      const told = claims === null ? null : userOf(claims);
      if (told === null) throw unauthenticated();
      const outcome = await users.recognise(told, requestId);
      if (!outcome.ok) throw refusalError(outcome.reason, told.email);
      return { ...outcome.value, signedInAt: issuedAt(claims) };
    },
  };
}
