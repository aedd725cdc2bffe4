import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Clock } from '#platform/kernel/clock';
import { isHttpsOrLoopback } from '#platform/kernel/ip-address';
import { logText } from '#platform/kernel/log-text';
import { describeError, type Logger } from '#platform/kernel/logger';
import { type Claims, findClaim, textClaim } from '../claims';
import type { SignInEnd } from '../sign-in-reply';
import { createKeySet, type JsonWebKeys } from './key-set';
import { type AcceptedIssuers, acceptIssuers, findForeignIssuer, ProviderMisconfigured } from './oidc-issuer';
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
  | 'wrong_issuer'
  | 'tenant_not_allowed'
  | 'email_missing'
  | 'email_not_verified'
  | 'required_claim_missing'
  | 'domain_not_allowed';

interface LoginRefusedOptions extends ErrorOptions {
  readonly email?: string;
  readonly message?: string;
  /** For the log. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** The provider's response is not accepted. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
  readonly reason: LoginRefusal;
  /** E-mail address in the response, if it was read. */
  readonly email: string | null;
  readonly facts: Readonly<Record<string, string>>;

  /** @param message message for the user who signs in */
  constructor(
    reason: LoginRefusal,
    { email, message = 'The sign-in was refused.', facts = {}, ...options }: LoginRefusedOptions = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.email = email ?? null;
    this.facts = facts;
  }
}

/** An OpenID provider. Methods throw ProviderUnavailable and ProviderMisconfigured. */
export interface OidcProvider {
  /** Fetches the provider's metadata and logs what is wrong with them. Never throws. */
  check(): Promise<void>;
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

/** The result of discovery. */
interface Discovered {
  readonly metadata: ServerMetadata;
  readonly accepted: AcceptedIssuers;
}

interface ConfigureOptions extends Discovered {
  /** The issuer that the ID token must name. */
  readonly issuer: string;
  /** Replaces requests to the token endpoint. */
  readonly fetchTokens?: (url: string, options: FetchOptions) => Promise<Response>;
}

export function createOidcProvider(oidc: OidcConfig, clock: Clock, logger: Logger): OidcProvider {
  const discoveryUrl = new URL(oidc.discoveryUrl ?? oidc.issuer);
  if (oidc.discoveryUrl === undefined)
    discoveryUrl.pathname = `${discoveryUrl.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const needsNoTls = discoveryUrl.protocol === 'http:';
  let cached: (Discovered & { readonly at: number }) | null = null;
  let discovering: Promise<Discovered> | null = null;
  const keys = createKeySet(fetchFromProvider, clock);

  /** Loads the library when it is first needed. It is only available as an ES module. */
  const library = (): Promise<Library> => import('openid-client');

  async function fetchDocument(url: string, options: FetchOptions): Promise<Response> {
    const response = await fetchFromProvider(url, options);
    if (response.status !== 200)
      throw new ProviderUnavailable(`the address of the discovery document answered ${response.status}`);
    return response;
  }

  async function readMetadata(): Promise<Discovered> {
    const client = await library();
    // With the full address the library leaves the issuer to `acceptIssuers`.
    const configuration = await client.discovery(discoveryUrl, oidc.clientId, undefined, client.None(), {
      timeout: timeoutSeconds,
      [client.customFetch]: fetchDocument,
      // `fetchFromProvider` alone decides which addresses need no TLS.
      execute: needsNoTls ? [client.allowInsecureRequests] : [],
    });
    const metadata = configuration.serverMetadata();
    const accepted = acceptIssuers(metadata.issuer, oidc);
    const missing = endpoints.filter((name) => !isHttpsOrLoopback(metadata[name] ?? ''));
    if (missing.length > 0)
      throw new ProviderMisconfigured(
        'The discovery document of the identity provider lacks addresses that the service needs, or they have no TLS',
        { missing: missing.join(', ') },
      );
    return { metadata, accepted };
  }

  async function discover(): Promise<Discovered> {
    try {
      const found = await readMetadata();
      cached = { ...found, at: clock.elapsed() };
      return found;
    } catch (error) {
      const address = logText(discoveryUrl.href);
      if (error instanceof ProviderMisconfigured) logger.warn({ address, ...error.facts }, error.message);
      else
        logger.warn(
          { address, error: describeError(error) },
          'Could not fetch the metadata of the identity provider. See docs/guide/troubleshooting.md#identity-provider-unreachable',
        );
      if (cached !== null) {
        cached = { ...cached, at: clock.elapsed() - discoveryMaxAgeMs + discoveryRetryMs };
        return cached;
      }
      if (error instanceof ProviderMisconfigured) throw error;
      throw new ProviderUnavailable('discovery failed', { cause: error });
    }
  }

  async function getDiscovered(): Promise<Discovered> {
    if (cached !== null && clock.elapsed() - cached.at < discoveryMaxAgeMs) return cached;
    discovering ??= discover().finally(() => {
      discovering = null;
    });
    return discovering;
  }

  /**
   * Creates a configuration for one sign-in. The library would store keys and time in it; the service passes
   * its own, which are shared and testable.
   */
  function configure(
    client: Library,
    { metadata, accepted, issuer, fetchTokens = fetchFromProvider }: ConfigureOptions,
  ): Configuration {
    const server = { ...metadata, issuer, id_token_signing_alg_values_supported: algorithms };
    const clockSkew = Math.round((clock.now() - Date.now()) / 1000);
    const configuration = new client.Configuration(
      server,
      oidc.clientId,
      { [client.clockSkew]: clockSkew },
      selectAuthentication(client, server),
    );
    configuration.timeout = timeoutSeconds;
    const currentKeys = keys.current();
    const keysUrl = new URL(metadata.jwks_uri ?? '').href;
    const ownKeys = ({ keys: all }: JsonWebKeys) => ({
      keys: all.filter((key) => accepted.hasKey(issuer, key)),
    });
    const tokenUrl = new URL(metadata.token_endpoint ?? '').href;
    configuration[client.customFetch] = async (url: string, options: FetchOptions) => {
      if (url === tokenUrl) return fetchTokens(url, options);
      if (url !== keysUrl) return fetchFromProvider(url, options);
      const response = await keys.fetch(url, options, currentKeys);
      return Response.json(ownKeys((await response.json()) as JsonWebKeys));
    };
    if (needsNoTls) client.allowInsecureRequests(configuration);
    // In the code flow the library verifies signatures only with this option. TLS alone is not enough.
    client.enableNonRepudiationChecks(configuration);
    // With keys that are a minute old the library fetches a missing key at once; `keys` limits how often.
    if (currentKeys !== null)
      client.setJwksCache(configuration, {
        jwks: { keys: [...ownKeys(currentKeys).keys] },
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

  /**
   * Exchanges the code and verifies the ID token. Which of several accepted issuers a token names is known only once
   * it is there, so the response of the token endpoint is then verified again for that issuer.
   * @throws LoginRefused
   */
  async function readTokens(client: Library, discovered: Discovered, url: URL, secrets: LoginSecrets) {
    const { issuers, isOtherTenant } = discovered.accepted;
    const [issuer = ''] = issuers;
    const checks = {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    };
    let received: Response | null = null;
    const fetchTokens = async (tokenUrl: string, options: FetchOptions) => {
      received ??= await fetchFromProvider(tokenUrl, options);
      return received.clone();
    };
    const grant = async (expected: string) => {
      const configuration = configure(client, { ...discovered, issuer: expected, fetchTokens });
      return { configuration, tokens: await client.authorizationCodeGrant(configuration, url, checks) };
    };
    return grant(issuer).catch((error) => {
      const found = findForeignIssuer(error);
      if (found === null) throw error;
      if (issuers.includes(found)) return grant(found);
      const facts = { configured: logText(oidc.issuer), found: logText(found) };
      if (isOtherTenant(found))
        throw new LoginRefused('tenant_not_allowed', { cause: error, message: notAllowed, facts });
      throw new LoginRefused('wrong_issuer', { cause: error, message: wrongIssuer, facts });
    });
  }

  /** Returns the claims of the ID token, with missing ones from the user-info endpoint. */
  async function readClaims(
    client: Library,
    discovered: Discovered,
    url: URL,
    secrets: LoginSecrets,
  ): Promise<Claims> {
    const { configuration, tokens } = await readTokens(client, discovered, url, secrets);
    const claims = tokens.claims();
    // The library tolerates clocks that differ by half a minute; here an expired token is always refused.
    if (claims === undefined || claims.exp * 1000 <= clock.now()) throw new LoginRefused('invalid_id_token');
    if (oidc.allowedTenants !== undefined && !isTenantIn(oidc.allowedTenants, claims.tid))
      throw new LoginRefused('tenant_not_allowed', {
        message: notAllowed,
        facts: { found: logText(textClaim(claims, 'tid') ?? 'none') },
      });
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
    async check() {
      // `discover` has logged the reason.
      await getDiscovered().catch(() => {});
    },

    async begin(end) {
      const client = await library();
      const discovered = await getDiscovered();
      const [issuer = ''] = discovered.accepted.issuers;
      const secrets = {
        state: `${client.randomState()}${end === null ? '' : dashboardMark}`,
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configure(client, { ...discovered, issuer }), {
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
      const discovered = await getDiscovered();
      const url = new URL(oidc.redirectUri);
      url.search = new URLSearchParams(query).toString();
      try {
        return await readClaims(client, discovered, url, secrets);
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

const notAllowed = 'This account is not allowed to sign in here.';
const wrongIssuer =
  'The identity provider names another issuer than the configured one. The log of the service has both.';

/** Returns whether the tenant of a token of Entra ID is in the list, ignoring case. */
const isTenantIn = (tenants: readonly string[], tenant: unknown): boolean =>
  typeof tenant === 'string' && tenants.some((allowed) => allowed.toLowerCase() === tenant.toLowerCase());

/**
 * Returns the provider's error code in brackets if it is well formed: anyone can put any text into the URL.
 */
function codeIn(error: string): string {
  return /^[a-z_]{1,64}$/.test(error) ? ` (${error})` : '';
}
