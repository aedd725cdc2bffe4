import type { ResolvedConfig } from '../../config/config-schema';
import type { Clock } from '../../kernel/clock';
import { isHttpsOrLoopback } from '../../kernel/ip-address';
import { describeError, type Logger } from '../../kernel/logger';
import { type Claims, findClaim, textClaim } from '../claims';
import type { SignInEnd } from '../sign-in-reply';
import { createKeySet } from './key-set';
import {
  type FetchOptions,
  fetchFromProvider,
  isProviderUnavailable,
  ProviderUnavailable,
} from './provider-fetch';

// Why: docs/adr/0012-openid-client-instead-of-passport-openidconnect.md

type Library = typeof import('openid-client', { with: { 'resolution-mode': 'import' }});
type ServerMetadata = import('openid-client', { with: { 'resolution-mode': 'import' }}).ServerMetadata;
type Configuration = import('openid-client', { with: { 'resolution-mode': 'import' }}).Configuration;

export type OidcConfig = NonNullable<ResolvedConfig['auth']['oidc']>;

/** Secrets that tie the provider's response to the request, and both to one browser. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Reasons why a sign-in is refused: stable words for the audit log. */
export type LoginRefusal =
  | 'state_mismatch'
  | 'login_expired'
  | 'state_replayed'
  | 'provider_refused'
  | 'code_refused'
  | 'invalid_id_token'
  | 'email_missing'
  | 'email_not_verified'
  | 'required_claim_missing'
  | 'domain_not_allowed';

interface LoginRefusedOptions extends ErrorOptions {
  readonly email?: string;
  readonly message?: string;
}

/** The provider's response is not accepted. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
  readonly reason: LoginRefusal;
  /** E-mail address in the response, if it was read. */
  readonly email: string | null;

  /** @param message message for the user who signs in */
  constructor(
    reason: LoginRefusal,
    { email, message = 'The sign-in was refused.', ...options }: LoginRefusedOptions = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.email = email ?? null;
  }
}

/**
 * An OpenID provider, whose metadata is discovered when it is first needed. Methods throw
 * ProviderUnavailable.
 */
export interface OidcProvider {
  /** Starts a sign-in. Returns the URL for the browser, and the secrets to keep until the browser returns. */
  begin(end: SignInEnd): Promise<{ readonly url: string; readonly secrets: LoginSecrets }>;
  /** Verifies the provider's response and returns its claims. @throws LoginRefused */
  finish(query: Readonly<Record<string, string>>, secrets: LoginSecrets): Promise<Claims>;
}

/**
 * End of the state of sign-ins that end at the dashboard. The provider returns it even when the browser has
 * lost the cookie, so that the refusal is shown at the dashboard too. It decides nothing else.
 */
const dashboardMark = '.dashboard';

/** Returns where a sign-in should be refused, according to its state, which anyone can have written. */
export const refusalEnd = (state: string): SignInEnd => (state.endsWith(dashboardMark) ? 'dashboard' : null);

/** Time limit of one request to the provider (s). */
const timeoutSeconds = 5;
/** Time for which discovered metadata is used (ms); it is used longer while the provider is down. */
const discoveryMaxAgeMs = 3_600_000;
const discoveryRetryMs = 60_000;
const algorithms = ['RS256', 'ES256'];
const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

export function createOidcProvider(oidc: OidcConfig, clock: Clock, logger: Logger): OidcProvider {
  const issuer = new URL(oidc.issuer);
  let cached: { readonly metadata: ServerMetadata; readonly at: number } | null = null;
  let discovering: Promise<ServerMetadata> | null = null;
  const keys = createKeySet(fetchFromProvider, clock);

  /** Loads the library when it is first needed. It is only available as an ES module. */
  const library = (): Promise<Library> => import('openid-client');

  async function discover(): Promise<ServerMetadata> {
    const client = await library();
    try {
      const configuration = await client.discovery(issuer, oidc.clientId, undefined, client.None(), {
        timeout: timeoutSeconds,
        [client.customFetch]: fetchFromProvider,
        // `fetchFromProvider` alone decides which addresses need no TLS.
        execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      });
      const metadata = configuration.serverMetadata();
      const missing = endpoints.filter((name) => !isHttpsOrLoopback(metadata[name] ?? ''));
      if (missing.length > 0)
        throw new ProviderUnavailable(`the provider's metadata has no ${missing.join(', ')} with TLS`);
      cached = { metadata, at: clock.now() };
      return metadata;
    } catch (error) {
      logger.warn(
        { issuer: oidc.issuer, error: describeError(error) },
        'Could not fetch the metadata of the identity provider',
      );
      if (cached !== null) {
        cached = { ...cached, at: clock.now() - discoveryMaxAgeMs + discoveryRetryMs };
        return cached.metadata;
      }
      throw new ProviderUnavailable('discovery failed', { cause: error });
    }
  }

  async function getMetadata(): Promise<ServerMetadata> {
    if (cached !== null && clock.now() - cached.at < discoveryMaxAgeMs) return cached.metadata;
    discovering ??= discover().finally(() => {
      discovering = null;
    });
    return discovering;
  }

  /**
   * Creates a configuration for one sign-in. The library would store keys and time in it; the service passes
   * its own, which are shared and testable.
   */
  async function configure(client: Library): Promise<Configuration> {
    const metadata = { ...(await getMetadata()), id_token_signing_alg_values_supported: algorithms };
    const clockSkew = Math.round((clock.now() - Date.now()) / 1000);
    const configuration = new client.Configuration(
      metadata,
      oidc.clientId,
      { [client.clockSkew]: clockSkew },
      selectAuthentication(client, metadata),
    );
    configuration.timeout = timeoutSeconds;
    const currentKeys = keys.current();
    const keysUrl = new URL(metadata.jwks_uri ?? '').href;
    configuration[client.customFetch] = (url: string, options: FetchOptions) =>
      url === keysUrl ? keys.fetch(url, options, currentKeys) : fetchFromProvider(url, options);
    if (issuer.protocol === 'http:') client.allowInsecureRequests(configuration);
    // In the code flow the library verifies signatures only with this option. TLS alone is not enough.
    client.enableNonRepudiationChecks(configuration);
    // With keys that are a minute old the library fetches a missing key at once; `keys` limits how often.
    if (currentKeys !== null)
      client.setJwksCache(configuration, {
        jwks: { keys: [...currentKeys.keys] },
        uat: Math.floor(Date.now() / 1000) - 60,
      });
    return configuration;
  }

  function selectAuthentication(client: Library, metadata: ServerMetadata) {
    // OpenID Connect Discovery 1.0, section 3: a provider without a list supports client_secret_basic.
    const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method =
      oidc.clientAuthentication ??
      (supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post');
    return method === 'client_secret_post'
      ? client.ClientSecretPost(oidc.clientSecret)
      : client.ClientSecretBasic(oidc.clientSecret);
  }

  /** Returns the claims of the ID token, with missing ones from the user-info endpoint. */
  async function readClaims(
    client: Library,
    configuration: Configuration,
    url: URL,
    { state, nonce, verifier }: LoginSecrets,
  ): Promise<Claims> {
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    // The library tolerates clocks that differ by half a minute; here an expired token is always refused.
    if (claims === undefined || claims.exp * 1000 <= clock.now()) throw new LoginRefused('invalid_id_token');
    const { email, roles, tenants } = oidc.claimsMapping;
    const required = [roles, tenants, oidc.requiredClaim?.name].filter((name) => name !== undefined);
    const isComplete =
      textClaim(claims, email) !== null && required.every((name) => findClaim(claims, name) !== undefined);
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // `email_verified` describes the address from the same source, not one from the other source.
    const { email_verified } = Object.hasOwn(claims, 'email') ? claims : userInfo;
    return { ...userInfo, ...claims, email_verified };
  }

  return {
    async begin(end) {
      const client = await library();
      const secrets = {
        state: `${client.randomState()}${end === null ? '' : dashboardMark}`,
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await configure(client), {
        redirect_uri: oidc.redirectUri,
        scope: oidc.scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, secrets };
    },

    async finish(query, secrets) {
      const client = await library();
      const configuration = await configure(client);
      const url = new URL(oidc.redirectUri);
      url.search = new URLSearchParams(query).toString();
      try {
        return await readClaims(client, configuration, url, secrets);
      } catch (error) {
        if (isProviderUnavailable(error) || error instanceof LoginRefused) throw error;
        if (error instanceof client.AuthorizationResponseError)
          throw new LoginRefused('provider_refused', {
            cause: error,
            message: `The identity provider refused the sign-in${codeIn(error.error)}.`,
          });
        if (
          error instanceof client.ResponseBodyError ||
          error instanceof client.WWWAuthenticateChallengeError
        )
          throw new LoginRefused('code_refused', { cause: error });
        if (error instanceof client.ClientError) {
          const isAnswer =
            error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || error.code === 'OAUTH_RESPONSE_IS_NOT_JSON';
          throw new LoginRefused(isAnswer ? 'code_refused' : 'invalid_id_token', { cause: error });
        }
        // The provider's metadata is incomplete or wrong.
        throw new ProviderUnavailable('the provider cannot be used', { cause: error });
      }
    },
  };
}

/**
 * Returns the provider's error code in brackets if it is well formed: anyone can put any text into the URL.
 */
function codeIn(error: string): string {
  return /^[a-z_]{1,64}$/.test(error) ? ` (${error})` : '';
}
