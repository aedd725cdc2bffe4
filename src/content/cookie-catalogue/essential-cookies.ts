import type { CatalogueEntry } from './catalogue-entry';
import { cookieCatalogue, indexByName } from './cookie-catalogue';

/**
 * Cookies of sessions, sign-in, protection against forged requests, load balancers and protection against bots, by
 * exact name or pattern, in addition to the catalogue's. Without them a site stops working, so no profile and no
 * choice decides about them. Prefixes such as `__Host-` in front of a name make no difference. Only names that a
 * framework or product has to itself belong here: a tracker must not pass by taking one of them.
 */
const essentialNames: readonly string[] = [
  // Sessions of Express, Koa, Fastify, Hapi and others.
  'connect.sid',
  'connect.sess',
  'express.sid',
  'express:sess',
  'express-session',
  'koa.sid',
  'koa.sess',
  'koa:sess',
  'sails.sid',
  'nestjs.sid',
  'adonis-session',
  'adonis-session-values',
  'keystonejs-session',
  'feathers-jwt',
  'nuxt-session',
  'iron-session',
  '__prerender_bypass',
  '__next_preview_data',
  // Protection against forged requests: csurf, csrf-csrf, lusca, fastify, Angular and others.
  '_csrf',
  'csrf',
  'csrf_token',
  'csrf-token',
  'csrfToken',
  'x-csrf-token',
  'psifi.x-csrf-token',
  'XSRF-TOKEN',
  'xsrf-token',
  '_csrfToken',
  '_csrf_token',
  '__RequestVerificationToken_*',
  // Sign-in: Auth.js, Better Auth, SuperTokens, Clerk, Auth0, Keycloak, Supabase, Okta, Cognito and others.
  'next-auth.*',
  'authjs.*',
  'better-auth.*',
  'better-auth-*',
  'sAccessToken',
  'sRefreshToken',
  'sIdRefreshToken',
  'sFrontToken',
  'sAntiCsrf',
  'st-access-token',
  'st-refresh-token',
  'st-last-access-token-update',
  'front-token',
  '__client',
  '__client_uat',
  '__client_uat_*',
  '__clerk_*',
  'clerk_*',
  'appSession',
  'auth0',
  'auth0.*',
  '_legacy_auth0.*',
  'auth_verification',
  '_legacy_auth_verification',
  '__txn_*',
  'KEYCLOAK_IDENTITY',
  'KEYCLOAK_IDENTITY_LEGACY',
  'KEYCLOAK_SESSION',
  'KEYCLOAK_SESSION_LEGACY',
  'KEYCLOAK_REMEMBER_ME',
  'AUTH_SESSION_ID',
  'AUTH_SESSION_ID_LEGACY',
  'KC_RESTART',
  'KC_AUTH_STATE',
  'KC_AUTH_SESSION_HASH',
  'KC_STATE_CHECKER',
  'sb-*-auth-token',
  'sb-*-auth-token-code-verifier',
  'okta-oauth-*',
  'CognitoIdentityServiceProvider.*',
  'ory_kratos_*',
  'wos-session',
  'workos-session',
  'hanko',
  'logto_*',
  'logto:*',
  'pb_auth',
  'connect.auth',
  'oauth_state',
  'oauth2_state',
  'oauth_code_verifier',
  '_oauth2_proxy',
  '_oauth2_proxy_*',
  '_forward_auth',
  '_forward_auth_*',
  // Other frameworks.
  'laravel_session',
  'csrftoken',
  'PHPSESSID',
  'JSESSIONID',
  'JSESSIONID.*',
  'ASP.NET_SessionId',
  '.AspNetCore.*',
  '.ASPXAUTH',
  'rack.session',
  'PLAY_SESSION',
  // Load balancers and protection against bots.
  'AWSALB',
  'AWSALBCORS',
  'AWSALBTG',
  'AWSALBTGCORS',
  'AWSELB',
  'AWSELBCORS',
  'AWSELBAuthSessionCookie-*',
  'AWSALBAuthNonce',
  'aws-waf-token',
  'GCLB',
  'GCP_IAP_*',
  'GCP_IAAP_*',
  'ARRAffinity',
  'ARRAffinitySameSite',
  'AppServiceAuthSession',
  'ApplicationGatewayAffinity',
  'ApplicationGatewayAffinityCORS',
  'ASLBSA',
  'ASLBSACORS',
  'TiPMix',
  'x-ms-routing-name',
  'heroku-session-affinity',
  'SERVERID',
  'ROUTEID',
  'BIGipServer*',
  'NSC_*',
  'INGRESSCOOKIE',
  '__cf_bm',
  'cf_clearance',
  '_cfuvid',
  '__cflb',
  '__cfruid',
  '__cfwaitingroom',
  'CF_Authorization',
  'CF_AppSession',
];

/** Names that middlewares use by default, but that anybody can choose for something else. */
const likelyNames: ReadonlySet<string> = new Set([
  'sid',
  'sess',
  'session',
  'session_id',
  'session-id',
  'sessionid',
  'sessionId',
  'session_state',
  '__session',
  '_session',
  '_session_id',
  'auth_session',
  'lucia_session',
  'passport',
  'flash',
  'token',
  'jwt',
  'auth_token',
  'auth-token',
  'access_token',
  'refresh_token',
  'id_token',
  'remember_token',
  'remember_me',
  'route',
]);

/** Names with a part that each site or visitor has to itself, in Rails, Laravel, Clerk, Kratos and OpenID clients. */
const likelyForms: readonly RegExp[] = [
  /^_?[a-z\d]+(?:[_-][a-z\d]+)*[_-]session$/i,
  /^remember_[a-z]+_[\da-f]{16,64}$/,
  /^__session_[\w-]{8}$/,
  /^csrf_token_[\da-f]{16,64}$/,
  /^(?:state|nonce)\.[\w.~-]{6,}$/,
];

/** Words in names of trackers' sessions, such as `web_analytics_session`. */
const trackingWord =
  /(?:^|[_-])(?:ads?|advert\w*|analytics?|campaign|clicks?|conversions?|heatmap|insights?|marketing|metrics?|pixel|recording|replay|stats?|statistics|track(?:er|ing)?|telemetry|utm|visit(?:or)?s?)(?:[_-]|$)/i;

const findEssential = indexByName(essentialNames.map((name) => ({ name })));

/** Returns a cookie's name without a prefix such as `__Host-`, which only says how browsers accept it (RFC 6265bis). */
export const withoutNamePrefix = (name: string): string =>
  name.replace(/^__(?:host-http|http|host|secure)-/i, '');

/** Returns whether a site stops working without the cookie: sessions, sign-in, forged requests, load balancing. */
export const isEssentialCookie = (name: string): boolean => findEssential(withoutNamePrefix(name)).length > 0;

/**
 * Returns whether the name of a cookie that neither the profile nor the catalogue knows looks like one of a session,
 * sign-in or load balancer.
 */
export function looksEssential(name: string): boolean {
  const bare = withoutNamePrefix(name);
  if (likelyNames.has(bare)) return true;
  return likelyForms.some((form) => form.test(bare)) && !trackingWord.test(bare);
}

/**
 * Returns the name of the cookie to which a part belongs: `session` for the signature `session.sig` of Koa and
 * cookie-session and for the piece `session.1` of a session too long for one cookie; null for any other name.
 */
export function findWholeCookie(name: string): string | null {
  let end = name.length;
  // One expression for all the suffixes would read a long name as often as it has dots: anybody can send names.
  for (let dot = findSuffix(name, end); dot > 0; dot = findSuffix(name, end)) end = dot;
  return end === name.length ? null : name.slice(0, end);
}

/** Returns where the last suffix of a part begins in the characters before `end`; -1: there is none. */
function findSuffix(name: string, end: number): number {
  const dot = name.lastIndexOf('.', end - 1);
  return /^(?:sig|\d{1,2})$/.test(name.slice(dot + 1, end)) ? dot : -1;
}

/** Entries of cookies that a site can have under its own domain. */
const findOwn = indexByName(cookieCatalogue.filter(({ domains }) => domains === undefined));

/**
 * Returns the entry of a cookie of the site itself; null for one that the catalogue does not contain. Cookies under the
 * domain of a provider often have names that sites use for something else, such as `uid`.
 */
export function findOwnCatalogueEntry(name: string): CatalogueEntry | null {
  return findOwn(name)[0] ?? null;
}
