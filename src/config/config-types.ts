// Generated from src/config/config-schema.ts by `npm run docs`; do not edit.
import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import type { GeoProvider } from '../geo/geo-provider';
import type { CustomUser, RateLimitStore, ReceiptFont, TrustProxy } from '../kernel/host-types';
import type { Logger } from '../kernel/logger';
import type { PluginInput } from '../plugins/plugin-contract';
import type { StorageAdapter } from '../storage/storage-adapter';

/** Configuration for `createConsentService`: only `knex` is required. */
export interface ConsentServiceConfig {
  /** Your Knex instance (SQLite, MySQL/MariaDB or PostgreSQL). It is never destroyed by the service. */
  knex: Knex;
  /** Where published locale files are stored. Default: `databaseStorage(knex)`. */
  storage?: StorageAdapter | undefined;
  /**
   * Path below which both routers serve: `{basePath}/api/v1` and `{basePath}/admin/v1`. May be `''`; no
   * trailing slash. Pattern `^(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$`. Default: `'/svc'`.
   */
  basePath?: string | undefined;
  /**
   * Path that browsers use to reach the mounted routers when a proxy rewrites it. The service puts it before
   * `basePath` in every path that it returns. Unset: the path that Express sees. `X-Forwarded-Prefix` is
   * ignored. Pattern `^(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$`.
   */
  publicPath?: string | undefined;
  /** Database options. */
  database?: {
    /** Prefix of every table and index name. Pattern `^[a-z][a-z0-9_]{0,15}$`. Default: `'svc_'`. */
    tablePrefix?: string | undefined;
    /** Run pending migrations in `start()`. Default: `true`. */
    migrate?: boolean | undefined;
    /**
     * Longest wait for a connection or an answer before a request gets 503 (ms). 100 to 600,000. Default:
     * `5000`.
     */
    timeoutMs?: number | undefined;
  } | undefined;
  /** Who can use the admin API. */
  auth?: {
    /** How operators sign in. Default: `'local'`. */
    mode?: 'local' | 'jwt' | 'oidc' | 'saml' | 'custom' | undefined;
    /**
     * Mode `local`: email address of the first superadmin, who is created when none exists. Format email, at
     * most 254 characters.
     */
    adminEmail?: string | undefined;
    /**
     * Mode `local`: password of the first superadmin. At least 12 characters, at most 128 characters. Secret.
     */
    adminPassword?: string | undefined;
    /**
     * Secret that signs access tokens and encrypts secrets at rest. Unset: a random one, so that all admin
     * sessions end on restart. Required in mode `jwt`. At least 32 characters. Secret.
     */
    masterSecret?: string | undefined;
    /**
     * Role of a user who is created without one, as on the first sign-in through a provider. `null`: none,
     * until an operator assigns one. Default: `'viewer'`.
     */
    defaultRole?: string | null | undefined;
    /** Idle lifetime of a session in minutes; each refresh renews it. 1 to 1,440. Default: `30`. */
    sessionMinutes?: number | undefined;
    /** Absolute lifetime of a session in hours. 1 to 720. Default: `12`. */
    maxSessionHours?: number | undefined;
    /**
     * `required`: a user who has set up TOTP must send a code at sign-in. Not in modes `jwt` and `custom`,
     * where users sign in elsewhere. Default: `'optional'`.
     */
    totp?: 'optional' | 'required' | undefined;
    /**
     * Name that authenticator apps show next to the email address. Pattern `^[^:]+$`, at most 64 characters.
     * Default: `'express-consent'`.
     */
    totpIssuer?: string | undefined;
    /** Mode `oidc`. */
    oidc?: {
      /** Issuer identifier; the discovery document is read from it. `http:` only on loopback. Format uri. */
      issuer: string;
      /** Client id at the provider. */
      clientId: string;
      /** Client secret at the provider. Secret. */
      clientSecret: string;
      /** Where the provider sends the browser back: `{admin_base}/auth/oidc/callback`. Format uri. */
      redirectUri: string;
      /**
       * Requested scopes, separated by spaces; `openid` is always included. Pattern `(^| )openid( |$)`.
       * Default: `'openid email profile'`.
       */
      scope?: string | undefined;
      /** How the client secret is sent. Unset: the first method that the provider supports. */
      clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | undefined;
      /** Claims that hold the email address, roles and tenants. */
      claimsMapping?: {
        /** Claim with the email address. Default: `'email'`. */
        email?: string | undefined;
        /** Claim with role names. */
        roles?: string | undefined;
        /**
         * Claim with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user can
         * access.
         */
        tenants?: string | undefined;
      } | undefined;
      /** Only users with this claim can sign in. */
      requiredClaim?: {
        /** Name of the claim. */
        name: string;
        /** Its value, or one of its values. */
        value: string;
      } | undefined;
      /**
       * Only users with a verified address (`email_verified: true`) in one of these domains can sign in.
       * Subdomains are not included. At most 100 items, each: format hostname.
       */
      allowedDomains?: readonly string[] | undefined;
    } | undefined;
    /** Mode `saml`. */
    saml?: {
      /** Our entity id. */
      issuer: string;
      /** The identity provider's single sign-on address. Format uri. */
      entryPoint: string;
      /**
       * The identity provider's signing certificate (RSA), PEM without headers; while it changes, several. At
       * most 5 items. Secret.
       */
      cert: string | readonly string[];
      /** Assertion consumer service of this service: `{admin_base}/auth/saml/acs`. Format uri. */
      callbackUrl: string;
      /** The identity provider's entity id. Unset: whoever signs with its certificate. */
      idpIssuer?: string | undefined;
      /** Attribute with the email address. Unset: the usual ones, else the name id. */
      emailAttribute?: string | undefined;
      /** Attribute with role names. */
      rolesAttribute?: string | undefined;
      /**
       * Attribute with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user
       * can access.
       */
      tenantsAttribute?: string | undefined;
      /** Only users with this attribute can sign in. */
      requiredAttribute?: {
        /** Name of the attribute. */
        name: string;
        /** Its value, or one of its values. */
        value: string;
      } | undefined;
      /**
       * Whether the provider verifies email addresses. Set it to false if users can change their address
       * there without verification. Default: `true`.
       */
      trustEmail?: boolean | undefined;
    } | undefined;
    /** Mode `jwt`: claims that hold the email address, roles and tenants. */
    claimsMapping?: {
      /** Claim with the email address. Default: `'email'`. */
      email?: string | undefined;
      /** Claim with role names. Default: `'roles'`. */
      roles?: string | undefined;
      /**
       * Claim with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user can
       * access.
       */
      tenants?: string | undefined;
    } | undefined;
    /** Mode `custom`: receives the raw request and returns the user or null. */
    validateUser?: ((req: IncomingMessage) => CustomUser | null | Promise<CustomUser | null>) | undefined;
  } | undefined;
  /** Several tenants in one service. */
  tenancy?: {
    /** Several tenants, each with its own profiles, consents and settings. Default: `false`. */
    enabled?: boolean | undefined;
    /** Domain below which tenants are found by slug: `shop.consent.example.com`. Format hostname. */
    baseDomain?: string | undefined;
    /** Returns the tenant id of a public request, or null to use the other ways of naming a tenant. */
    resolve?: ((req: IncomingMessage) => string | null | undefined | Promise<string | null | undefined>) | undefined;
  } | undefined;
  /** Which rules apply to a visitor, and the signing secret. */
  compliance?: {
    /**
     * `auto` chooses the group by geography; a group id (also a custom one) fixes it. Pattern
     * `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, at most 64 characters. Default: `'auto'`.
     */
    type?: string | undefined;
    /**
     * Compliance group of visitors whose country is unknown. Pattern `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, at most
     * 64 characters. Default: `'opt-in'`.
     */
    defaultGroup?: string | undefined;
    /**
     * Secret from which the keys of IP-address hashes, ownership proofs, parental-consent tokens and cursors
     * are derived. Unset: a random one, which is lost when the process ends. At least 32 characters. Secret.
     */
    dataSigningHash?: string | undefined;
    /**
     * Severity of individual compliance rules, by rule id (see the reference, "Compliance rules"). Default:
     * `{}`.
     */
    rules?: { readonly [key: string]: 'error' | 'warning' | 'off' } | undefined;
    /**
     * Compliance group of individual countries (`DE`) or regions (`US-CA`); overrides the built-in table.
     * Default: `{}`.
     */
    jurisdictions?: { readonly [key: string]: string } | undefined;
    /** Lifetime of a parental-consent token in hours. 1 to 8,760. Default: `72`. */
    parentalTokenHours?: number | undefined;
    /**
     * Whether the answer to a parental-consent request contains the token. False: only the event contains it.
     * Default: `true`.
     */
    parentalTokenInResponse?: boolean | undefined;
    /**
     * `lastUpdate` of `/.well-known/gpc.json` (`svc.wellKnownGpc`): the day, YYYY-MM-DD, of your statement
     * that you abide by the signal. Format date.
     */
    gpcLastUpdate?: string | undefined;
  } | undefined;
  /** Finds a visitor’s country and region. Default: `timezoneGeoProvider()`. */
  geo?: GeoProvider | undefined;
  /** The cookies that hold the visitor id and the proof that it belongs to this browser. */
  visitorCookie?: {
    /**
     * Name of the cookie that holds the visitor id. Pattern `` ^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$ ``.
     * Default: `'svc_vid'`.
     */
    name?: string | undefined;
    /** Domain attribute; unset: this host only. Format hostname. */
    domain?: string | undefined;
    /** Path attribute. Pattern `^/[^;\u0000-\u001f]*$`. Default: `'/'`. */
    path?: string | undefined;
    /** SameSite attribute. `none` needs `secure: true`. Default: `'lax'`. */
    sameSite?: 'lax' | 'strict' | 'none' | undefined;
    /** Secure attribute; `auto` sets it when the request came over TLS. Default: `'auto'`. */
    secure?: true | false | 'auto' | undefined;
    /** HttpOnly attribute. The widget reads the cookie, so false by default. Default: `false`. */
    httpOnly?: boolean | undefined;
    /**
     * Name of the second, HttpOnly cookie, which proves that the visitor id belongs to this browser. It gets
     * the prefix `__Host-` when it is Secure, `path` is `/` and `domain` is unset. Pattern ``
     * ^(?!__)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,57}$ ``. Default: `'svc_own'`.
     */
    ownershipName?: string | undefined;
    /**
     * Reject every call on a visitor’s record without the proof in the second cookie (403). Recommended:
     * without it, anyone who can read visitor ids (operators, exports, access logs) can change and erase
     * consents. Requires `compliance.dataSigningHash`. Default: `false`.
     */
    requireProof?: boolean | undefined;
    /**
     * Reject a POST that names an existing visitor without that visitor’s cookie (403). Recommended where
     * cookies reach the service. Default: `false`.
     */
    requireOnUpdate?: boolean | undefined;
  } | undefined;
  /** Which proxies to believe; same values as Express's `trust proxy`. Unset: the host app's own setting. */
  trustProxy?: TrustProxy | undefined;
  /** Published locale files. */
  hotServe?: {
    /** `max-age` of published locale files, in seconds. 0 to 31,536,000. Default: `3600`. */
    maxAge?: number | undefined;
    /** `stale-while-revalidate`, in seconds. 0 to 31,536,000. Default: `60`. */
    staleWhileRevalidate?: number | undefined;
    /** Memory for locale files (bytes). 65,536 to 17,179,869,184. Default: `67108864`. */
    cacheBytes?: number | undefined;
    /**
     * How long a process serves without checking whether another process has published (ms). 10 to 60,000.
     * Default: `1000`.
     */
    revalidateMs?: number | undefined;
  } | undefined;
  /** IAB Transparency and Consent Framework. */
  tcf?: {
    /** Enables registration tracking and validation of TC strings. Default: `false`. */
    enabled?: boolean | undefined;
    /** Your CMP id. 1 to 4,095. */
    cmpId?: number | undefined;
    /** Your CMP version. 0 to 4,095. */
    cmpVersion?: number | undefined;
    /** Country of the publisher. Pattern `^[A-Z]{2}$`. */
    publisherCC?: string | undefined;
    /**
     * Address of the Global Vendor List. Its translations are expected in the same place. Format uri.
     * Default: `'https://vendor-list.consensu.org/v3/vendor-list.json'`.
     */
    vendorListUrl?: string | undefined;
    /**
     * Addresses of the CMP list, tried in order. At most 10 items, each: format uri. Default:
     * `["https://cmplist.consensu.org/v2/cmp-list.json","https://cmp-list.consensu.org/v2/cmp-list.json"]`.
     */
    cmpListUrls?: readonly string[] | undefined;
  } | undefined;
  /** IAB Global Privacy Platform. */
  gpp?: {
    /** Enables registration tracking and validation of GPP strings. Default: `false`. */
    enabled?: boolean | undefined;
    /** Your CMP id. 0 to 4,095. */
    cmpId?: number | undefined;
    /**
     * Sections to generate, such as `usnat`, `usca`. Unset: all US sections except `usmd`, `usin`, `usky`,
     * `usri`, which current decoders cannot read yet. Each: pattern `^[a-z0-9]+$`.
     */
    sections?: readonly string[] | undefined;
    /** Multi-State Privacy Agreement fields. */
    mspa?: {
      /** The transaction is covered by the agreement. */
      coveredTransaction: boolean;
      /** Opt-out option mode. */
      optOutOptionMode: boolean;
      /** Service provider mode. */
      serviceProviderMode: boolean;
    } | undefined;
  } | undefined;
  /** Receipts of visitors whose profile has `allowReceipt`. */
  receipts?: {
    /**
     * Fonts of PDF receipts, tried in this order; the built-in Helvetica comes last unless it is listed.
     * Helvetica covers Western European languages only: a receipt in another script needs a font that covers
     * it. At most 100 items. Default: `[]`.
     */
    fonts?: readonly ReceiptFont[] | undefined;
    /**
     * Name of the controller on receipts. A profile’s `complianceConfig.controllerName` takes precedence. At
     * most 300 characters.
     */
    controllerName?: string | undefined;
    /** Postal address of the controller. At most 500 characters. */
    controllerAddress?: string | undefined;
    /** Contact of the controller: an email address, a URL, or a line of text. At most 300 characters. */
    contact?: string | undefined;
    /**
     * Page on which visitors change or withdraw their choice. Format uri, pattern `^https?://`, at most 2,000
     * characters.
     */
    withdrawalUrl?: string | undefined;
    /**
     * Jurisdiction when the visitor’s place is unknown: ISO 3166 code, such as `DE` or `US-CA`. Pattern
     * `^[A-Z]{2}(-[A-Z0-9]{1,3})?$`.
     */
    jurisdiction?: string | undefined;
    /**
     * Where the data is stored, such as `DE` or `Ireland`. At most 50 items, each: at most 100 characters.
     * Default: `[]`.
     */
    storageLocations?: readonly string[] | undefined;
    /** How long data is kept if no parameter has a duration, such as `13 months`. At most 300 characters. */
    retentionPeriod?: string | undefined;
    /**
     * Lawful basis of mandatory categories: GDPR, Article 6(1)(f) or (b). Ask your counsel. Default:
     * `'legitimate-interest'`.
     */
    necessaryBasis?: 'legitimate-interest' | 'contract' | undefined;
    /**
     * Addresses and contacts of recipients, by the `provider` of parameters. At most 1,000 keys. Default:
     * `{}`.
     */
    recipients?: { readonly [key: string]: {
      /** Postal address. At most 500 characters. */
      address?: string | undefined;
      /** Contact of the provider. At most 300 characters. */
      contact?: string | undefined;
    } } | undefined;
    /**
     * Public URL of the public API, such as `https://shop.example/svc/api/v1`. Unset: derived from the
     * request for the receipt. Format uri, pattern `^https?://[^?#]+$`, at most 2,000 characters.
     */
    publicUrl?: string | undefined;
  } | undefined;
  /** The built-in dashboard. */
  dashboard?: {
    /** Serve the dashboard below `{basePath}/`. Only `false` in this version. Default: `false`. */
    enabled?: boolean | undefined;
  } | undefined;
  /** How long consents are kept. Unset: forever. */
  retention?: {
    /**
     * Calendar months after which superseded states of a record are removed; the current state stays. 1 to
     * 1,200.
     */
    historyMonths?: number | undefined;
    /** Calendar months without a decision after which a visitor is erased. 1 to 1,200. */
    inactiveVisitorsMonths?: number | undefined;
  } | undefined;
  /** Plugins, in the order in which their hooks run. Default: `[]`. */
  plugins?: readonly PluginInput[] | undefined;
  /**
   * What happens when a plugin’s `initialize` fails. False: the service does not start. True: it starts
   * without the plugin and logs an error. Default: `false`.
   */
  disableFailedPlugins?: boolean | undefined;
  /** Time limit of a hook (ms). 10 to 60,000. Default: `2000`. */
  pluginTimeoutMs?: number | undefined;
  /**
   * Logger: an instance of pino or winston, `console`, or an object with `warn(facts, sentence)` and
   * `error(facts, sentence)`, optionally `info` and `debug`. Default: `the console, without debugging
   * messages`.
   */
  logger?: Logger | undefined;
  /** Largest bodies, pages and exports. */
  limits?: {
    /** Largest JSON body on the public API (bytes). 1,024 to 16,777,216. Default: `65536`. */
    publicBodyBytes?: number | undefined;
    /** Largest JSON body on the admin API (bytes). 1,024 to 268,435,456. Default: `5242880`. */
    adminBodyBytes?: number | undefined;
    /** Items per page when `limit` is absent. 1 to 200. Default: `25`. */
    pageSize?: number | undefined;
    /** Largest `limit`. 1 to 1,000. Default: `200`. */
    maxPageSize?: number | undefined;
    /**
     * How many of the newest entries `q` of a list searches for a text inside a value. The beginning of an id
     * is found in all entries. 100 to 1,000,000. Default: `5000`.
     */
    searchRows?: number | undefined;
    /** Maximum number of rows in an XLSX export. 1 to 1,048,575,000. Default: `200000`. */
    xlsxRows?: number | undefined;
    /**
     * Maximum number of exports that one process runs at the same time; further requests get 503 with
     * `Retry-After`. 1 to 100. Default: `4`.
     */
    exportsAtOnce?: number | undefined;
    /**
     * How long an export waits for a client that has stopped reading before it closes the connection (ms).
     * 100 to 600,000. Default: `30000`.
     */
    stallMs?: number | undefined;
  } | undefined;
  /** Requests per client IP; with an API key, per key. */
  rateLimit?: {
    /** `rateLimit: false` is short for `{ enabled: false }`. Default: `true`. */
    enabled?: boolean | undefined;
    /** POST, PUT and DELETE of consent, and receipts, per client. */
    consentWrites?: {
      /** Requests per window. 1 to 1,000,000,000. Default: `600`. */
      limit?: number | undefined;
      /** Length of the fixed window (s). 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Every other public route, per client. */
    publicReads?: {
      /** Requests per window. 1 to 1,000,000,000. Default: `6000`. */
      limit?: number | undefined;
      /** Length of the fixed window (s). 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Published locale files, per client. */
    hotServe?: {
      /** Requests per window. 1 to 1,000,000,000. Default: `60000`. */
      limit?: number | undefined;
      /** Length of the fixed window (s). 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Admin routes, per client. */
    admin?: {
      /** Requests per window. 1 to 1,000,000,000. Default: `1200`. */
      limit?: number | undefined;
      /** Length of the fixed window (s). 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Creates shared counters (Redis and others). Unset: requests are counted in memory, per process. */
    store?: RateLimitStore | undefined;
  } | false | undefined;
}
