// Generated from src/config/config-schema.ts by `npm run docs`; do not edit.
import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import type { GeoProvider } from '../geo/geo-provider';
import type { CustomUser, PurgeHook, RateLimitStore, ReceiptFont, TrustProxy } from '../kernel/host-types';
import type { Logger } from '../kernel/logger';
import type { PluginInput } from '../plugins/plugin-contract';
import type { StorageAdapter } from '../storage/storage-adapter';

/** Configuration for `createConsentService`: only `knex` is required. */
export interface ConsentServiceConfig {
  /** Your Knex instance (SQLite, MySQL/MariaDB or PostgreSQL). The service never destroys it. */
  knex: Knex;
  /** Storage of published locale files. Default: `databaseStorage(knex)`. */
  storage?: StorageAdapter | undefined;
  /**
   * Base path of both routers: `{basePath}/api/v1` and `{basePath}/admin/v1`. Can be `''`; no trailing slash.
   * Pattern `^(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$`. Default: `'/svc'`.
   */
  basePath?: string | undefined;
  /**
   * Path that browsers use to reach the mounted routers when a proxy rewrites it. The service puts it before
   * `basePath` in every path that it returns. Unset: the paths that Express sees. `X-Forwarded-Prefix` is
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
     * SQLite: use the write-ahead log, `synchronous=FULL` and a cache of 64 MiB. `false` leaves the settings
     * of your connection. Default: `true`.
     */
    tuneSqlite?: boolean | undefined;
    /**
     * Longest wait for a database connection or a query result before the response is 503 (ms). 100 to
     * 600,000. Default: `5000`.
     */
    timeoutMs?: number | undefined;
    /**
     * A Knex instance on a read replica, from which lists of consents, visitors and audit entries, exports
     * and statistics are read. Unset: they are read through `knex`, as everything else. The service never
     * destroys it.
     */
    readKnex?: Knex | undefined;
  } | undefined;
  /** Who can use the admin API. */
  auth?: {
    /** How operators sign in. Default: `'local'`. */
    mode?: 'local' | 'jwt' | 'oidc' | 'saml' | 'custom' | undefined;
    /**
     * Mode `local`: email address of the first superadmin, created if there is no superadmin. Format email,
     * at most 254 characters.
     */
    adminEmail?: string | undefined;
    /**
     * Mode `local`: password of the first superadmin. At least 12 characters, at most 128 characters. Secret.
     */
    adminPassword?: string | undefined;
    /**
     * Secret that signs sessions, device cookies and links to choose a password, and encrypts secrets of
     * one-time codes. Unset: a random secret, so all admin sessions and links end at a restart. Required in
     * mode `jwt`, where it signs the host’s tokens. One value, or a list of the current value and previous
     * ones, which open and verify what they sealed and signed. At least 32 characters, at most 5 items, each:
     * at least 32 characters. Secret.
     */
    masterSecret?: string | readonly string[] | undefined;
    /**
     * Role of new users without a role of their own, such as on the first sign-in through an identity
     * provider. `null`: no role until an operator assigns one. Default: `'viewer'`.
     */
    defaultRole?: string | null | undefined;
    /** Idle lifetime of a session (minutes); each refresh renews it. 1 to 1,440. Default: `30`. */
    sessionMinutes?: number | undefined;
    /** Absolute lifetime of a session (hours). 1 to 720. Default: `12`. */
    maxSessionHours?: number | undefined;
    /**
     * `required`: a user who has set up TOTP must send a code at sign-in. Not available in modes `jwt` and
     * `custom`, where users sign in elsewhere. Default: `'optional'`.
     */
    totp?: 'optional' | 'required' | undefined;
    /**
     * Name that authenticator apps show next to the email address. Pattern `^[^:]+$`, at most 64 characters.
     * Default: `'express-consent'`.
     */
    totpIssuer?: string | undefined;
    /** Mode `oidc`. */
    oidc?: {
      /**
       * Issuer identifier, from which the service reads the discovery document. `http:` only on loopback.
       * Format uri.
       */
      issuer: string;
      /**
       * Address of the discovery document, for a provider whose document is not at
       * `{issuer}/.well-known/openid-configuration`, such as Azure AD B2C. Format uri.
       */
      discoveryUrl?: string | undefined;
      /**
       * Entra ID: ids of the tenants whose users can sign in. Required if `issuer` is the address for several
       * tenants: `https://login.microsoftonline.com/organizations/v2.0`, or with `common`. At most 100 items,
       * each: format uuid.
       */
      allowedTenants?: readonly string[] | undefined;
      /**
       * Name of the provider on sign-in pages, such as "Shop staff login". Everyone can read it. At most 64
       * characters.
       */
      displayName?: string | undefined;
      /** Client id at the provider. */
      clientId: string;
      /** Client secret at the provider. Secret. */
      clientSecret: string;
      /**
       * Address to which the provider redirects the browser: `{admin_base}/auth/oidc/callback`. Format uri.
       */
      redirectUri: string;
      /**
       * Requested scopes, separated by spaces; `openid` is always included. Pattern `(^| )openid( |$)`.
       * Default: `'openid email profile'`.
       */
      scope?: string | undefined;
      /** How the client secret is sent. Unset: the first method that the provider supports. */
      clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | undefined;
      /**
       * Claims that hold the email address, roles and tenants: a name, or a path such as
       * `realm_access.roles`.
       */
      claimsMapping?: {
        /** Claim with the email address. At most 256 characters. Default: `'email'`. */
        email?: string | undefined;
        /** Claim with role names. Unset: operators assign the roles. At most 256 characters. */
        roles?: string | undefined;
        /**
         * Claim with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user can
         * access. At most 256 characters.
         */
        tenants?: string | undefined;
        /**
         * Separator, such as `,`, for a provider that sends several roles or tenants in one text. At most 8
         * characters.
         */
        separator?: string | undefined;
        /**
         * What it means that the provider sends no roles or tenants for a user: `keep` leaves those that are
         * stored, `remove` removes them. Groups that the provider left out because there are too many are
         * never removed. Default: `'keep'`.
         */
        whenMissing?: 'keep' | 'remove' | undefined;
      } | undefined;
      /** Only users with this claim can sign in. */
      requiredClaim?: {
        /** Name of the claim. */
        name: string;
        /** Required value. If the user has several, one of them must match. */
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
      /** Entity id of this service. */
      issuer: string;
      /**
       * Name of the provider on sign-in pages, such as "Shop staff login". Everyone can read it. At most 64
       * characters.
       */
      displayName?: string | undefined;
      /** The identity provider's single sign-on address. Format uri. */
      entryPoint: string;
      /**
       * The identity provider's signing certificate (RSA) as PEM, with or without its first and last line.
       * While it is being replaced, both: in one text with these lines, or as a list. At most 5 items.
       * Secret.
       */
      cert: string | readonly string[];
      /** Assertion consumer service of this service: `{admin_base}/auth/saml/acs`. Format uri. */
      callbackUrl: string;
      /**
       * Format of the name id that the service requests, such as
       * `urn:oasis:names:tc:SAML:2.0:nameid-format:persistent`. `null`: none, so the provider chooses. At
       * most 256 characters. Default: `'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'`.
       */
      identifierFormat?: string | null | undefined;
      /** The identity provider's entity id. Unset: any issuer that signs with its certificate. */
      idpIssuer?: string | undefined;
      /**
       * Attribute with the email address, needed when the name id is not one. Unset: a common attribute name,
       * else the name id.
       */
      emailAttribute?: string | undefined;
      /** Attribute with role names. Unset: operators assign the roles. */
      rolesAttribute?: string | undefined;
      /**
       * Attribute with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user
       * can access.
       */
      tenantsAttribute?: string | undefined;
      /**
       * Separator, such as `,`, for a provider that sends several roles or tenants in one text. At most 8
       * characters.
       */
      separator?: string | undefined;
      /**
       * What it means that the provider sends no roles or tenants for a user: `keep` leaves those that are
       * stored, `remove` removes them. Groups that the provider left out because there are too many are never
       * removed. Default: `'keep'`.
       */
      whenMissing?: 'keep' | 'remove' | undefined;
      /** Only users with this attribute can sign in. */
      requiredAttribute?: {
        /** Name of the attribute. */
        name: string;
        /** Required value. If the user has several, one of them must match. */
        value: string;
      } | undefined;
      /**
       * Whether the provider verifies email addresses. Set it to false if users can change their address at
       * the provider without verification. Default: `true`.
       */
      trustEmail?: boolean | undefined;
    } | undefined;
    /**
     * Mode `jwt`: claims that hold the email address, roles and tenants: a name, or a path such as
     * `realm_access.roles`.
     */
    claimsMapping?: {
      /** Claim with the email address. At most 256 characters. Default: `'email'`. */
      email?: string | undefined;
      /** Claim with role names. At most 256 characters. Default: `'roles'`. */
      roles?: string | undefined;
      /**
       * Claim with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user can
       * access. At most 256 characters.
       */
      tenants?: string | undefined;
      /**
       * Separator, such as `,`, for a provider that sends several roles or tenants in one text. At most 8
       * characters.
       */
      separator?: string | undefined;
      /**
       * What it means that the provider sends no roles or tenants for a user: `keep` leaves those that are
       * stored, `remove` removes them. Groups that the provider left out because there are too many are never
       * removed. Default: `'keep'`.
       */
      whenMissing?: 'keep' | 'remove' | undefined;
    } | undefined;
    /** Mode `custom`: receives the raw request and returns the user or null. */
    validateUser?: ((req: IncomingMessage) => CustomUser | null | Promise<CustomUser | null>) | undefined;
  } | undefined;
  /** Several tenants in one service. */
  tenancy?: {
    /** Enables several tenants, each with its own profiles, consents and settings. Default: `false`. */
    enabled?: boolean | undefined;
    /**
     * Base domain whose subdomains are slugs of tenants: with `consent.example.com`, the host
     * `shop.consent.example.com` belongs to the tenant `shop`. Format hostname.
     */
    baseDomain?: string | undefined;
    /** Returns the tenant id of a public request, or null to identify the tenant by the other methods. */
    resolve?: ((req: IncomingMessage) => string | null | undefined | Promise<string | null | undefined>) | undefined;
  } | undefined;
  /** The rules that apply to visitors, and the signing secret. */
  compliance?: {
    /**
     * `auto` chooses the compliance group by the visitor’s place. The id of a group, built-in or custom,
     * applies to all visitors. Pattern `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, at most 64 characters. Default:
     * `'auto'`.
     */
    type?: string | undefined;
    /**
     * Compliance group of visitors whose country is unknown. Pattern `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, at most
     * 64 characters. Default: `'opt-in'`.
     */
    defaultGroup?: string | undefined;
    /**
     * Secret from which the keys of IP-address hashes, ownership proofs, parental-consent tokens and cursors
     * are derived. Unset: a random secret, which is lost when the process ends. One value, or a list of the
     * current value and previous ones, which open and verify what they sealed and signed. At least 32
     * characters, at most 5 items, each: at least 32 characters. Secret.
     */
    dataSigningHash?: string | readonly string[] | undefined;
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
    /** Lifetime of a parental-consent token (hours). 1 to 8,760. Default: `72`. */
    parentalTokenHours?: number | undefined;
    /**
     * Whether the response to a parental-consent request contains the token. False: only the event contains
     * it. Default: `true`.
     */
    parentalTokenInResponse?: boolean | undefined;
    /**
     * `lastUpdate` of `/.well-known/gpc.json` (`consent.wellKnownGpc`): the day, YYYY-MM-DD, of your
     * statement that you abide by the signal. Format date.
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
    /** Domain attribute. Unset: this host only. Format hostname. */
    domain?: string | undefined;
    /** Path attribute. Pattern `^/[^;\u0000-\u001f]*$`. Default: `'/'`. */
    path?: string | undefined;
    /** SameSite attribute. `none` needs `secure: true`. Default: `'lax'`. */
    sameSite?: 'lax' | 'strict' | 'none' | undefined;
    /** Secure attribute. `auto`: set when the request came over TLS. Default: `'auto'`. */
    secure?: true | false | 'auto' | undefined;
    /** HttpOnly attribute. The widget reads the cookie, so false by default. Default: `false`. */
    httpOnly?: boolean | undefined;
    /**
     * Name of the second, HttpOnly cookie, which proves that the visitor id belongs to this browser. The name
     * gets the prefix `__Host-` when the cookie is Secure, `path` is `/` and `domain` is unset. Pattern ``
     * ^(?!__)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,57}$ ``. Default: `'svc_own'`.
     */
    ownershipName?: string | undefined;
    /**
     * Reject every request for a visitor’s record without the proof in the second cookie (403). Recommended:
     * otherwise anyone who can read visitor ids (operators, exports, access logs) can change and erase
     * consents. Requires `compliance.dataSigningHash`. Default: `false`.
     */
    requireProof?: boolean | undefined;
    /**
     * Reject a POST that names an existing visitor without that visitor’s cookie (403). Recommended when
     * browsers send cookies to the service. Default: `false`.
     */
    requireOnUpdate?: boolean | undefined;
  } | undefined;
  /**
   * The cookie that holds the decision. It has the attributes of `visitorCookie`, scripts can read it, and it
   * expires with the decision.
   */
  choiceCookie?: {
    /**
     * Also store the decision in a cookie, so that the widget needs no request for returning visitors and
     * `consent.choice(req)` does not read the database. Default: `true`.
     */
    enabled?: boolean | undefined;
    /**
     * Name of the cookie that holds the decision. Pattern `^[A-Za-z0-9][A-Za-z0-9_-]{0,56}$`. Default:
     * `'svc_choice'`.
     */
    name?: string | undefined;
  } | undefined;
  /** The built-in consent banner. */
  widget?: {
    /**
     * Serve the files of the banner: `{basePath}/widget.js`, `{basePath}/widget.css` and `{basePath}/w/`.
     * Default: `true`.
     */
    enabled?: boolean | undefined;
  } | undefined;
  /** Trusted proxies; same values as Express's `trust proxy`. Unset: the setting of the host app. */
  trustProxy?: TrustProxy | undefined;
  /** Published locale files. */
  hotServe?: {
    /** `max-age` of published locale files (s). 0 to 31,536,000. Default: `3600`. */
    maxAge?: number | undefined;
    /** `stale-while-revalidate` of published locale files (s). 0 to 31,536,000. Default: `60`. */
    staleWhileRevalidate?: number | undefined;
    /** Memory for cached locale files (bytes). 65,536 to 17,179,869,184. Default: `67108864`. */
    cacheBytes?: number | undefined;
    /**
     * Longest time that a process serves files without checking for publications by other processes (ms). 10
     * to 60,000. Default: `1000`.
     */
    revalidateMs?: number | undefined;
    /**
     * Called after each publication, in one of the processes, so that a CDN drops the old files. Repeated
     * until it succeeds.
     */
    purge?: PurgeHook | undefined;
  } | undefined;
  /** IAB Transparency and Consent Framework. */
  tcf?: {
    /** Enables registration tracking and validation of TC strings. Default: `false`. */
    enabled?: boolean | undefined;
    /** Your CMP id. 0 and 1 are not assigned to any CMP. 2 to 4,095. */
    cmpId?: number | undefined;
    /** Your CMP version. 0 to 4,095. */
    cmpVersion?: number | undefined;
    /** Country of the publisher. Pattern `^[A-Z]{2}$`. */
    publisherCC?: string | undefined;
    /**
     * URL of the Global Vendor List. Translations are fetched from the same directory. Format uri. Default:
     * `'https://vendor-list.consensu.org/v3/vendor-list.json'`.
     */
    vendorListUrl?: string | undefined;
    /**
     * URLs of the CMP list, tried in order. At most 10 items, each: format uri. Default:
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
  /** Receipts for visitors, for profiles with `allowReceipt`. */
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
     * Jurisdiction on receipts when the visitor’s place is unknown: ISO 3166 code, such as `DE` or `US-CA`.
     * Pattern `^[A-Z]{2}(-[A-Z0-9]{1,3})?$`.
     */
    jurisdiction?: string | undefined;
    /**
     * Places where the data is stored, such as `DE` or `Ireland`. At most 50 items, each: at most 100
     * characters. Default: `[]`.
     */
    storageLocations?: readonly string[] | undefined;
    /**
     * Retention period on receipts if no parameter has a duration, such as `13 months`. At most 300
     * characters.
     */
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
     * request. Format uri, pattern `^https?://[^?#]+$`, at most 2,000 characters.
     */
    publicUrl?: string | undefined;
  } | undefined;
  /** The built-in dashboard. */
  dashboard?: {
    /** Serve the dashboard at `{basePath}{path}`. Default: `false`. */
    enabled?: boolean | undefined;
    /**
     * Where below `basePath` the dashboard is, with a slash at each end. With `basePath: ''` it must be
     * another path than `/`, such as `/consent-admin/`, so that your own pages stay yours. Pattern
     * `^(/(?!\.{1,2}/)[A-Za-z0-9._~-]+)*\/$`, at most 200 characters. Default: `'/'`.
     */
    path?: string | undefined;
    /**
     * Address of the dashboard, such as `https://consent.example.com/svc/`: links to choose a password lead
     * there. Unset: the address of the request that creates the link, if it is listed in
     * `adminAllowedOrigins` or is that of this machine. Pattern `^https?://[^\s/?#@]+(/[^\s?#]*)?$`, at most
     * 2,000 characters.
     */
    url?: string | undefined;
    /**
     * Your page that signs operators in, in the modes `jwt` and `custom`. Pattern
     * `^(https?://[^\s]+|/([^/\s].*)?)$`, at most 2,000 characters.
     */
    signInUrl?: string | undefined;
  } | undefined;
  /** Retention of consents. Unset: forever. */
  retention?: {
    /**
     * Calendar months after which superseded states of a record are deleted. The current state stays. 1 to
     * 1,200.
     */
    historyMonths?: number | undefined;
    /** Calendar months without a decision after which a visitor is erased. 1 to 1,200. */
    inactiveVisitorsMonths?: number | undefined;
  } | undefined;
  /** Plugins, in the order in which their hooks run. Default: `[]`. */
  plugins?: readonly PluginInput[] | undefined;
  /**
   * Refuse to start when the `initialize` of a plugin fails. False: the service starts without the plugin,
   * logs a warning, and names it in `health()` and in the dashboard. Default: `false`.
   */
  strictPlugins?: boolean | undefined;
  /** Time limit of a hook, `initialize` and `destroy` included (ms). 10 to 60,000. Default: `2000`. */
  pluginTimeoutMs?: number | undefined;
  /**
   * Logger: an instance of pino or winston, `console`, or an object with `warn(facts, sentence)` and
   * `error(facts, sentence)`, optionally `info` and `debug`. Default: `the console, without debug messages`.
   */
  logger?: Logger | undefined;
  /** Largest bodies, pages and exports. */
  limits?: {
    /** Largest JSON body on the public API (bytes). 1,024 to 16,777,216. Default: `65536`. */
    publicBodyBytes?: number | undefined;
    /** Largest JSON body on the admin API (bytes). 1,024 to 268,435,456. Default: `5242880`. */
    adminBodyBytes?: number | undefined;
    /**
     * Largest body of `POST /imports` (bytes), when that is more than `adminBodyBytes`. 1,024 to 268,435,456.
     * Default: `20971520`.
     */
    importBytes?: number | undefined;
    /** Items per page when `limit` is absent. 1 to 200. Default: `25`. */
    pageSize?: number | undefined;
    /** Largest `limit`. 1 to 1,000. Default: `200`. */
    maxPageSize?: number | undefined;
    /**
     * Number of newest entries in which `q` of a list searches for text inside a value. The beginning of an
     * id is found in all entries. 100 to 1,000,000. Default: `5000`.
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
     * Longest time that an export waits for a client that has stopped reading before it closes the connection
     * (ms). 100 to 600,000. Default: `30000`.
     */
    stallMs?: number | undefined;
  } | undefined;
  /** Requests per client IP; with an API key, per key. */
  rateLimit?: {
    /** Limit the rate of requests. `rateLimit: false` is short for `{ enabled: false }`. Default: `true`. */
    enabled?: boolean | undefined;
    /** POST, PUT and DELETE requests for consent, and receipts, per client. */
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
    /**
     * Function that creates shared counters, such as in Redis. Unset: each process counts requests in memory.
     */
    store?: RateLimitStore | undefined;
  } | false | undefined;
}
