import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Knex } from 'knex';
import type { GeoProvider } from '../geo/geo-provider';
import { authModes } from '../kernel/auth-modes';
import type {
  CustomUser,
  PurgeHook,
  RateLimitStore,
  ReceiptFont,
  RequestFunction,
  TranslateHook,
  TrustProxy,
} from '../kernel/host-types';
import type { Logger } from '../kernel/logger';
import { oneOf } from '../kernel/schemas';
import type { PluginInput } from '../plugins/plugin-contract';
import type { StorageAdapter } from '../storage/storage-adapter';

/**
 * The whole configuration: every key with its type, its default and one sentence on what it does, in this one
 * place. docs/reference/configuration.md is generated from it.
 */

/** Keys that hold secrets: shown as `[redacted]` wherever the configuration is shown. */
export const secretPaths = [
  'auth.adminPassword',
  'auth.masterSecret',
  'auth.oidc.clientSecret',
  'auth.saml.cert',
  'compliance.dataSigningHash',
] as const;

const section = <P extends TProperties>(properties: P, description: string) =>
  Type.Object(properties, { additionalProperties: false, default: {}, description });
/**
 * Schema of a function or object that the host passes. `methods` lists its required methods, `callable`
 * requires a function, `without` describes the default. `type` is its TypeScript type where that differs from
 * the title.
 */
const hostObject = <T>(
  title: string,
  check: {
    type?: string;
    methods?: readonly string[];
    callable?: boolean;
    callableWith?: readonly string[];
    orCallable?: boolean;
    font?: boolean;
    without?: string;
  },
  description: string,
) => Type.Unsafe<T>({ title, hostObject: { type: title, ...check }, description });
const text = (description: string, options: object = {}) =>
  Type.String({ description, minLength: 1, ...options });
/** A secret, as one value or as a list: the current value, then previous ones. */
const secret = (description: string) =>
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    minLength: 32,
    items: { type: 'string', minLength: 32 },
    minItems: 1,
    maxItems: 5,
    description: `${description} One value, or a list of the current value and previous ones, which open and verify what they sealed and signed.`,
  });
const integer = (minimum: number, maximum: number, standard: number, description: string) =>
  Type.Integer({ minimum, maximum, default: standard, description });
const flag = (standard: boolean, description: string) => Type.Boolean({ default: standard, description });
const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

/** The name or path of a claim. */
const claim = (description: string, options: object = {}) =>
  text(description, { maxLength: 256, ...options });

const tenantsClaim = claim(
  'Claim with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user can access.',
);

/** How the names of roles and tenants are read. */
const namesRules = {
  separator: optional(
    text('Separator, such as `,`, for a provider that sends several roles or tenants in one text.', {
      maxLength: 8,
    }),
  ),
  whenMissing: oneOf(['keep', 'remove'] as const, {
    default: 'keep',
    description:
      'Effect of an answer of the provider without roles or tenants for a user: `keep` leaves those that are stored, `remove` removes them. Groups that the provider left out because there are too many are never removed.',
  }),
};

/** A value that the provider must send for every user who can sign in. */
const requiredValue = (description: string, name: string) =>
  Type.Object(
    { name: text(name), value: text('Required value. If the user has several, one of them must match.') },
    { additionalProperties: false, description },
  );

const bucket = (limit: number, windowSeconds: number, description: string) =>
  section(
    {
      limit: integer(1, 1_000_000_000, limit, 'Requests per window.'),
      windowSeconds: integer(1, 86_400, windowSeconds, 'Length of the fixed window (s).'),
    },
    description,
  );

const groupName = { pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 64 };

export const ConfigSchema = Type.Object(
  {
    knex: hostObject<Knex>(
      'Knex',
      { callableWith: ['raw', 'transaction'] },
      'Your Knex instance (SQLite, MySQL/MariaDB or PostgreSQL). The service never destroys it.',
    ),
    storage: optional(
      hostObject<StorageAdapter>(
        'StorageAdapter',
        {
          methods: ['connect', 'disconnect', 'check', 'read', 'write', 'remove', 'list', 'listDirectories'],
          without: 'databaseStorage(knex)',
        },
        'Storage of published locale files.',
      ),
    ),
    basePath: Type.String({
      default: '/svc',
      pattern: '^(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$',
      description:
        "Base path of both routers: `{basePath}/api/v1` and `{basePath}/admin/v1`. Can be `''`; no trailing slash.",
    }),
    publicPath: optional(
      Type.String({
        pattern: '^(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$',
        description:
          "Path at which browsers reach the mounted routers. The service puts it before `basePath` in every path that it returns. Set it where a proxy changes the path, or where you mount below a path and use `consent.page(req)`. Unset: answers contain the mount path that Express sees; tags in the host's own pages contain no mount path. `X-Forwarded-Prefix` is ignored.",
      }),
    ),
    database: section(
      {
        tablePrefix: Type.String({
          default: 'svc_',
          pattern: '^[a-z][a-z0-9_]{0,15}$',
          description: 'Prefix of every table and index name.',
        }),
        migrate: flag(true, 'Run pending migrations in `start()`.'),
        tuneSqlite: flag(
          true,
          'SQLite: use the write-ahead log, `synchronous=FULL` and a cache of 64 MiB. `false` leaves the settings of your connection.',
        ),
        timeoutMs: integer(
          100,
          600_000,
          5000,
          'Longest wait for a database connection or a query result before the response is 503 (ms).',
        ),
        readKnex: optional(
          hostObject<Knex>(
            'Knex',
            { callableWith: ['raw', 'transaction'] },
            'A Knex instance on a read replica, from which lists of consents, visitors and audit entries, exports and statistics are read. Unset: they are read through `knex`, as everything else. The service never destroys it.',
          ),
        ),
      },
      'Database options.',
    ),
    auth: section(
      {
        mode: oneOf(authModes, { default: 'local', description: 'How operators sign in.' }),
        adminEmail: optional(
          text('Mode `local`: email address of the first superadmin, created if there is no superadmin.', {
            format: 'email',
            maxLength: 254,
          }),
        ),
        adminPassword: optional(
          text('Mode `local`: password of the first superadmin.', { minLength: 12, maxLength: 128 }),
        ),
        masterSecret: optional(
          secret(
            'Secret that signs sessions, device cookies and links to choose a password, and encrypts secrets of one-time codes. Unset: a random secret, so all admin sessions and links end at a restart. Required in mode `jwt`, where it signs the host’s tokens.',
          ),
        ),
        defaultRole: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          minLength: 1,
          default: 'viewer',
          description:
            'Role of new users who have none yet, such as on the first sign-in through an identity provider. `null`: no role until an operator assigns one.',
        }),
        sessionMinutes: integer(1, 1440, 30, 'Idle lifetime of a session (minutes); each refresh renews it.'),
        maxSessionHours: integer(1, 720, 12, 'Absolute lifetime of a session (hours).'),
        keyHolderDays: integer(
          1,
          3650,
          90,
          'Time without a sign-in after which a person’s API keys with scopes stop working (days). The next sign-in makes them work again. For the modes `jwt`, `oidc`, `saml` and `custom`: identity providers do not report that a person has left.',
        ),
        totp: oneOf(['optional', 'required'] as const, {
          default: 'optional',
          description:
            '`required`: a user who has set up TOTP must send a code at sign-in. Not available in modes `jwt` and `custom`, where users sign in elsewhere.',
        }),
        totpIssuer: text('Name that authenticator apps show next to the email address.', {
          default: 'express-consent',
          maxLength: 64,
          pattern: '^[^:]+$',
        }),
        oidc: optional(
          Type.Object(
            {
              issuer: text(
                'Issuer identifier, from which the service reads the discovery document. `http:` only on loopback.',
                {
                  format: 'uri',
                },
              ),
              discoveryUrl: optional(
                text(
                  'Address of the discovery document, for a provider whose document is not at `{issuer}/.well-known/openid-configuration`, such as Azure AD B2C.',
                  { format: 'uri' },
                ),
              ),
              allowedTenants: optional(
                Type.Array(Type.String({ format: 'uuid' }), {
                  minItems: 1,
                  maxItems: 100,
                  description:
                    'Entra ID: ids of the tenants whose users can sign in. Required if `issuer` is the address for several tenants: `https://login.microsoftonline.com/organizations/v2.0`, or with `common`.',
                }),
              ),
              displayName: optional(
                text(
                  'Name of the provider on sign-in pages, such as "Shop staff login". Everyone can read it.',
                  {
                    maxLength: 64,
                  },
                ),
              ),
              clientId: text('Client id at the provider.'),
              clientSecret: text('Client secret at the provider.'),
              redirectUri: text(
                'Address to which the provider redirects the browser: `{admin_base}/auth/oidc/callback`.',
                { format: 'uri' },
              ),
              scope: text('Requested scopes, separated by spaces; `openid` is always included.', {
                default: 'openid email profile',
                pattern: '(^| )openid( |$)',
              }),
              clientAuthentication: optional(
                oneOf(['client_secret_basic', 'client_secret_post'] as const, {
                  description:
                    'How the client secret is sent. Unset: the first method that the provider supports.',
                }),
              ),
              claimsMapping: section(
                {
                  email: claim('Claim with the email address.', { default: 'email' }),
                  roles: optional(claim('Claim with role names. Unset: operators assign the roles.')),
                  tenants: optional(tenantsClaim),
                  ...namesRules,
                },
                'Claims that hold the email address, roles and tenants: a name, or a path such as `realm_access.roles`.',
              ),
              requiredClaim: optional(
                requiredValue('Only users with this claim can sign in.', 'Name of the claim.'),
              ),
              allowedDomains: optional(
                Type.Array(Type.String({ format: 'hostname' }), {
                  minItems: 1,
                  maxItems: 100,
                  description:
                    'Only users with a verified address (`email_verified: true`) in one of these domains can sign in. Subdomains are not included.',
                }),
              ),
            },
            { additionalProperties: false, description: 'Mode `oidc`.' },
          ),
        ),
        saml: optional(
          Type.Object(
            {
              issuer: text('Entity id of this service.'),
              displayName: optional(
                text(
                  'Name of the provider on sign-in pages, such as "Shop staff login". Everyone can read it.',
                  {
                    maxLength: 64,
                  },
                ),
              ),
              entryPoint: text("The identity provider's single sign-on address.", { format: 'uri' }),
              cert: Type.Unsafe<string | string[]>({
                type: ['string', 'array'],
                items: { type: 'string' },
                minItems: 1,
                maxItems: 5,
                description:
                  "The identity provider's signing certificate (RSA) as PEM, with or without its first and last line. While it is being replaced, both: in one text with these lines, or as a list.",
              }),
              callbackUrl: text('Assertion consumer service of this service: `{admin_base}/auth/saml/acs`.', {
                format: 'uri',
              }),
              identifierFormat: Type.Unsafe<string | null>({
                type: ['string', 'null'],
                minLength: 1,
                maxLength: 256,
                default: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
                description:
                  'Format of the name id that the service requests, such as `urn:oasis:names:tc:SAML:2.0:nameid-format:persistent`. `null`: none, so the provider chooses.',
              }),
              idpIssuer: optional(
                text("The identity provider's entity id. Unset: any issuer that signs with its certificate."),
              ),
              emailAttribute: optional(
                text(
                  'Attribute with the email address, needed when the name id is not one. Unset: a common attribute name, else the name id.',
                ),
              ),
              rolesAttribute: optional(text('Attribute with role names. Unset: operators assign the roles.')),
              tenantsAttribute: optional(
                text(
                  'Attribute with ids or slugs of tenants; `*` means all. Unset: operators choose which tenants a user can access.',
                ),
              ),
              ...namesRules,
              requiredAttribute: optional(
                requiredValue('Only users with this attribute can sign in.', 'Name of the attribute.'),
              ),
              trustEmail: flag(
                true,
                'Whether the provider verifies email addresses. Set it to false if users can change their address at the provider without verification.',
              ),
            },
            { additionalProperties: false, description: 'Mode `saml`.' },
          ),
        ),
        claimsMapping: section(
          {
            email: claim('Claim with the email address.', { default: 'email' }),
            roles: claim('Claim with role names.', { default: 'roles' }),
            tenants: optional(tenantsClaim),
            ...namesRules,
          },
          'Mode `jwt`: claims that hold the email address, roles and tenants: a name, or a path such as `realm_access.roles`.',
        ),
        validateUser: optional(
          hostObject<RequestFunction<CustomUser | null | Promise<CustomUser | null>>>(
            '(req) => user',
            {
              callable: true,
              type: 'RequestFunction<CustomUser | null | Promise<CustomUser | null>>',
            },
            'Mode `custom`: receives the raw request and returns the user or null.',
          ),
        ),
      },
      'Who can use the admin API.',
    ),
    tenancy: section(
      {
        enabled: flag(false, 'Enables several tenants, each with its own profiles, consents and settings.'),
        baseDomain: optional(
          text(
            'Base domain whose subdomains are slugs of tenants: with `consent.example.com`, the host `shop.consent.example.com` belongs to the tenant `shop`.',
            {
              format: 'hostname',
            },
          ),
        ),
        resolve: optional(
          hostObject<RequestFunction<string | null | undefined | Promise<string | null | undefined>>>(
            '(req) => string',
            {
              callable: true,
              type: 'RequestFunction<string | null | undefined | Promise<string | null | undefined>>',
            },
            'Returns the tenant id of a public request, or null to identify the tenant by the other methods.',
          ),
        ),
      },
      'Several tenants in one service.',
    ),
    compliance: section(
      {
        type: Type.String({
          default: 'auto',
          ...groupName,
          description:
            '`auto` chooses the compliance group by the visitor’s place. The id of a group, built-in or custom, applies to all visitors.',
        }),
        defaultGroup: Type.String({
          default: 'opt-in',
          ...groupName,
          description: 'Compliance group of visitors whose country is unknown.',
        }),
        dataSigningHash: optional(
          secret(
            'Secret from which the keys of IP-address hashes, ownership proofs, parental-consent tokens and cursors are derived. Unset: a random secret, which is lost when the process ends.',
          ),
        ),
        rules: Type.Record(Type.String(), oneOf(['error', 'warning', 'off'] as const, {}), {
          default: {},
          description:
            'Severity of individual compliance rules, by rule id (see the reference, "Compliance rules").',
        }),
        jurisdictions: Type.Record(
          Type.String({ pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$' }),
          Type.String(groupName),
          {
            default: {},
            additionalProperties: false,
            description:
              'Compliance group of individual countries (`DE`) or regions (`US-CA`); overrides the built-in table.',
          },
        ),
        parentalTokenHours: integer(1, 8760, 72, 'Lifetime of a parental-consent token (hours).'),
        parentalTokenInResponse: flag(
          true,
          'Whether the response to a parental-consent request contains the token. False: only the event contains it.',
        ),
        gpcLastUpdate: optional(
          text(
            '`lastUpdate` of `/.well-known/gpc.json` (`consent.wellKnownGpc`): the day, YYYY-MM-DD, of your statement that you abide by the signal.',
            {
              format: 'date',
            },
          ),
        ),
      },
      'The rules that apply to visitors, and the signing secret.',
    ),
    geo: hostObject<GeoProvider>(
      'GeoProvider',
      { methods: ['locate'], without: 'timezoneGeoProvider()' },
      'Finds a visitor’s country and region.',
    ),
    visitorCookie: section(
      {
        name: Type.String({
          default: 'svc_vid',
          pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$",
          description: 'Name of the cookie that holds the visitor id.',
        }),
        domain: optional(text('Domain attribute. Unset: this host only.', { format: 'hostname' })),
        path: Type.String({
          default: '/',
          pattern: '^/[^;\\u0000-\\u001f]*$',
          description:
            'Path attribute. It must cover the paths of your pages and of the service: browsers send the cookies to no other path.',
        }),
        sameSite: oneOf(['lax', 'strict', 'none'] as const, {
          default: 'lax',
          description: 'SameSite attribute. `none` needs `secure: true`.',
        }),
        secure: Type.Unsafe<boolean | 'auto'>({
          enum: [true, false, 'auto'],
          default: 'auto',
          description: 'Secure attribute. `auto`: set when the request came over TLS.',
        }),
        httpOnly: flag(false, 'HttpOnly attribute. The widget reads the cookie, so false by default.'),
        ownershipName: Type.String({
          default: 'svc_own',
          pattern: "^(?!__)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,57}$",
          description:
            'Name of the second, HttpOnly cookie, which proves that the visitor id belongs to this browser. The name gets the prefix `__Host-` when the cookie is Secure, `path` is `/` and `domain` is unset.',
        }),
        deviceName: Type.String({
          default: 'svc_device',
          pattern: "^(?!__)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,57}$",
          description:
            'Name of the third, HttpOnly cookie, which a device has while an account is signed in by `consent.link()`: the id of its own choice.',
        }),
        requireProof: flag(
          false,
          'Reject every request for a visitor’s record without the proof in the second cookie (403). Recommended: otherwise anyone who can read visitor ids (operators, exports, access logs) can change and erase consents. Requires `compliance.dataSigningHash`.',
        ),
        requireOnUpdate: flag(
          false,
          'Reject a POST that names an existing visitor without that visitor’s cookie (403). Recommended when browsers send cookies to the service.',
        ),
      },
      'The cookies that hold the visitor id and the proof that it belongs to this browser.',
    ),
    choiceCookie: section(
      {
        enabled: flag(
          true,
          'Also store the decision in a cookie, so that the widget needs no request for returning visitors and `consent.choice(req)` does not read the database.',
        ),
        name: Type.String({
          default: 'svc_choice',
          pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,56}$',
          description: 'Name of the cookie that holds the decision.',
        }),
      },
      'The cookie that holds the decision. It has the attributes of `visitorCookie`, scripts can read it, and it expires with the decision.',
    ),
    widget: section(
      {
        enabled: flag(
          true,
          'Serve the files of the banner: `{basePath}/widget.js`, `{basePath}/widget.css` and `{basePath}/w/`.',
        ),
      },
      'The built-in consent banner.',
    ),
    trustProxy: optional(
      hostObject<TrustProxy>(
        'TrustProxy',
        {},
        "Trusted proxies; same values as Express's `trust proxy`. Unset: the setting of the host app.",
      ),
    ),
    rateLimit: section(
      {
        enabled: flag(
          true,
          'Limit the rate of requests. `rateLimit: false` is short for `{ enabled: false }`.',
        ),
        consentWrites: bucket(
          600,
          60,
          'POST, PUT and DELETE requests for consent, requests to parents, receipts and verified certificates, per client.',
        ),
        publicReads: bucket(6000, 60, 'Every other public route, per client.'),
        hotServe: bucket(
          60_000,
          60,
          'Published locale files, `/bootstrap`, `/recheck` and `/declaration`, per client.',
        ),
        admin: bucket(1200, 60, 'Admin routes, per client.'),
        store: optional(
          hostObject<RateLimitStore>(
            'RateLimitStore',
            { callable: true },
            'Function that creates shared counters, such as in Redis. Unset: each process counts requests in memory.',
          ),
        ),
      },
      'Requests per client IP; with an API key, per key.',
    ),
    hotServe: section(
      {
        maxAge: integer(0, 31_536_000, 3600, '`max-age` of published locale files (s).'),
        staleWhileRevalidate: integer(
          0,
          31_536_000,
          60,
          '`stale-while-revalidate` of published locale files (s).',
        ),
        cacheBytes: integer(65_536, 17_179_869_184, 67_108_864, 'Memory for cached locale files (bytes).'),
        revalidateMs: integer(
          10,
          60_000,
          1000,
          'Longest time that a process serves files without checking for publications by other processes (ms).',
        ),
        purge: optional(
          hostObject<PurgeHook>(
            '(purge) => void',
            { callable: true, type: 'PurgeHook' },
            'Called after each publication, in one of the processes, so that a CDN drops the old files. Repeated until it succeeds.',
          ),
        ),
      },
      'Published locale files.',
    ),
    webhooks: section(
      {
        allowedHosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
          default: [],
          maxItems: 100,
          description:
            'Host names or addresses inside your network, without ports, to which webhooks can send, also over `http:`. All other receivers must have public addresses and `https:`.',
        }),
        giveUpDays: integer(1, 30, 3, 'Time after which an undelivered message is not tried again (days).'),
        maxMessages: integer(
          10,
          1_000_000,
          10_000,
          'Maximum number of messages that are stored for one webhook, without those about erasures, which are always stored. A full webhook gets no new messages.',
        ),
      },
      'Webhooks, which operators set up in the dashboard.',
    ),
    tcf: section(
      {
        enabled: flag(false, 'Enables registration tracking and validation of TC strings.'),
        cmpId: optional(
          Type.Integer({
            minimum: 2,
            maximum: 4095,
            description: 'Your CMP id. 0 and 1 are not assigned to any CMP.',
          }),
        ),
        cmpVersion: optional(Type.Integer({ minimum: 0, maximum: 4095, description: 'Your CMP version.' })),
        publisherCC: optional(
          Type.String({ pattern: '^[A-Z]{2}$', description: 'Country of the publisher.' }),
        ),
        vendorListUrl: Type.String({
          format: 'uri',
          default: 'https://vendor-list.consensu.org/v3/vendor-list.json',
          description: 'URL of the Global Vendor List. Translations are fetched from the same directory.',
        }),
        cmpListUrls: Type.Array(Type.String({ format: 'uri' }), {
          default: [
            'https://cmplist.consensu.org/v2/cmp-list.json',
            'https://cmp-list.consensu.org/v2/cmp-list.json',
          ],
          minItems: 1,
          maxItems: 10,
          description: 'URLs of the CMP list, tried in order.',
        }),
      },
      'IAB Transparency and Consent Framework.',
    ),
    gpp: section(
      {
        enabled: flag(false, 'Enables registration tracking and validation of GPP strings.'),
        cmpId: optional(Type.Integer({ minimum: 0, maximum: 4095, description: 'Your CMP id.' })),
        sections: optional(
          Type.Array(Type.String({ pattern: '^[a-z0-9]+$' }), {
            minItems: 1,
            description:
              'Sections to generate, such as `usnat`, `usca`. Unset: all US sections except `usmd`, `usin`, `usky`, `usri`, which current decoders cannot read yet.',
          }),
        ),
        mspa: optional(
          Type.Object(
            {
              coveredTransaction: Type.Boolean({
                description: 'The transaction is covered by the agreement.',
              }),
              optOutOptionMode: Type.Boolean({ description: 'Opt-out option mode.' }),
              serviceProviderMode: Type.Boolean({ description: 'Service provider mode.' }),
            },
            { additionalProperties: false, description: 'Multi-State Privacy Agreement fields.' },
          ),
        ),
      },
      'IAB Global Privacy Platform.',
    ),
    receipts: section(
      {
        fonts: Type.Array(
          hostObject<ReceiptFont>(
            'path | Buffer | { file, face }',
            { font: true, type: 'ReceiptFont' },
            'TrueType or OpenType font. In a font collection, `face` selects a font by its PostScript name. `Helvetica` means the built-in font.',
          ),
          {
            default: [],
            maxItems: 100,
            description:
              'Fonts of PDF receipts, tried in this order; the built-in Helvetica comes last unless it is listed. Helvetica covers Western European languages only: a receipt in another script needs a font that covers it.',
          },
        ),
        controllerName: optional(
          text(
            'Name of the controller on receipts. A profile’s `complianceConfig.controllerName` takes precedence.',
            {
              maxLength: 300,
            },
          ),
        ),
        controllerAddress: optional(text('Postal address of the controller.', { maxLength: 500 })),
        contact: optional(
          text('Contact of the controller: an email address, a URL, or a line of text.', { maxLength: 300 }),
        ),
        withdrawalUrl: optional(
          text('Page on which visitors change or withdraw their choice.', {
            format: 'uri',
            pattern: '^https?://',
            maxLength: 2000,
          }),
        ),
        jurisdiction: optional(
          text(
            'Jurisdiction on receipts when the visitor’s place is unknown: ISO 3166 code, such as `DE` or `US-CA`.',
            {
              pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$',
            },
          ),
        ),
        storageLocations: Type.Array(text('ISO 3166 code or free text.', { maxLength: 100 }), {
          default: [],
          maxItems: 50,
          description: 'Places where the data is stored, such as `DE` or `Ireland`.',
        }),
        retentionPeriod: optional(
          text('Retention period on receipts if no parameter has a duration, such as `13 months`.', {
            maxLength: 300,
          }),
        ),
        necessaryBasis: oneOf(['legitimate-interest', 'contract'] as const, {
          default: 'legitimate-interest',
          description:
            'Lawful basis of mandatory categories: GDPR, Article 6(1)(f) or (b). Ask your counsel.',
        }),
        recipients: Type.Record(
          text('Name of the provider, as in parameters.', { maxLength: 300 }),
          section(
            {
              address: optional(text('Postal address.', { maxLength: 500 })),
              contact: optional(text('Contact of the provider.', { maxLength: 300 })),
            },
            'A recipient.',
          ),
          {
            default: {},
            maxProperties: 1000,
            description: 'Addresses and contacts of recipients, by the `provider` of parameters.',
          },
        ),
        publicUrl: optional(
          text(
            'Public URL of the public API, such as `https://shop.example/svc/api/v1`. Unset: derived from the request.',
            {
              format: 'uri',
              pattern: '^https?://[^?#]+$',
              maxLength: 2000,
            },
          ),
        ),
      },
      'Receipts for visitors, for profiles with `allowReceipt`.',
    ),
    dashboard: section(
      {
        enabled: flag(false, 'Serve the dashboard at `{basePath}{path}`.'),
        path: Type.String({
          default: '/',
          pattern: '^(/(?!\\.{1,2}/)[A-Za-z0-9._~-]+)*/$',
          maxLength: 200,
          description:
            "Where below `basePath` the dashboard is, with a slash at each end. With `basePath: ''` it must be another path than `/`, such as `/consent-admin/`, so that your own pages stay yours.",
        }),
        url: optional(
          text(
            'Address of the dashboard, such as `https://consent.example.com/svc/`: links to choose a password lead there. Unset: the address of the request that creates the link, if it is listed in `adminAllowedOrigins` or is that of this machine.',
            { pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$', maxLength: 2000 },
          ),
        ),
        signInUrl: optional(
          text('Your page that signs operators in, in the modes `jwt` and `custom`.', {
            pattern: '^(https?://[^\\s]+|/([^/\\s].*)?)$',
            maxLength: 2000,
          }),
        ),
      },
      'The built-in dashboard.',
    ),
    background: flag(
      true,
      'Run timers that fold statistics, send webhooks, purge caches and remove expired data. `false` is for functions, which a platform can freeze at any moment: `maintenance()`, or one process with `express-consent serve`, then does this work.',
    ),
    retention: section(
      {
        historyMonths: optional(
          Type.Integer({
            minimum: 1,
            maximum: 1200,
            description:
              'Calendar months after which superseded states of a record are deleted, counted from the decision that superseded them. The current state stays.',
          }),
        ),
        inactiveVisitorsMonths: optional(
          Type.Integer({
            minimum: 1,
            maximum: 1200,
            description:
              'Calendar months with neither a decision nor a sign-in to the visitor’s account after which a visitor is erased, but never before consents of the tenant’s published profiles expire (`expiryDays`).',
          }),
        ),
        erasureMonths: Type.Integer({
          minimum: 1,
          maximum: 1200,
          default: 36,
          description:
            'Calendar months for which the certificate of an erasure can be downloaded again. A file that was saved can be verified afterwards too.',
        }),
      },
      'Retention of consents, forever where it is not set, and of certificates of erasures.',
    ),
    translate: optional(
      hostObject<TranslateHook>(
        '(texts, from, to, call) => string[]',
        { callable: true, type: 'TranslateHook' },
        'Translates texts of banners, for example with a translation service: the editor then offers drafts of missing translations. Each is marked until a person has checked it.',
      ),
    ),
    plugins: Type.Array(
      hostObject<PluginInput>(
        'PluginInput',
        { methods: ['initialize', 'destroy'], orCallable: true },
        'A plugin, or a function that receives the context and returns one.',
      ),
      { default: [], description: 'Plugins, in the order in which their hooks run.' },
    ),
    strictPlugins: flag(
      false,
      'Refuse to start when the `initialize` of a plugin fails. False: the service starts without the plugin, logs a warning, and names it in `health()` and in the dashboard.',
    ),
    pluginTimeoutMs: integer(
      10,
      60_000,
      2000,
      'Time limit of a hook, `initialize` and `destroy` included (ms).',
    ),
    logger: hostObject<Logger>(
      'Logger',
      { methods: ['warn', 'error'], without: 'the console, without debug messages' },
      'Logger: an instance of pino or winston, `console`, or an object with `warn(facts, sentence)` and `error(facts, sentence)`, optionally `info` and `debug`.',
    ),
    limits: section(
      {
        publicBodyBytes: integer(1024, 16_777_216, 65_536, 'Largest JSON body on the public API (bytes).'),
        adminBodyBytes: integer(1024, 268_435_456, 5_242_880, 'Largest JSON body on the admin API (bytes).'),
        importBytes: integer(
          1024,
          268_435_456,
          20_971_520,
          'Largest body of `POST /imports` (bytes), when that is more than `adminBodyBytes`.',
        ),
        pageSize: integer(1, 200, 25, 'Items per page when `limit` is absent.'),
        maxPageSize: integer(1, 1000, 200, 'Largest `limit`.'),
        searchRows: integer(
          100,
          1_000_000,
          5000,
          'Number of newest entries in which `q` of a list searches for text inside a value. The beginning of an id is found in all entries.',
        ),
        xlsxRows: integer(1, 1_048_575_000, 200_000, 'Maximum number of rows in an XLSX export.'),
        exportsAtOnce: integer(
          1,
          100,
          4,
          'Maximum number of exports that one process runs at the same time; further requests get 503 with `Retry-After`. One user, one API key or one of several tenants can use all but one of them.',
        ),
        stallMs: integer(
          100,
          600_000,
          30_000,
          'Longest time that an export waits for a client that has stopped reading before it closes the connection (ms).',
        ),
      },
      'Largest bodies, pages and exports.',
    ),
  },
  { additionalProperties: false },
);

/** The configuration with every default filled in; frozen. */
export type ResolvedConfig = Static<typeof ConfigSchema> & { storage: StorageAdapter };

export type { ConsentServiceConfig } from './config-types';
