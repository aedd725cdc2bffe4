import type { ResolvedConfig } from '../../config/config-schema';
import type { Clock } from '../../kernel/clock';
import { isHttpsOrLoopback } from '../../kernel/ip-address';
import { describeError, type Logger } from '../../kernel/logger';
import { type Claims, textClaim } from '../claims';
import { createKeySet } from './key-set';
import {
  type FetchOptions,
  fetchFromProvider,
  isProviderUnavailable,
  ProviderUnavailable,
} from './provider-fetch';

type Library = typeof import('openid-client', { with: { 'resolution-mode': 'import' }});
type ServerMetadata = import('openid-client', { with: { 'resolution-mode': 'import' }}).ServerMetadata;
type Configuration = import('openid-client', { with: { 'resolution-mode': 'import' }}).Configuration;

export type OidcConfig = NonNullable<ResolvedConfig['auth']['oidc']>;

/** What ties the provider's answer to the question, and both to one browser. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Stable words for the audit log. */
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

/** The provider's answer is not taken. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
  readonly reason: LoginRefusal;
  /** Whom the answer names, if it got that far. */
  readonly email: string | null;

  /** @param message for the person who signs in */
  constructor(
    reason: LoginRefusal,
    { email, message = 'The sign-in was refused.', ...options }: LoginRefusedOptions = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.email = email ?? null;
  }
}

/** An OpenID provider, found by discovery when it is first needed. Methods throw ProviderUnavailable. */
export interface OidcProvider {
  /** Where the browser goes to sign in, and what must be remembered until it comes back. */
  begin(): Promise<{ readonly url: string; readonly secrets: LoginSecrets }>;
  /** Turns the provider's answer into claims that are verified. @throws LoginRefused */
  finish(query: Readonly<Record<string, string>>, secrets: LoginSecrets): Promise<Claims>;
}

/** How long one request to the provider may take, in seconds. */
const timeoutSeconds = 5;
/** How long what discovery found is used, in milliseconds; while the provider is down, longer. */
const discoveryMaxAgeMs = 3_600_000;
const discoveryRetryMs = 60_000;
const algorithms = ['RS256', 'ES256'];
const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

export function createOidcProvider(oidc: OidcConfig, clock: Clock, logger: Logger): OidcProvider {
  const issuer = new URL(oidc.issuer);
  let found: { readonly metadata: ServerMetadata; readonly at: number } | null = null;
  let discovering: Promise<ServerMetadata> | null = null;
  const keys = createKeySet(fetchFromProvider, clock);

  /** An ES module only: loaded when first needed. */
  const library = (): Promise<Library> => import('openid-client');

  async function discover(): Promise<ServerMetadata> {
    const client = await library();
    try {
      const configuration = await client.discovery(issuer, oidc.clientId, undefined, client.None(), {
        timeout: timeoutSeconds,
        [client.customFetch]: fetchFromProvider,
        // Which addresses may go without TLS is decided in one place, by our own fetch.
        execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      });
      const metadata = configuration.serverMetadata();
      const missing = endpoints.filter((name) => !isHttpsOrLoopback(metadata[name] ?? ''));
      if (missing.length > 0)
        throw new ProviderUnavailable(`the provider names no ${missing.join(', ')} with TLS`);
      found = { metadata, at: clock.now() };
      return metadata;
    } catch (error) {
      logger.warn(
        { issuer: oidc.issuer, error: describeError(error) },
        'The identity provider could not be asked for its addresses',
      );
      if (found !== null) {
        found = { ...found, at: clock.now() - discoveryMaxAgeMs + discoveryRetryMs };
        return found.metadata;
      }
      throw new ProviderUnavailable('discovery failed', { cause: error });
    }
  }

  async function metadataOf(): Promise<ServerMetadata> {
    if (found !== null && clock.now() - found.at < discoveryMaxAgeMs) return found.metadata;
    discovering ??= discover().finally(() => {
      discovering = null;
    });
    return discovering;
  }

  /**
   * A configuration for one sign-in: the library keeps keys and time with it, and ours are shared and
   * testable.
   */
  async function configure(client: Library): Promise<Configuration> {
    const metadata = { ...(await metadataOf()), id_token_signing_alg_values_supported: algorithms };
    const clockSkew = Math.round((clock.now() - Date.now()) / 1000);
    const configuration = new client.Configuration(
      metadata,
      oidc.clientId,
      { [client.clockSkew]: clockSkew },
      authenticationOf(client, metadata),
    );
    configuration.timeout = timeoutSeconds;
    const held = keys.current();
    const keysUrl = new URL(metadata.jwks_uri ?? '').href;
    configuration[client.customFetch] = (url: string, options: FetchOptions) =>
      url === keysUrl ? keys.fetch(url, options, held) : fetchFromProvider(url, options);
    if (issuer.protocol === 'http:') client.allowInsecureRequests(configuration);
    // In the code flow the library verifies signatures only when told to: TLS alone must not vouch for a
    // token.
    client.enableNonRepudiationChecks(configuration);
    // Told to be a minute old, the library asks for a key that is missing at once; how often, our key set
    // decides.
    if (held !== null)
      client.setJwksCache(configuration, {
        jwks: { keys: [...held.keys] },
        uat: Math.floor(Date.now() / 1000) - 60,
      });
    return configuration;
  }

  function authenticationOf(client: Library, metadata: ServerMetadata) {
    // OpenID Connect Discovery 1.0, section 3: without a list, client_secret_basic is what a provider
    // supports.
    const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method =
      oidc.clientAuthentication ??
      (supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post');
    return method === 'client_secret_post'
      ? client.ClientSecretPost(oidc.clientSecret)
      : client.ClientSecretBasic(oidc.clientSecret);
  }

  /** Claims of the ID token, with those that only the user-info endpoint tells. */
  async function claimsOf(
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
    // The library allows for clocks that differ by half a minute; an ended token has ended.
    if (claims === undefined || claims.exp * 1000 <= clock.now()) throw new LoginRefused('invalid_id_token');
    const { email, roles, tenants } = oidc.claimsMapping;
    const wanted = [roles, tenants, oidc.requiredClaim?.name].filter((name) => name !== undefined);
    const isComplete =
      textClaim(claims, email) !== null && wanted.every((name) => Object.hasOwn(claims, name));
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const told = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // What is said of an address holds for the address that stands beside it, not for one that stands
    // elsewhere.
    const { email_verified } = Object.hasOwn(claims, 'email') ? claims : told;
    return { ...told, ...claims, email_verified };
  }

  return {
    async begin() {
      const client = await library();
      const secrets = {
        state: client.randomState(),
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
        return await claimsOf(client, configuration, url, secrets);
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
        // What the provider's own description lacks or has wrong.
        throw new ProviderUnavailable('the provider cannot be used', { cause: error });
      }
    },
  };
}

/** The code of a provider's error, as far as it looks like one: anyone can write it into an address. */
function codeIn(error: string): string {
  return /^[a-z_]{1,64}$/.test(error) ? ` (${error})` : '';
}
