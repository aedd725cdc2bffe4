// Generated from src/config/config-schema.ts by `npm run docs`; do not edit.
import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import type { GeoProvider } from '../geo/geo-provider';
import type { CustomUser, RateLimitStore, ReceiptFont, TrustProxy } from '../kernel/host-types';
import type { Logger } from '../kernel/logger';
import type { PluginInput } from '../plugins/plugin-contract';
import type { StorageAdapter } from '../storage/storage-adapter';

/** What a host passes to `createConsentService`: only `knex` is required. */
export interface ConsentServiceConfig {
  /** Your Knex instance (SQLite, MySQL/MariaDB or PostgreSQL). It is never destroyed by the service. */
  knex: Knex;
  /** Where locale files live. Default: `databaseStorage(knex)`. */
  storage?: StorageAdapter | undefined;
  /**
   * Path below which both routers serve: `{basePath}/api/v1` and `{basePath}/admin/v1`. May be `''`; no
   * trailing slash. Pattern `^(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$`. Default: `'/svc'`.
   */
  basePath?: string | undefined;
  /**
   * Path under which browsers reach the place where you mount the routers, when a proxy changes the path on
   * the way: put before `basePath` in every path that the service returns. Unset: the path that Express sees.
   * `X-Forwarded-Prefix` is not read. Pattern `^(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$`.
   */
  publicPath?: string | undefined;
  /** How the database is used. */
  database?: {
    /** Put before the name of every table and index. Pattern `^[a-z][a-z0-9_]{0,15}$`. Default: `'svc_'`. */
    tablePrefix?: string | undefined;
    /** Run pending migrations in `start()`. Default: `true`. */
    migrate?: boolean | undefined;
    /**
     * A request that waits longer for a connection or an answer gets 503, in milliseconds. 100 to 600,000.
     * Default: `5000`.
     */
    timeoutMs?: number | undefined;
  } | undefined;
  /** Who may use the admin API. */
  auth?: {
    /** How operators sign in. Default: `'local'`. */
    mode?: 'local' | 'jwt' | 'oidc' | 'saml' | 'custom' | undefined;
    /**
     * Mode `local`: e-mail address of the first superadmin, made when there is none yet. Format email, at
     * most 254 characters.
     */
    adminEmail?: string | undefined;
    /**
     * Mode `local`: password of the first superadmin. At least 12 characters, at most 128 characters. Secret.
     */
    adminPassword?: string | undefined;
    /**
     * Signs access tokens and encrypts secrets at rest. Unset: a random one, so all admin sessions end on
     * restart. Required in mode `jwt`. At least 32 characters. Secret.
     */
    masterSecret?: string | undefined;
    /**
     * Role of a user that is made without one, as at a first sign-in through a provider. `null`: none, until
     * an operator gives one. Default: `'viewer'`.
     */
    defaultRole?: string | null | undefined;
    /**
     * Sliding life of a session: each refresh moves it on by this many minutes. 1 to 1,440. Default: `30`.
     */
    sessionMinutes?: number | undefined;
    /** Absolute life of a session, in hours. 1 to 720. Default: `12`. */
    maxSessionHours?: number | undefined;
    /**
     * `required`: a user who has set up TOTP must send a code at sign-in. Not in modes `jwt` and `custom`,
     * which have no sign-in of ours. Default: `'optional'`.
     */
    totp?: 'optional' | 'required' | undefined;
    /**
     * Name that authenticator apps show beside the e-mail address. Pattern `^[^:]+$`, at most 64 characters.
     * Default: `'express-consent'`.
     */
    totpIssuer?: string | undefined;
    /** Mode `oidc`. */
    oidc?: {
      /** Issuer identifier; discovery is read below it. `http:` only on loopback. Format uri. */
      issuer: string;
      /** Client id at the provider. */
      clientId: string;
      /** Client secret at the provider. Secret. */
      clientSecret: string;
      /** Where the provider sends the browser back: `{admin_base}/auth/oidc/callback`. Format uri. */
      redirectUri: string;
      /**
       * Scopes that are asked for, separated by spaces; `openid` is always one. Pattern `(^| )openid( |$)`.
       * Default: `'openid email profile'`.
       */
      scope?: string | undefined;
      /** How the client secret is sent. Unset: as the provider says that it takes it. */
      clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | undefined;
      /** Which claims hold e-mail, roles and tenants. */
      claimsMapping?: {
        /** Claim with the e-mail address. Default: `'email'`. */
        email?: string | undefined;
        /** Claim with role names. */
        roles?: string | undefined;
        /** Claim with ids or slugs of tenants; `*` is all. Unset: operators say which tenants a user sees. */
        tenants?: string | undefined;
      } | undefined;
      /** Only people with this claim can sign in. */
      requiredClaim?: {
        /** Name of the claim. */
        name: string;
        /** Its value, or one of its values. */
        value: string;
      } | undefined;
      /**
       * Only people with a verified address (`email_verified: true`) in one of these domains can sign in.
       * Subdomains are domains of their own. At most 100 items, each: format hostname.
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
      /** Our assertion consumer service: `{admin_base}/auth/saml/acs`. Format uri. */
      callbackUrl: string;
      /** The identity provider's entity id. Unset: whoever signs with its certificate. */
      idpIssuer?: string | undefined;
      /** Attribute with the e-mail address. Unset: the usual ones, else the name id. */
      emailAttribute?: string | undefined;
      /** Attribute with role names. */
      rolesAttribute?: string | undefined;
      /**
       * Attribute with ids or slugs of tenants; `*` is all. Unset: operators say which tenants a user sees.
       */
      tenantsAttribute?: string | undefined;
      /** Only people with this attribute can sign in. */
      requiredAttribute?: {
        /** Name of the attribute. */
        name: string;
        /** Its value, or one of its values. */
        value: string;
      } | undefined;
      /**
       * Whether the provider vouches for addresses. Set it to false where people can change their address
       * there by themselves. Default: `true`.
       */
      trustEmail?: boolean | undefined;
    } | undefined;
    /** Mode `jwt`: which claims hold e-mail, roles and tenants. */
    claimsMapping?: {
      /** Claim with the e-mail address. Default: `'email'`. */
      email?: string | undefined;
      /** Claim with role names. Default: `'roles'`. */
      roles?: string | undefined;
      /** Claim with ids or slugs of tenants; `*` is all. Unset: operators say which tenants a user sees. */
      tenants?: string | undefined;
    } | undefined;
    /** Mode `custom`: gets the raw request, gives the user or null. */
    validateUser?: ((req: IncomingMessage) => CustomUser | null | Promise<CustomUser | null>) | undefined;
  } | undefined;
  /** Several tenants in one service. */
  tenancy?: {
    /** Several tenants, each with profiles, consents and settings of its own. Default: `false`. */
    enabled?: boolean | undefined;
    /** Tenants are found by slug below it: `shop.consent.example.com`. Format hostname. */
    baseDomain?: string | undefined;
    /** Gives the tenant id of a public request; null: go on with the other ways. */
    resolve?: ((req: IncomingMessage) => string | null | undefined | Promise<string | null | undefined>) | undefined;
  } | undefined;
  /** Which rules count for a visitor, and with what is signed. */
  compliance?: {
    /**
     * `auto` chooses the group by geography; a group id (also a custom one) fixes it. Pattern
     * `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, at most 64 characters. Default: `'auto'`.
     */
    type?: string | undefined;
    /**
     * Group of visitors whose country is unknown. Pattern `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, at most 64
     * characters. Default: `'opt-in'`.
     */
    defaultGroup?: string | undefined;
    /**
     * Secret from which the keys of IP-address hashes, ownership proofs, parental-consent tokens and cursors
     * are derived. Unset: a random one that does not outlive the process. At least 32 characters. Secret.
     */
    dataSigningHash?: string | undefined;
    /**
     * Severity of single compliance rules, by rule id (see the reference, "Compliance rules"). Default: `{}`.
     */
    rules?: { readonly [key: string]: 'error' | 'warning' | 'off' } | undefined;
    /**
     * Group of single countries (`DE`) or regions (`US-CA`), in place of the built-in table. Default: `{}`.
     */
    jurisdictions?: { readonly [key: string]: string } | undefined;
    /** Life of a parental-consent token, in hours. 1 to 8,760. Default: `72`. */
    parentalTokenHours?: number | undefined;
    /**
     * Whether the parental-consent request answers the token to the browser; false: only the event carries
     * it. Default: `true`.
     */
    parentalTokenInResponse?: boolean | undefined;
    /**
     * `lastUpdate` of `/.well-known/gpc.json` (`svc.wellKnownGpc`): the day, YYYY-MM-DD, of your statement
     * that you abide by the signal. Format date.
     */
    gpcLastUpdate?: string | undefined;
  } | undefined;
  /** Tells where a visitor is. Default: `timezoneGeoProvider()`. */
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
    /** Secure attribute; `auto` follows whether the request came over TLS. Default: `'auto'`. */
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
     * Refuse (403) every call on a visitor’s record without the proof in the second cookie. Recommended:
     * without it, everyone who can read visitor ids (operators, exports, access logs) can change and erase
     * consents. Needs `compliance.dataSigningHash`. Default: `false`.
     */
    requireProof?: boolean | undefined;
    /**
     * Refuse (403) a POST that names an existing visitor without its cookie. Recommended where cookies reach
     * the service. Default: `false`.
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
    /** Memory for locale files, in bytes. 65,536 to 17,179,869,184. Default: `67108864`. */
    cacheBytes?: number | undefined;
    /**
     * How long a process serves without looking whether another one published, in milliseconds. 10 to 60,000.
     * Default: `1000`.
     */
    revalidateMs?: number | undefined;
  } | undefined;
  /** IAB Transparency and Consent Framework. */
  tcf?: {
    /** Registration tracking and checks of TC strings. Default: `false`. */
    enabled?: boolean | undefined;
    /** Your CMP id. 1 to 4,095. */
    cmpId?: number | undefined;
    /** Your CMP version. 0 to 4,095. */
    cmpVersion?: number | undefined;
    /** Country of the publisher. Pattern `^[A-Z]{2}$`. */
    publisherCC?: string | undefined;
    /**
     * Global Vendor List. Its translations are looked for beside it. Format uri. Default:
     * `'https://vendor-list.consensu.org/v3/vendor-list.json'`.
     */
    vendorListUrl?: string | undefined;
    /**
     * CMP list, tried in order. At most 10 items, each: format uri. Default:
     * `["https://cmplist.consensu.org/v2/cmp-list.json","https://cmp-list.consensu.org/v2/cmp-list.json"]`.
     */
    cmpListUrls?: readonly string[] | undefined;
  } | undefined;
  /** IAB Global Privacy Platform. */
  gpp?: {
    /** Registration tracking and checks of GPP strings. Default: `false`. */
    enabled?: boolean | undefined;
    /** Your CMP id. 0 to 4,095. */
    cmpId?: number | undefined;
    /**
     * Sections to make, such as `usnat`, `usca`; unset: all US sections but `usmd`, `usin`, `usky`, `usri`,
     * which readers of the specification cannot read yet. Each: pattern `^[a-z0-9]+$`.
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
     * Fonts of PDF receipts, tried in this order; the built-in Helvetica comes last unless it is named. It
     * holds the languages of Western Europe only: a receipt in another script needs a font that holds it. At
     * most 100 items. Default: `[]`.
     */
    fonts?: readonly ReceiptFont[] | undefined;
    /**
     * Who is responsible for the processing, as receipts name it. `complianceConfig.controllerName` of a
     * profile goes before it. At most 300 characters.
     */
    controllerName?: string | undefined;
    /** Postal address of the controller. At most 500 characters. */
    controllerAddress?: string | undefined;
    /**
     * How visitors reach the controller: an e-mail address, an address on the web, or a line of text. At most
     * 300 characters.
     */
    contact?: string | undefined;
    /**
     * Page on which visitors change or withdraw their choice. Format uri, pattern `^https?://`, at most 2,000
     * characters.
     */
    withdrawalUrl?: string | undefined;
    /**
     * Whose law applies where the visitor’s place is not known: ISO 3166, such as `DE` or `US-CA`. Pattern
     * `^[A-Z]{2}(-[A-Z0-9]{1,3})?$`.
     */
    jurisdiction?: string | undefined;
    /**
     * Where the data is stored, such as `DE` or `Ireland`. At most 50 items, each: at most 100 characters.
     * Default: `[]`.
     */
    storageLocations?: readonly string[] | undefined;
    /**
     * How long data is kept where no parameter has a duration, such as `13 months`. At most 300 characters.
     */
    retentionPeriod?: string | undefined;
    /**
     * Lawful basis of what the site cannot do without: GDPR, Article 6(1)(f) or (b). Ask your counsel.
     * Default: `'legitimate-interest'`.
     */
    necessaryBasis?: 'legitimate-interest' | 'contract' | undefined;
    /**
     * Addresses and contacts of the recipients, by the name that parameters give as `provider`. At most 1,000
     * keys. Default: `{}`.
     */
    recipients?: { readonly [key: string]: {
      /** Postal address. At most 500 characters. */
      address?: string | undefined;
      /** How visitors reach it. At most 300 characters. */
      contact?: string | undefined;
    } } | undefined;
    /**
     * Where browsers reach the public API, such as `https://shop.example/svc/api/v1`. Unset: as the request
     * for the receipt was addressed. Format uri, pattern `^https?://[^?#]+$`, at most 2,000 characters.
     */
    publicUrl?: string | undefined;
  } | undefined;
  /** The built-in dashboard. */
  dashboard?: {
    /** Serve the dashboard below `{basePath}/`. Only `false` in this version. Default: `false`. */
    enabled?: boolean | undefined;
  } | undefined;
  /** How long consents are kept. Unset: for ever. */
  retention?: {
    /**
     * Superseded states of a record are removed after so many calendar months; the current one stays. 1 to
     * 1,200.
     */
    historyMonths?: number | undefined;
    /**
     * Visitors who have decided nothing for so many calendar months are erased, as if they had asked for it.
     * 1 to 1,200.
     */
    inactiveVisitorsMonths?: number | undefined;
  } | undefined;
  /** Plugins, in the order in which their hooks run. Default: `[]`. */
  plugins?: readonly PluginInput[] | undefined;
  /**
   * What happens when `initialize` of a plugin fails: false: the service does not start; true: it starts
   * without the plugin, and logs an error. Default: `false`.
   */
  disableFailedPlugins?: boolean | undefined;
  /** How long a hook may take, in milliseconds. 10 to 60,000. Default: `2000`. */
  pluginTimeoutMs?: number | undefined;
  /**
   * Where the service logs. An instance of pino or winston, or `console`; any other needs `warn(facts,
   * sentence)` and `error(facts, sentence)`, and can have `info` and `debug`. Default: `the console, without
   * debugging messages`.
   */
  logger?: Logger | undefined;
  /** Largest bodies, pages and exports. */
  limits?: {
    /** Largest JSON body on the public API, in bytes. 1,024 to 16,777,216. Default: `65536`. */
    publicBodyBytes?: number | undefined;
    /** Largest JSON body on the admin API, in bytes. 1,024 to 268,435,456. Default: `5242880`. */
    adminBodyBytes?: number | undefined;
    /** Items per page when `limit` is absent. 1 to 200. Default: `25`. */
    pageSize?: number | undefined;
    /** Largest `limit`. 1 to 1,000. Default: `200`. */
    maxPageSize?: number | undefined;
    /**
     * How many of the newest entries `q` of a list looks through for what stands inside a text; what an id
     * begins with is found anywhere. 100 to 1,000,000. Default: `5000`.
     */
    searchRows?: number | undefined;
    /** Most rows of an XLSX export. 1 to 1,048,575,000. Default: `200000`. */
    xlsxRows?: number | undefined;
    /**
     * Most exports that one process makes at the same time; whoever comes then gets 503 and `Retry-After`. 1
     * to 100. Default: `4`.
     */
    exportsAtOnce?: number | undefined;
    /**
     * How long a client that takes nothing of an export is waited for, in milliseconds; then its connection
     * is cut. 100 to 600,000. Default: `30000`.
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
      /** Length of the fixed window, in seconds. 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Every other public route, per client. */
    publicReads?: {
      /** Requests per window. 1 to 1,000,000,000. Default: `6000`. */
      limit?: number | undefined;
      /** Length of the fixed window, in seconds. 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Published locale files, per client. */
    hotServe?: {
      /** Requests per window. 1 to 1,000,000,000. Default: `60000`. */
      limit?: number | undefined;
      /** Length of the fixed window, in seconds. 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Admin routes, per client. */
    admin?: {
      /** Requests per window. 1 to 1,000,000,000. Default: `1200`. */
      limit?: number | undefined;
      /** Length of the fixed window, in seconds. 1 to 86,400. Default: `60`. */
      windowSeconds?: number | undefined;
    } | undefined;
    /** Makes shared counters (Redis and others). Unset: counted in memory, per process. */
    store?: RateLimitStore | undefined;
  } | false | undefined;
}
