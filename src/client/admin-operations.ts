// Generated from the tables of routes by `npm run docs`; do not edit.
import type {
  ApiKey,
  ApiKeyCreate,
  AuditLogEntry,
  AuditVerdict,
  CategoryMap,
  CategoryRate,
  ComplianceGroupDetails,
  ConsentHistoryEntry,
  ConsentTemplate,
  ConsentTemplateCreate,
  ConsentTemplateUpdate,
  CookieMap,
  CountryShare,
  DecodedGppString,
  DecodedTcString,
  ErasureCertificate,
  Evidence,
  Finding,
  GpcStatistics,
  GppRegistration,
  LocaleContent,
  LoginBody,
  LoginReply,
  NewApiKey,
  OperatorConsentRecord,
  OptInDay,
  Permission,
  Profile,
  ProfileConflict,
  ProfileCopy,
  ProfileCreate,
  ProfileFromTemplate,
  ProfileJson,
  ProfileSummary,
  ProfileUpdate,
  ProfileUsage,
  ProfileWithWarnings,
  ProfileWrapped,
  PublishedProfile,
  RevokedApiKey,
  Role,
  RoleCreate,
  RoleUpdate,
  SavedSettings,
  Seeded,
  SeedRequest,
  Settings,
  SettingsPatch,
  SetupConfig,
  SetupStatus,
  StatisticsOverview,
  TcfRegistration,
  Tenant,
  TenantCreate,
  TenantUpdate,
  TimelineDay,
  TokenReply,
  UiTemplate,
  UiTemplateCreate,
  UiTemplateUpdate,
  User,
  UserCreate,
  UserUpdate,
  Visitor,
} from '../api-types';
import type { NoInput } from './create-client';

/** What each operation of the admin API takes and answers, by its operationId. */
export interface AdminOperations {
  /** List the tenants visible to the caller, oldest first; only `default` in single-tenant mode. */
  readonly listTenants: {
    readonly input: NoInput;
    readonly data: readonly Tenant[];
  };
  /** Create an empty tenant. */
  readonly createTenant: {
    readonly input: {
      readonly body: TenantCreate;
    };
    readonly data: Tenant;
  };
  /** Change the given fields of a tenant. */
  readonly updateTenant: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: TenantUpdate;
    };
    readonly data: Tenant;
  };
  /** Delete a tenant; its API keys stop working, its consents and audit log stay as evidence. */
  readonly deleteTenant: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Sign in with e-mail and password. */
  readonly login: {
    readonly input: {
      readonly body: LoginBody;
    };
    readonly data: LoginReply;
  };
  /** Redirect the browser to the OpenID provider to sign in. */
  readonly authorizeOidc: {
    readonly input: {
      readonly query?: {
        /** Where the sign-in ends. Default: a JSON response with the token. */
        readonly redirect?: 'dashboard' | undefined;
      };
    };
    readonly data: undefined;
  };
  /** Complete a sign-in: the OpenID provider redirects the browser here. */
  readonly finishOidc: {
    readonly input: {
      readonly query?: {
        readonly code?: string | undefined;
        readonly state?: string | undefined;
        readonly iss?: string | undefined;
        readonly error?: string | undefined;
        readonly error_description?: string | undefined;
      };
    };
    readonly data: LoginReply;
  };
  /** Redirect the browser to the SAML identity provider to sign in. */
  readonly beginSaml: {
    readonly input: {
      readonly query?: {
        /** Where the sign-in ends. Default: a JSON response with the token. */
        readonly redirect?: 'dashboard' | undefined;
      };
    };
    readonly data: undefined;
  };
  /** Get the metadata of this service provider for the identity provider. */
  readonly describeSaml: {
    readonly input: NoInput;
    readonly data: Response;
  };
  /** Complete a sign-in: the SAML identity provider sends the browser here. */
  readonly finishSaml: {
    readonly input: {
      readonly body: {
        /** The response in Base64, as the page of the identity provider contains it. */
        readonly SAMLResponse: string;
        /** Ignored: the service stores the state of a sign-in itself. */
        readonly RelayState?: string | undefined;
      };
    };
    readonly data: LoginReply;
  };
  /** Extend the session and get a new token or cookie. */
  readonly refreshToken: {
    readonly input: NoInput;
    readonly data: TokenReply;
  };
  /** End the session and all its tokens. */
  readonly logout: {
    readonly input: NoInput;
    readonly data: {
      readonly ok: true;
    };
  };
  /** Get the current user, with permissions and session. */
  readonly getCurrentUser: {
    readonly input: NoInput;
    readonly data: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly roles: readonly ({
        readonly id: string;
        readonly name: string;
      })[];
      /** Whether an operator or the identity provider vouches for the address. */
      readonly emailVerified: boolean;
      /** `all` tenants, those `listed` in `allowedTenants`, or `none`. */
      readonly tenantAccess: 'all' | 'listed' | 'none';
      /** Tenants that the user may see. Empty: all, unless `tenantAccess` is `none`. */
      readonly allowedTenants: readonly string[];
      readonly totpEnabled: boolean;
      /** The auth.mode under which the user was created. */
      readonly provider: string;
      /** The user’s id at the identity provider, exactly as the provider writes it; null: not linked yet. */
      readonly identity: {
        readonly issuer: string;
        readonly subject: string;
      } | null;
      readonly active: boolean;
      readonly lastLoginAt: string | null;
      readonly createdAt: string;
      readonly updatedAt: string;
      /** Everything that the roles allow, sorted. */
      readonly permissions: readonly string[];
      /** Ids of the tenants in which the user can act, sorted; null: all. */
      readonly tenants: readonly string[] | null;
      /** `auth.mode`. */
      readonly mode: 'local' | 'jwt' | 'oidc' | 'saml' | 'custom';
      /**
       * When the session expires unless it is refreshed, and when it ends in any case; null in modes without
       * sessions.
       */
      readonly session: {
        readonly expiresAt: string;
        readonly endsAt: string;
      } | null;
    };
  };
  /** Get the current user, or null when nobody is signed in. */
  readonly getCurrentSession: {
    readonly input: NoInput;
    readonly data: {
      /** The signed-in user, as `GET /auth/me` returns it; null when nobody is signed in. */
      readonly user: {
        readonly id: string;
        readonly name: string;
        readonly email: string;
        readonly roles: readonly ({
          readonly id: string;
          readonly name: string;
        })[];
        /** Whether an operator or the identity provider vouches for the address. */
        readonly emailVerified: boolean;
        /** `all` tenants, those `listed` in `allowedTenants`, or `none`. */
        readonly tenantAccess: 'all' | 'listed' | 'none';
        /** Tenants that the user may see. Empty: all, unless `tenantAccess` is `none`. */
        readonly allowedTenants: readonly string[];
        readonly totpEnabled: boolean;
        /** The auth.mode under which the user was created. */
        readonly provider: string;
        /**
         * The user’s id at the identity provider, exactly as the provider writes it; null: not linked yet.
         */
        readonly identity: {
          readonly issuer: string;
          readonly subject: string;
        } | null;
        readonly active: boolean;
        readonly lastLoginAt: string | null;
        readonly createdAt: string;
        readonly updatedAt: string;
        /** Everything that the roles allow, sorted. */
        readonly permissions: readonly string[];
        /** Ids of the tenants in which the user can act, sorted; null: all. */
        readonly tenants: readonly string[] | null;
        /** `auth.mode`. */
        readonly mode: 'local' | 'jwt' | 'oidc' | 'saml' | 'custom';
        /**
         * When the session expires unless it is refreshed, and when it ends in any case; null in modes
         * without sessions.
         */
        readonly session: {
          readonly expiresAt: string;
          readonly endsAt: string;
        } | null;
      } | null;
    };
  };
  /** Get how users sign in. */
  readonly getSignInMode: {
    readonly input: NoInput;
    readonly data: {
      /** `auth.mode`. */
      readonly mode: 'local' | 'jwt' | 'oidc' | 'saml' | 'custom';
      /** `displayName` of the identity provider; null when it has none. */
      readonly provider: string | null;
      /**
       * Path of the route that begins a sign-in, relative to the base of this API; null when the host’s own
       * pages sign users in.
       */
      readonly signInPath: string | null;
      /**
       * Who assigns roles by configuration. `provider`: the identity provider or your own system can send
       * them at each sign-in, and those replace the stored ones. `operators`: only operators of this service.
       */
      readonly roles: 'provider' | 'operators';
      /** Whether users who have set up one-time codes must send one at sign-in. */
      readonly totpRequired: boolean;
    };
  };
  /** Create a secret for an authenticator app; it is used after a code has been verified. */
  readonly setUpTotp: {
    readonly input: NoInput;
    readonly data: {
      /** The secret in Base32, to be typed into an app. */
      readonly secret: string;
      /** The content of the QR code. */
      readonly otpauthUrl: string;
      /** The QR code as a PNG in a data URL. */
      readonly qrCodeUrl: string;
    };
  };
  /** Enable TOTP with a code from the new app, and end all other sessions. */
  readonly verifyTotp: {
    readonly input: {
      readonly body: {
        /** Six digits. Each code can be used once. */
        readonly code: string;
        /**
         * A code from the app that is being replaced. Needed while TOTP is enabled, unless the sign-in is
         * recent.
         */
        readonly currentCode?: string | undefined;
        /** The current password (mode `local`), unless the sign-in is recent. */
        readonly currentPassword?: string | undefined;
      };
    };
    readonly data: {
      readonly totpEnabled: boolean;
    };
  };
  /** Disable TOTP, and end all other sessions. */
  readonly disableTotp: {
    readonly input: {
      readonly body?: {
        /** A code from the app. Needed while TOTP is enabled, unless the sign-in is recent. */
        readonly code?: string | undefined;
        /** The current password (mode `local`), unless the sign-in is recent. */
        readonly currentPassword?: string | undefined;
      };
    };
    readonly data: {
      readonly totpEnabled: boolean;
    };
  };
  /** Change your own name. */
  readonly updateCurrentUser: {
    readonly input: {
      readonly body: {
        readonly name: string;
      };
    };
    readonly data: User;
  };
  /** Prove your identity, as a new sign-in would; needed when a route answers `reauthentication_required`. */
  readonly confirmIdentity: {
    readonly input: {
      readonly body: {
        /** The current password; needed to change one’s own password, e-mail address or second factor. */
        readonly currentPassword?: string | undefined;
        /** Instead of `currentPassword`: a fresh code from the authenticator app. */
        readonly totp?: string | undefined;
      };
    };
    readonly data: {
      /** Until then the session can make changes that need a recent proof of identity. */
      readonly freshUntil: string;
    };
  };
  /** Change your own password, and end all other sessions. */
  readonly changePassword: {
    readonly input: {
      readonly body: {
        /** Not the e-mail address, and not only common words, sequences and repetitions. */
        readonly newPassword: string;
        /** The current password; needed to change one’s own password, e-mail address or second factor. */
        readonly currentPassword?: string | undefined;
        /** Instead of `currentPassword`: a fresh code from the authenticator app. */
        readonly totp?: string | undefined;
      };
    };
    readonly data: {
      readonly ok: true;
    };
  };
  /** List your own active sessions, newest first, at most 100. */
  readonly listSessions: {
    readonly input: NoInput;
    readonly data: readonly ({
      readonly id: string;
      /** When the sign-in started it. */
      readonly createdAt: string;
      /** When it expires unless it is refreshed before. */
      readonly expiresAt: string;
      readonly endsAt: string;
      /** Whether this request belongs to it. */
      readonly current: boolean;
    })[];
  };
  /** End all of your own sessions except this one. */
  readonly endOtherSessions: {
    readonly input: NoInput;
    readonly data: {
      /** Number of sessions that have been ended. */
      readonly ended: number;
    };
  };
  /** End one of your own sessions and all its tokens. */
  readonly endSession: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Choose a password with an invitation or a reset link, and end all sessions. */
  readonly acceptAccountLink: {
    readonly input: {
      readonly body: {
        /** The token of the link. */
        readonly token: string;
        /** Not the e-mail address, and not only common words, sequences and repetitions. */
        readonly password: string;
      };
    };
    readonly data: {
      /** The address to sign in with. */
      readonly email: string;
    };
  };
  /** Complete a sign-in through a provider with a one-time code. */
  readonly answerTotpChallenge: {
    readonly input: {
      readonly body: {
        /** The challenge that the sign-in returned; valid for five minutes. */
        readonly challenge: string;
        /** Six digits. Each code can be used once. */
        readonly totp: string;
        /**
         * `token` (the default) returns a token. `cookie` sets an HttpOnly cookie and returns no token; only
         * pages of the same origin can request it.
         */
        readonly session?: 'token' | 'cookie' | undefined;
      };
    };
    readonly data: LoginReply;
  };
  /** List the users that the caller can see, oldest first. */
  readonly listUsers: {
    readonly input: NoInput;
    readonly data: readonly User[];
  };
  /** Create a user, with a password or with a link to choose one. */
  readonly createUser: {
    readonly input: {
      readonly body: UserCreate;
    };
    readonly data: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly roles: readonly ({
        readonly id: string;
        readonly name: string;
      })[];
      /** Whether an operator or the identity provider vouches for the address. */
      readonly emailVerified: boolean;
      /** `all` tenants, those `listed` in `allowedTenants`, or `none`. */
      readonly tenantAccess: 'all' | 'listed' | 'none';
      /** Tenants that the user may see. Empty: all, unless `tenantAccess` is `none`. */
      readonly allowedTenants: readonly string[];
      readonly totpEnabled: boolean;
      /** The auth.mode under which the user was created. */
      readonly provider: string;
      /** The user’s id at the identity provider, exactly as the provider writes it; null: not linked yet. */
      readonly identity: {
        readonly issuer: string;
        readonly subject: string;
      } | null;
      readonly active: boolean;
      readonly lastLoginAt: string | null;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly invitation?: {
        /** For `DELETE /users/:id/links/:linkId`. */
        readonly id: string;
        /** For `POST /auth/accept`. Anyone who has it can set the password. */
        readonly token: string;
        /** Address of the dashboard’s page for it, with the token in the fragment. */
        readonly link: string;
        readonly expiresAt: string;
      } | undefined;
    };
  };
  /** Create a link with which a user chooses a new password. */
  readonly createResetLink: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      /** For `DELETE /users/:id/links/:linkId`. */
      readonly id: string;
      /** For `POST /auth/accept`. Anyone who has it can set the password. */
      readonly token: string;
      /** Address of the dashboard’s page for it, with the token in the fragment. */
      readonly link: string;
      readonly expiresAt: string;
    };
  };
  /** Get a user. */
  readonly getUser: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: User;
  };
  /** Change the fields that are sent. */
  readonly updateUser: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: UserUpdate;
    };
    readonly data: User;
  };
  /** Delete a user and end all sessions. */
  readonly deleteUser: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Assign a role to a user. */
  readonly assignRole: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: {
        readonly roleId: string;
      };
    };
    readonly data: User;
  };
  /** Remove a role from a user. */
  readonly revokeRole: {
    readonly input: {
      readonly params: {
        readonly id: string;
        readonly roleId: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Unlink a user from the identity provider and end all sessions. */
  readonly releaseIdentity: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** List the open links with which a user can choose a password. */
  readonly listUserLinks: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: readonly ({
      readonly id: string;
      /** `invitation` for a first password, `reset` for a new one. */
      readonly purpose: 'invitation' | 'reset';
      readonly createdAt: string;
      readonly expiresAt: string;
      /** The user who created the link; null when the caller cannot see that user. */
      readonly createdBy: {
        readonly id: string;
        readonly name: string;
        readonly email: string;
      } | null;
    })[];
  };
  /** Revoke a link with which a user can choose a password. */
  readonly revokeUserLink: {
    readonly input: {
      readonly params: {
        readonly id: string;
        readonly linkId: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** List roles with their permissions, oldest first. */
  readonly listRoles: {
    readonly input: NoInput;
    readonly data: readonly Role[];
  };
  /** Create a role without permissions. */
  readonly createRole: {
    readonly input: {
      readonly body: RoleCreate;
    };
    readonly data: Role;
  };
  /** Change the fields that are sent. */
  readonly updateRole: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: RoleUpdate;
    };
    readonly data: Role;
  };
  /** Delete a role that no user has. */
  readonly deleteRole: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** List the permissions of a role. */
  readonly listRolePermissions: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: readonly Permission[];
  };
  /** Add a permission to a role. */
  readonly assignPermission: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: {
        readonly permissionId: string;
      };
    };
    readonly data: Role;
  };
  /** Remove a permission from a role. */
  readonly revokePermission: {
    readonly input: {
      readonly params: {
        readonly id: string;
        readonly permId: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** List the permissions that a role can have. */
  readonly listPermissions: {
    readonly input: NoInput;
    readonly data: readonly Permission[];
  };
  /** List the API keys of the tenant, oldest first, including revoked ones. */
  readonly listApiKeys: {
    readonly input: NoInput;
    readonly data: readonly ApiKey[];
  };
  /** Create an API key for one of the tenant’s servers. */
  readonly createApiKey: {
    readonly input: {
      readonly body: ApiKeyCreate;
    };
    readonly data: NewApiKey;
  };
  /** Revoke an API key; it stops working at once and can be reactivated. */
  readonly revokeApiKey: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: RevokedApiKey;
  };
  /** Reactivate a revoked or expired API key; a past `expireBy` is cleared. */
  readonly reactivateApiKey: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: ApiKey;
  };
  /** Delete an API key permanently. */
  readonly deleteApiKey: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Get the settings of the tenant. */
  readonly getSettings: {
    readonly input: NoInput;
    readonly data: Settings;
  };
  /** Change the given settings. */
  readonly updateSettings: {
    readonly input: {
      readonly body: SettingsPatch;
    };
    readonly data: SavedSettings;
  };
  /** List the tenant’s audit log, newest first. */
  readonly listAudit: {
    readonly input: {
      readonly query?: {
        /** Page number, 1 by default. To read far into a list, follow `nextCursor` instead. */
        readonly page?: number | undefined;
        /** Items per page, 25 by default. */
        readonly limit?: number | undefined;
        /** The `nextCursor` of the previous page, with the same filters; `page` is then ignored. */
        readonly cursor?: string | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
        /** Only this entry. */
        readonly id?: string | undefined;
        /** Only this action: `profile:activated`. */
        readonly action?: string | undefined;
        /** Only entries on resources of this type: `profile`. */
        readonly resourceType?: string | undefined;
        /** Only entries on this resource. */
        readonly resourceId?: string | undefined;
        /** Only entries of this user. */
        readonly userId?: string | undefined;
        /**
         * Text to search for in action, resourceType, resourceId, resourceName, userId, ignoring case. `%`
         * and `_` are ordinary characters.
         */
        readonly q?: string | undefined;
      };
    };
    readonly data: {
      readonly items: readonly AuditLogEntry[];
      /** Number of items that match the filters. */
      readonly total: number;
      readonly page: number;
      readonly limit: number;
      /** Null on the last page. */
      readonly nextCursor: string | null;
      /**
       * Present when `q` did not search all entries: older entries may match too, and `total` does not
       * include them. To search them, send this value as `to`.
       */
      readonly searchedFrom?: string | undefined;
    };
  };
  /** Verify that no entries were changed, removed or inserted. */
  readonly verifyAudit: {
    readonly input: NoInput;
    readonly data: AuditVerdict;
  };
  /** List every consent template of the tenant, oldest first. */
  readonly listConsentTemplates: {
    readonly input: NoInput;
    readonly data: readonly ConsentTemplate[];
  };
  /** Create a template, which is empty without `cookies` and `categories`. */
  readonly createConsentTemplate: {
    readonly input: {
      readonly body: ConsentTemplateCreate;
    };
    readonly data: ConsentTemplate;
  };
  /** Get one consent template. */
  readonly getConsentTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: ConsentTemplate;
  };
  /** Change the given fields; parameters that profiles need cannot be removed. */
  readonly updateConsentTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: ConsentTemplateUpdate;
    };
    readonly data: ConsentTemplate;
  };
  /** Delete the template; inactive profiles that use it lose the link to it. */
  readonly deleteConsentTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Copy the template to a new one. */
  readonly copyConsentTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body?: {
        readonly name?: string | undefined;
      };
    };
    readonly data: ConsentTemplate;
  };
  /** List the profiles that use the template, oldest first. */
  readonly listConsentTemplateProfiles: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: readonly ProfileUsage[];
  };
  /** List every UI template of the tenant, oldest first. */
  readonly listUiTemplates: {
    readonly input: NoInput;
    readonly data: readonly UiTemplate[];
  };
  /** Create a template; buttons keep their order. */
  readonly createUiTemplate: {
    readonly input: {
      readonly body: UiTemplateCreate;
    };
    readonly data: {
      readonly id: string;
      readonly tenantId: string;
      readonly name: string;
      readonly mainBanner: {
        /**
         * `bottom` (default), `top`, `bottom-left`, `bottom-right`, `top-left`, `top-right`, `center`. Others
         * warn with `ui/unknown-position`.
         */
        readonly position?: string | undefined;
        readonly overlayOpacity?: number | undefined;
        readonly showClose?: boolean | undefined;
        readonly headingTag?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'div' | 'span' | undefined;
        /** Pixels */
        readonly stackButtonsOnBreakpoint?: number | undefined;
        /** Buttons by id, in display order. If omitted, profiles define the buttons. */
        readonly buttons?: { readonly [key: string]: {
          readonly type: 'primary' | 'secondary' | 'text';
          readonly action: 'custom' | 'manage' | 'submit';
          /** For `custom`: `*` grants all, `!` refuses all optional ones. */
          readonly cookies?: '*' | '!' | undefined;
        } } | undefined;
      };
      readonly preferenceModal: {
        /** `center` (default), `left`, `right`. Others warn with `ui/unknown-position`. */
        readonly position?: string | undefined;
        readonly showClose?: boolean | undefined;
        readonly persistent?: boolean | undefined;
        readonly trapFocus?: boolean | undefined;
        /** Buttons by id, in display order. If omitted, profiles define the buttons. */
        readonly buttons?: { readonly [key: string]: {
          readonly type: 'primary' | 'secondary' | 'text';
          readonly action: 'custom' | 'manage' | 'submit';
          /** For `custom`: `*` grants all, `!` refuses all optional ones. */
          readonly cookies?: '*' | '!' | undefined;
        } } | undefined;
      };
      /**
       * Look of the widget. Colours that are left out have the default values; `dark` applies where a profile
       * has `darkMode` and the visitor prefers it.
       */
      readonly theme: {
        readonly light?: {
          /** Background of banner and preferences, as `#rrggbb`. */
          readonly background?: string | undefined;
          /** Text, on `background` and on `secondary`, as `#rrggbb`. */
          readonly text?: string | undefined;
          /** Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. */
          readonly primary?: string | undefined;
          /** Text on `primary`, as `#rrggbb`. */
          readonly onPrimary?: string | undefined;
          /** Background of secondary buttons, as `#rrggbb`. */
          readonly secondary?: string | undefined;
          /** Borders of switches and fields, as `#rrggbb`. */
          readonly line?: string | undefined;
        } | undefined;
        readonly dark?: {
          /** Background of banner and preferences, as `#rrggbb`. */
          readonly background?: string | undefined;
          /** Text, on `background` and on `secondary`, as `#rrggbb`. */
          readonly text?: string | undefined;
          /** Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. */
          readonly primary?: string | undefined;
          /** Text on `primary`, as `#rrggbb`. */
          readonly onPrimary?: string | undefined;
          /** Background of secondary buttons, as `#rrggbb`. */
          readonly secondary?: string | undefined;
          /** Borders of switches and fields, as `#rrggbb`. */
          readonly line?: string | undefined;
        } | undefined;
        /** Radius of corners (px). */
        readonly radius?: number | undefined;
        /**
         * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
         * `Inter, sans-serif`. Fonts are not loaded.
         */
        readonly font?: string | undefined;
      };
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly warnings: readonly ({
        readonly rule: string;
        readonly message: string;
        readonly field: string;
        readonly law?: string | undefined;
      })[];
    };
  };
  /** Get one UI template. */
  readonly getUiTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: UiTemplate;
  };
  /**
   * Change the given fields, also within `mainBanner` and `preferenceModal`; `buttons` and `theme` are
   * replaced as a whole.
   */
  readonly updateUiTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: UiTemplateUpdate;
    };
    readonly data: {
      readonly id: string;
      readonly tenantId: string;
      readonly name: string;
      readonly mainBanner: {
        /**
         * `bottom` (default), `top`, `bottom-left`, `bottom-right`, `top-left`, `top-right`, `center`. Others
         * warn with `ui/unknown-position`.
         */
        readonly position?: string | undefined;
        readonly overlayOpacity?: number | undefined;
        readonly showClose?: boolean | undefined;
        readonly headingTag?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'div' | 'span' | undefined;
        /** Pixels */
        readonly stackButtonsOnBreakpoint?: number | undefined;
        /** Buttons by id, in display order. If omitted, profiles define the buttons. */
        readonly buttons?: { readonly [key: string]: {
          readonly type: 'primary' | 'secondary' | 'text';
          readonly action: 'custom' | 'manage' | 'submit';
          /** For `custom`: `*` grants all, `!` refuses all optional ones. */
          readonly cookies?: '*' | '!' | undefined;
        } } | undefined;
      };
      readonly preferenceModal: {
        /** `center` (default), `left`, `right`. Others warn with `ui/unknown-position`. */
        readonly position?: string | undefined;
        readonly showClose?: boolean | undefined;
        readonly persistent?: boolean | undefined;
        readonly trapFocus?: boolean | undefined;
        /** Buttons by id, in display order. If omitted, profiles define the buttons. */
        readonly buttons?: { readonly [key: string]: {
          readonly type: 'primary' | 'secondary' | 'text';
          readonly action: 'custom' | 'manage' | 'submit';
          /** For `custom`: `*` grants all, `!` refuses all optional ones. */
          readonly cookies?: '*' | '!' | undefined;
        } } | undefined;
      };
      /**
       * Look of the widget. Colours that are left out have the default values; `dark` applies where a profile
       * has `darkMode` and the visitor prefers it.
       */
      readonly theme: {
        readonly light?: {
          /** Background of banner and preferences, as `#rrggbb`. */
          readonly background?: string | undefined;
          /** Text, on `background` and on `secondary`, as `#rrggbb`. */
          readonly text?: string | undefined;
          /** Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. */
          readonly primary?: string | undefined;
          /** Text on `primary`, as `#rrggbb`. */
          readonly onPrimary?: string | undefined;
          /** Background of secondary buttons, as `#rrggbb`. */
          readonly secondary?: string | undefined;
          /** Borders of switches and fields, as `#rrggbb`. */
          readonly line?: string | undefined;
        } | undefined;
        readonly dark?: {
          /** Background of banner and preferences, as `#rrggbb`. */
          readonly background?: string | undefined;
          /** Text, on `background` and on `secondary`, as `#rrggbb`. */
          readonly text?: string | undefined;
          /** Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. */
          readonly primary?: string | undefined;
          /** Text on `primary`, as `#rrggbb`. */
          readonly onPrimary?: string | undefined;
          /** Background of secondary buttons, as `#rrggbb`. */
          readonly secondary?: string | undefined;
          /** Borders of switches and fields, as `#rrggbb`. */
          readonly line?: string | undefined;
        } | undefined;
        /** Radius of corners (px). */
        readonly radius?: number | undefined;
        /**
         * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
         * `Inter, sans-serif`. Fonts are not loaded.
         */
        readonly font?: string | undefined;
      };
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly warnings: readonly ({
        readonly rule: string;
        readonly message: string;
        readonly field: string;
        readonly law?: string | undefined;
      })[];
    };
  };
  /** Delete the template; inactive profiles that use it lose the link to it. */
  readonly deleteUiTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Copy the template to a new one. */
  readonly copyUiTemplate: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body?: {
        readonly name?: string | undefined;
      };
    };
    readonly data: UiTemplate;
  };
  /** List the profiles that use the template, oldest first. */
  readonly listUiTemplateProfiles: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: readonly ProfileUsage[];
  };
  /** Search well-known cookies by name and provider. */
  readonly searchCookieCatalogue: {
    readonly input: {
      readonly query?: {
        /** Part of a name or provider in any case, or the name of a cookie: `_ga_ABC123` finds `_ga_*`. */
        readonly q?: string | undefined;
        readonly purpose?: 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing' | undefined;
        /** Languages, separated by commas, in which to add the description: `de,pt-BR`. */
        readonly locales?: string | undefined;
      };
    };
    readonly data: readonly ({
      /** The id to use in `catalogue` of `POST /consent-templates`. */
      readonly id: string;
      readonly purpose: 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';
      /** Whether a Global Privacy Control signal denies this parameter. */
      readonly listenGpc: boolean;
      /**
       * Use of the parameter under California law: one value, or a list if several apply. `none` only on its
       * own.
       */
      readonly cpraCategory?: 'selling' | 'sharing' | 'sensitive' | 'none' | readonly ('selling' | 'sharing' | 'sensitive')[] | readonly 'none'[] | undefined;
      /**
       * Kinds of sensitive data that the parameter processes, for GPP strings. Listing any implies
       * `sensitive`.
       */
      readonly sensitiveData?: readonly ('racial-or-ethnic-origin' | 'religious-or-philosophical-beliefs' | 'health' | 'sex-life-or-orientation' | 'citizenship-or-immigration' | 'genetic' | 'biometric' | 'precise-geolocation' | 'government-id' | 'account-access' | 'union-membership' | 'message-contents' | 'crime-victim' | 'national-origin' | 'transgender-or-nonbinary')[] | undefined;
      /** Granted before any choice. Default false. */
      readonly preGranted?: boolean | undefined;
      /** Name shown to visitors; patterns such as `_ga_*` allowed. */
      readonly name?: string | undefined;
      readonly provider?: string | undefined;
      readonly description?: string | undefined;
      /** Technology. Default `cookie`. */
      readonly kind?: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'pixel' | 'other' | undefined;
      /**
       * The data stays with the site, so the provider (the site itself, or software that runs on it) is not a
       * recipient. Default false.
       */
      readonly firstParty?: boolean | undefined;
      /**
       * Kinds of personal data listed in receipts, such as `pd:IPAddress` of the Data Privacy Vocabulary.
       * Default: by purpose.
       */
      readonly dataTypes?: readonly string[] | undefined;
      /**
       * The provider uses the data only on the site’s instructions, under a contract that says so. Default
       * false: a third party.
       */
      readonly serviceProvider?: boolean | undefined;
      /** Contact of the provider for visitors: an address or the link to its privacy policy. */
      readonly providerContact?: string | undefined;
      /** Country in which the provider receives the data, ISO 3166-1 alpha-2. */
      readonly providerCountry?: string | undefined;
      /**
       * Audience measurement for this site only, kept for at most 13 months, which needs no consent in some
       * countries of `opt-in`. Default false.
       */
      readonly exemptMeasurement?: boolean | undefined;
      /** How long it is kept, in words; `maxAgeSeconds` has priority. */
      readonly duration?: string | undefined;
      /**
       * How long it is kept (s), or `session`: until the browser is closed. Shown in the language of the
       * visitor.
       */
      readonly maxAgeSeconds?: number | 'session' | undefined;
      /** Path of the cookie. Default `/`. */
      readonly path?: string | undefined;
      readonly domains?: readonly string[] | undefined;
      /** The description in the languages asked for, as far as the catalogue has it. */
      readonly translations?: { readonly [key: string]: string } | undefined;
    })[];
  };
  /** List which version of which profile visitors got when, the last published first. */
  readonly listPublications: {
    readonly input: {
      readonly query?: {
        /** Items per page, 25 by default. */
        readonly limit?: number | undefined;
        /** The `nextCursor` of the previous page, with the same filters; `page` is then ignored. */
        readonly cursor?: string | undefined;
        /** Only this group. */
        readonly complianceGroup?: string | undefined;
        /** Only what visitors got then: ISO 8601 date-time, or a date for a whole day in UTC. */
        readonly at?: string | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
      };
    };
    readonly data: {
      readonly items: readonly ({
        readonly complianceGroup: string;
        /** Also of a profile that was deleted since. */
        readonly profileId: string;
        /** Its name in this version. */
        readonly profileName: string;
        readonly version: number;
        readonly defaultLocale: string;
        /** The default locale first. */
        readonly locales: readonly string[];
        /** Whether visitors who had decided were asked again. */
        readonly requireReconsent: boolean;
        /** When visitors began to get it. */
        readonly from: string;
        /** When they stopped to get it; null: they get it now. */
        readonly to: string | null;
        /** Who published it; null: the service itself. */
        readonly by: {
          readonly id: string;
          readonly email: string | null;
        } | null;
        readonly note: string | null;
      })[];
      /** Null on the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** List the law and compliance group of every country, and of regions with their own law. */
  readonly listJurisdictions: {
    readonly input: {
      readonly query?: {
        /** ISO 8601 date-time, or a date for the end of that day in UTC. Now when omitted. */
        readonly at?: string | undefined;
      };
    };
    readonly data: {
      readonly at: string;
      /** Day of the last review of the whole table. */
      readonly asOf: string;
      /** `auto`, or the group that applies everywhere. */
      readonly type: string;
      /** Group of visitors whose country is unknown. */
      readonly defaultGroup: string;
      readonly items: readonly ({
        /** ISO 3166-1, such as `DE`. */
        readonly country: string;
        /**
         * Part of ISO 3166-2 after the dash, such as `CA`. Null: the country, and its regions that are not
         * listed.
         */
        readonly region: string | null;
        /** Short name of the law, else its long one. */
        readonly law: string;
        /** Long name, with the provisions that the entry rests on. */
        readonly source: string;
        /** Compliance group that the law puts the place into. */
        readonly lawGroup: string;
        /** Compliance group of visitors there, as the configuration decides. */
        readonly group: string;
        /** Whether the configuration decides on the group. */
        readonly overridden: boolean;
        /** First day of the law in force; null: not known. */
        readonly from: string | null;
        /** A law that begins later; null: none is known. */
        readonly next: {
          /** Short name of the law, else its long one. */
          readonly law: string;
          /** Long name, with the provisions that the entry rests on. */
          readonly source: string;
          /** Compliance group that the law puts the place into. */
          readonly lawGroup: string;
          /** Compliance group of visitors there, as the configuration decides. */
          readonly group: string;
          readonly from: string;
        } | null;
        /** For visitors whose region is unknown, where it differs from the entry. */
        readonly regionUnknown: {
          /** Short name of the law, else its long one. */
          readonly law: string;
          /** Long name, with the provisions that the entry rests on. */
          readonly source: string;
          /** Compliance group that the law puts the place into. */
          readonly lawGroup: string;
          /** Compliance group of visitors there, as the configuration decides. */
          readonly group: string;
        } | null;
        /** The law makes the Global Privacy Control signal binding. */
        readonly gpcBinding: boolean;
        readonly childAge: number | null;
        readonly confidence: 'high' | 'medium' | 'low';
        /** Whether a secondary source was read at the review. */
        readonly checked: boolean;
        /** Day of the last review of the entry. */
        readonly asOf: string;
        readonly note: string | null;
      })[];
    };
  };
  /** Get the law, compliance group and profile of a visitor in a place, at any time. */
  readonly resolveVisitor: {
    readonly input: {
      readonly query?: {
        /** ISO 3166-1; omitted: the country is unknown. */
        readonly country?: string | undefined;
        /** Part of ISO 3166-2 after the dash, such as `CA`. */
        readonly region?: string | undefined;
        /** BCP 47. */
        readonly locale?: string | undefined;
        /** ISO 8601 date-time, or a date for the end of that day in UTC. Now when omitted. */
        readonly at?: string | undefined;
      };
    };
    readonly data: {
      readonly at: string;
      readonly country: string | null;
      readonly region: string | null;
      /** Short name of the law; null: the country is unknown. */
      readonly law: string | null;
      readonly complianceGroup: string;
      /** Whether the configuration decides on the group. */
      readonly overridden: boolean;
      readonly gpcBinding: boolean;
      readonly childAge: number | null;
      readonly sensitiveGroup: string | null;
      readonly consentMonths: number | null;
      readonly reaskMonths: number | null;
      /** What the visitor gets; null: the group had no banner at that time. */
      readonly profile: {
        readonly id: string;
        /** Name in that version. */
        readonly name: string;
        readonly version: number;
        /** Language that the visitor gets. */
        readonly locale: string;
        /** All languages, the default locale first. */
        readonly locales: readonly string[];
        /** When visitors began to get this version. */
        readonly from: string;
      } | null;
    };
  };
  /** List deleted profiles whose snapshots remain. */
  readonly listArchivedProfiles: {
    readonly input: NoInput;
    readonly data: readonly ({
      readonly id: string;
      readonly versionCount: number;
      readonly lastModified: string;
    })[];
  };
  /** List all versions, newest first; also of archived profiles. */
  readonly listProfileVersions: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: readonly ({
      readonly version: number;
      readonly createdAt: string;
      readonly locales: readonly string[];
      /** Whether this version is being served to visitors. */
      readonly published: boolean;
      /** Who saved it; null: the service itself. */
      readonly createdBy: {
        readonly id: string;
        readonly email: string | null;
      } | null;
      readonly note: string | null;
      /** Whether consents to earlier versions end when this version is published. */
      readonly requireReconsent: boolean;
      /** Start of the latest time that visitors got this version; null: never. */
      readonly liveFrom: string | null;
      /** Its end; null while visitors get it. */
      readonly liveTo: string | null;
      readonly publishedBy: {
        readonly id: string;
        readonly email: string | null;
      } | null;
      readonly publishNote: string | null;
    })[];
  };
  /** Get one locale file of a version as it was written; also of archived profiles. */
  readonly getProfileVersion: {
    readonly input: {
      readonly params: {
        readonly id: string;
        /** The version number */
        readonly entryId: string;
      };
      readonly query?: {
        /** BCP 47; the default locale when omitted */
        readonly locale?: string | undefined;
      };
    };
    readonly data: {
      readonly [key: string]: unknown;
    };
  };
  /** Get the content of a version as it was saved, each locale with its own texts only. */
  readonly getProfileVersionContent: {
    readonly input: {
      readonly params: {
        readonly id: string;
        /** The version number */
        readonly entryId: string;
      };
    };
    readonly data: {
      /** Id of the profile. */
      readonly id: string;
      readonly version: number;
      readonly name: string;
      readonly createdAt: string;
      readonly defaultLocale: string;
      readonly profileJson: ProfileJson;
      /**
       * Own texts of every locale except the default, as saved: texts that visitors get from the default
       * locale are missing.
       */
      readonly localeContent: { readonly [key: string]: LocaleContent };
    };
  };
  /** Compare two versions by locale and path. */
  readonly diffProfileVersions: {
    readonly input: {
      readonly params: {
        readonly id: string;
        readonly a: string;
        readonly b: string;
      };
    };
    readonly data: {
      readonly from: number;
      readonly to: number;
      readonly shared: readonly ({
        readonly path: string;
        readonly before: unknown;
        readonly after: unknown;
      })[];
      readonly locales: { readonly [key: string]: readonly ({
        readonly path: string;
        readonly before: unknown;
        readonly after: unknown;
      })[] };
    };
  };
  /** Write a new version with the content of an older one. */
  readonly rollbackProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: {
        readonly version: number;
      };
    };
    readonly data: ProfileWrapped | ProfileWithWarnings;
  };
  /** Write a new version with texts from a translations CSV. */
  readonly importTranslations: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: string;
    };
    readonly data: ProfileWrapped | ProfileWithWarnings;
  };
  /** Export every text of a profile as CSV, one row for each locale. */
  readonly exportTranslations: {
    readonly input: {
      readonly params: {
        readonly profileId: string;
      };
    };
    readonly data: Response;
  };
  /** Check cookies and categories against the rules of a compliance group; nothing is saved. */
  readonly validateProfile: {
    readonly input: {
      readonly body: {
        /** Turns on compliance validation and routing by geography. */
        readonly complianceGroup: 'opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated';
        readonly cookies: CookieMap;
        readonly categories: CategoryMap;
        /**
         * ISO 3166 codes (`FR`, `US-CA`) of the places whose visitors get the profile. Compliance rules apply
         * the laws of these places; if omitted, those of the whole group.
         */
        readonly countries?: readonly string[] | undefined;
      };
    };
    readonly data: {
      readonly errors: readonly Finding[];
      readonly warnings: readonly Finding[];
    };
  };
  /** Get what visitors would get of a profile that is not saved, in one language. */
  readonly previewProfile: {
    readonly input: {
      readonly body: {
        /** BCP 47 */
        readonly defaultLocale: string;
        /** Unknown fields are stored without effect; the warning `profile/unknown-field` names each. */
        readonly profileJson: ProfileJson;
        /** Content of every locale except the default; `null` removes a locale. */
        readonly localeContent?: { readonly [key: string]: LocaleContent | null } | undefined;
        /** Language of the texts; the default locale when omitted. */
        readonly locale?: string | undefined;
      };
    };
    readonly data: {
      /** A profile in one locale, with every text that a banner shows. */
      readonly profile: PublishedProfile;
      readonly errors: readonly Finding[];
      readonly warnings: readonly Finding[];
    };
  };
  /** List each compliance group with its active profile. */
  readonly getComplianceCoverage: {
    readonly input: NoInput;
    readonly data: readonly ({
      readonly complianceGroup: string;
      readonly label: string;
      /** The active profile of the group. */
      readonly profile: ProfileSummary | null;
    })[];
  };
  /** Create a draft with a template’s cookies, categories and starter texts. */
  readonly createProfileFromTemplate: {
    readonly input: {
      readonly body: ProfileFromTemplate;
    };
    readonly data: ProfileWithWarnings;
  };
  /** List all profiles of the tenant, oldest first. */
  readonly listProfiles: {
    readonly input: {
      readonly query?: {
        /** `1`: leave out profileJson. */
        readonly summary?: '0' | '1' | undefined;
      };
    };
    readonly data: readonly Profile[] | readonly ProfileSummary[];
  };
  /** Create a profile at version 1. */
  readonly createProfile: {
    readonly input: {
      readonly body: ProfileCreate;
    };
    readonly data: ProfileConflict | ProfileWithWarnings;
  };
  /** Get one profile; profileJson contains only the default locale. */
  readonly getProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly query?: {
        /** `localeContent`: add the own texts of every other locale, and which of them are outdated. */
        readonly include?: 'localeContent' | undefined;
      };
    };
    readonly data: {
      readonly id: string;
      readonly tenantId: string;
      readonly name: string;
      readonly defaultLocale: string;
      readonly version: number;
      readonly publishedVersion: number | null;
      readonly isActive: boolean;
      readonly complianceGroup: string | null;
      readonly profileJson: ProfileJson;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly activatedAt: string | null;
      /**
       * Own texts of every locale except the default, as saved: texts that visitors get from the default
       * locale are missing.
       */
      readonly localeContent?: { readonly [key: string]: LocaleContent } | undefined;
      /**
       * By locale, the paths of texts that are older than the default locale’s text, each with the version in
       * which that changed. A text leaves the list when it is translated or reviewed (`reviewedTexts`), also
       * long after publishing.
       */
      readonly outdatedTexts?: { readonly [key: string]: { readonly [key: string]: number } } | undefined;
    };
  };
  /** Write the next version; the published version stays until `activate`. */
  readonly updateProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: ProfileUpdate;
    };
    readonly data: ProfileWrapped | ProfileWithWarnings | ProfileConflict;
  };
  /** Delete the profile and withdraw its published files; snapshots stay. */
  readonly deleteProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: {
      readonly deleted: true;
      readonly id: string;
    };
  };
  /** Copy the profile to a new inactive one at version 1. */
  readonly copyProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body?: ProfileCopy;
    };
    readonly data: ProfileWithWarnings;
  };
  /** Publish the current version and make the profile the active one of its group. */
  readonly activateProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body?: {
        /**
         * Whether consents to earlier versions verify as `reconsent_required`. Replaces the marks of the
         * versions saved since the last publication; unset: they apply.
         */
        readonly requireReconsent?: boolean | undefined;
        /** Why the change was made: for the list of versions and the audit log. Visitors never see it. */
        readonly note?: string | undefined;
      };
    };
    readonly data: {
      readonly id: string;
      readonly tenantId: string;
      readonly name: string;
      readonly defaultLocale: string;
      readonly version: number;
      readonly publishedVersion: number | null;
      readonly isActive: boolean;
      readonly complianceGroup: string | null;
      readonly profileJson: ProfileJson;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly activatedAt: string | null;
      /**
       * What the group served before: another profile, which is now inactive, or an earlier version of this
       * one.
       */
      readonly replaced: {
        readonly id: string;
        readonly name: string;
        readonly version: number;
      } | null;
    };
  };
  /** Withdraw the published files; version snapshots stay. */
  readonly deactivateProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly data: Profile;
  };
  /** Get the Global Vendor List with its texts. */
  readonly listTcfVendors: {
    readonly input: {
      readonly query?: {
        /** BCP 47 tag; English if the list has no translation. */
        readonly lang?: string | undefined;
      };
    };
    readonly data: {
      /** As TC strings name it. */
      readonly vendorListVersion: number;
      readonly tcfPolicyVersion: number;
      readonly gvlSpecificationVersion: 3 | 4;
      /** When this version was published, ISO 8601. */
      readonly lastUpdated: string;
      /** Language of the texts as the framework names it: `en`, `de`, `pt-br`. */
      readonly language: string;
      /**
       * The copy is out of date, and the source could not be asked or did not answer: this is its last list.
       */
      readonly stale: boolean;
      readonly purposes: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly specialPurposes: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly features: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly specialFeatures: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly stacks?: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
        readonly purposes?: readonly number[] | undefined;
        readonly specialFeatures?: readonly number[] | undefined;
      } } | undefined;
      readonly dataCategories?: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } } | undefined;
      /** Texts to show in addition to others, such as `features` (TCF 2.4). */
      readonly standardTexts?: { readonly [key: string]: unknown } | undefined;
      readonly vendors: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly purposes?: readonly number[] | undefined;
        readonly legIntPurposes?: readonly number[] | undefined;
        readonly flexiblePurposes?: readonly number[] | undefined;
        readonly specialPurposes?: readonly number[] | undefined;
        readonly features?: readonly number[] | undefined;
        readonly specialFeatures?: readonly number[] | undefined;
        readonly deletedDate?: string | null | undefined;
      } };
    };
  };
  /** Get purposes, features, stacks and data categories of the framework in one language. */
  readonly listTcfPurposes: {
    readonly input: {
      readonly query?: {
        /** BCP 47 tag; English if the list has no translation. */
        readonly lang?: string | undefined;
      };
    };
    readonly data: {
      /** As TC strings name it. */
      readonly vendorListVersion: number;
      readonly tcfPolicyVersion: number;
      readonly gvlSpecificationVersion: 3 | 4;
      /** When this version was published, ISO 8601. */
      readonly lastUpdated: string;
      /** Language of the texts as the framework names it: `en`, `de`, `pt-br`. */
      readonly language: string;
      /**
       * The copy is out of date, and the source could not be asked or did not answer: this is its last list.
       */
      readonly stale: boolean;
      readonly purposes: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly specialPurposes: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly features: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly specialFeatures: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly stacks?: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
        readonly purposes?: readonly number[] | undefined;
        readonly specialFeatures?: readonly number[] | undefined;
      } } | undefined;
      readonly dataCategories?: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } } | undefined;
      /** Texts to show in addition to others, such as `features` (TCF 2.4). */
      readonly standardTexts?: { readonly [key: string]: unknown } | undefined;
    };
  };
  /** Get the TCF configuration, its confirmation and its entry in the CMP list. */
  readonly getTcfRegistration: {
    readonly input: {
      readonly query?: {
        /** Ask the source now, even if the copy is fresh; at most ten times in ten minutes. */
        readonly refresh?: boolean | undefined;
      };
    };
    readonly data: TcfRegistration;
  };
  /** Confirm that the TCF configuration matches the registration. */
  readonly confirmTcfRegistration: {
    readonly input: {
      readonly query?: {
        /** Ask the source now, even if the copy is fresh; at most ten times in ten minutes. */
        readonly refresh?: boolean | undefined;
      };
      readonly body: {
        /** Confirms that you have compared the configuration with your registration and that it is right. */
        readonly acknowledge: true;
      };
    };
    readonly data: TcfRegistration;
  };
  /** Get the GPP configuration and whether it was confirmed. */
  readonly getGppRegistration: {
    readonly input: NoInput;
    readonly data: GppRegistration;
  };
  /** Confirm that the GPP configuration is right. */
  readonly confirmGppRegistration: {
    readonly input: {
      readonly body: {
        /** Confirms that you have compared the configuration with your registration and that it is right. */
        readonly acknowledge: true;
      };
    };
    readonly data: GppRegistration;
  };
  /** List the sites whose pages asked for a banner, the last seen first. */
  readonly getInstallation: {
    readonly input: NoInput;
    readonly data: readonly ({
      /** Scheme, host and port of the page, such as `https://shop.example`. */
      readonly origin: string;
      readonly lastSeenAt: string;
      /** Group of the last visitor who was seen there. */
      readonly complianceGroup: string;
      /** Language of the texts that this visitor got. */
      readonly locale: string;
      /** Whether the allowed origins of the tenant or of a profile accept decisions from there. */
      readonly allowed: boolean;
    })[];
  };
  /** Decode a TC string with names, and check whether it would be accepted. */
  readonly decodeTcString: {
    readonly input: {
      readonly query: {
        /** The string to decode. */
        readonly string: string;
        /** Language of the names; English if the list has no translation. */
        readonly lang?: string | undefined;
      };
    };
    readonly data: DecodedTcString;
  };
  /** Decode a GPP string section by section, in words. */
  readonly decodeGppString: {
    readonly input: {
      readonly query: {
        /** The string to decode. */
        readonly string: string;
      };
    };
    readonly data: DecodedGppString;
  };
  /** Get opt-in rates by day and locale, for the decisions of all tenants visible to the caller. */
  readonly getOptInRates: {
    readonly input: {
      readonly query?: {
        /** Default: every tenant visible to the caller. */
        readonly tenantId?: string | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
        /** Only decisions for it. */
        readonly profileId?: string | undefined;
        /** The profile’s group at the time of the decision; `(none)`: no group. */
        readonly complianceGroup?: string | undefined;
        /**
         * BCP 47. Exact match: `de` does not match `de-AT`. `(other)`: locales that no version of the profile
         * has.
         */
        readonly locale?: string | undefined;
        /** Not supported, and refused: days are in UTC. */
        readonly timezone?: string | undefined;
      };
    };
    readonly data: readonly OptInDay[];
  };
  /** Get key figures of the current records, and the number of decisions in a range of days. */
  readonly getOverview: {
    readonly input: {
      readonly query?: {
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
        /** Only decisions for it. */
        readonly profileId?: string | undefined;
        /** The profile’s group at the time of the decision; `(none)`: no group. */
        readonly complianceGroup?: string | undefined;
        /**
         * BCP 47. Exact match: `de` does not match `de-AT`. `(other)`: locales that no version of the profile
         * has.
         */
        readonly locale?: string | undefined;
        /** Not supported, and refused: days are in UTC. */
        readonly timezone?: string | undefined;
        /** Adds the decisions of the same number of days before the range. */
        readonly compare?: 'previous' | undefined;
        /** Adds the decisions of each profile. */
        readonly by?: 'profile' | undefined;
      };
    };
    readonly data: StatisticsOverview;
  };
  /** Get the number of decisions for each day, including days without any. */
  readonly getTimeline: {
    readonly input: {
      readonly query?: {
        /** Number of days up to `to`, which is today by default; 30 by default. Not together with `from`. */
        readonly days?: number | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
        /** Only decisions for it. */
        readonly profileId?: string | undefined;
        /** The profile’s group at the time of the decision; `(none)`: no group. */
        readonly complianceGroup?: string | undefined;
        /**
         * BCP 47. Exact match: `de` does not match `de-AT`. `(other)`: locales that no version of the profile
         * has.
         */
        readonly locale?: string | undefined;
        /** Not supported, and refused: days are in UTC. */
        readonly timezone?: string | undefined;
      };
    };
    readonly data: readonly TimelineDay[];
  };
  /** Get the decisions of the current records for each category; the 200 most answered, largest first. */
  readonly getCategoryRates: {
    readonly input: {
      readonly query?: {
        /** Not supported, and refused: days are in UTC. */
        readonly timezone?: string | undefined;
      };
    };
    readonly data: readonly CategoryRate[];
  };
  /** Get current records by country, largest first. */
  readonly getCountryShares: {
    readonly input: {
      readonly query?: {
        /** Not supported, and refused: days are in UTC. */
        readonly timezone?: string | undefined;
      };
    };
    readonly data: readonly CountryShare[];
  };
  /** Get current records with and without Global Privacy Control, in total and by country. */
  readonly getGpcStatistics: {
    readonly input: {
      readonly query?: {
        /** Not supported, and refused: days are in UTC. */
        readonly timezone?: string | undefined;
      };
    };
    readonly data: GpcStatistics;
  };
  /** List the records of the tenant, newest first. */
  readonly listConsents: {
    readonly input: {
      readonly query?: {
        /** Page number, 1 by default. To read far into a list, follow `nextCursor` instead. */
        readonly page?: number | undefined;
        /** Items per page, 25 by default. */
        readonly limit?: number | undefined;
        /** The `nextCursor` of the previous page, with the same filters; `page` is then ignored. */
        readonly cursor?: string | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
        /** Only records given against this profile. */
        readonly profileId?: string | undefined;
        /** Only records of this person. */
        readonly subjectId?: string | undefined;
        /** Only records of this compliance group. */
        readonly complianceGroup?: string | undefined;
        /** Only visitors from this country (ISO 3166-1 alpha-2). */
        readonly country?: string | undefined;
        /** Only decisions of this source. */
        readonly source?: 'banner' | 'api' | 'import' | undefined;
        /**
         * Only records in which every optional category is granted (`in`), some are (`partial`) or none is
         * (`out`), or whose visitor was only informed (`none`).
         */
        readonly choice?: 'in' | 'partial' | 'out' | 'none' | undefined;
        /** Only decisions with, or without, Global Privacy Control. */
        readonly gpcDetected?: boolean | undefined;
        /**
         * Text to search for in visitorId, profileId, locale, source, ignoring case. `%` and `_` are ordinary
         * characters.
         */
        readonly q?: string | undefined;
      };
    };
    readonly data: {
      readonly items: readonly OperatorConsentRecord[];
      /** Number of items that match the filters. */
      readonly total: number;
      readonly page: number;
      readonly limit: number;
      /** Null on the last page. */
      readonly nextCursor: string | null;
      /**
       * Present when `q` did not search all entries: older entries may match too, and `total` does not
       * include them. To search them, send this value as `to`.
       */
      readonly searchedFrom?: string | undefined;
    };
  };
  /** Get one visitor’s record. */
  readonly getVisitorConsent: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
    };
    readonly data: OperatorConsentRecord;
  };
  /** List the states of one visitor’s record, newest first. */
  readonly getVisitorConsentHistory: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        /** States per response, 100 by default. */
        readonly limit?: number | undefined;
        /** The `Next-Cursor` of the answer before. */
        readonly cursor?: string | undefined;
      };
    };
    readonly data: readonly ConsentHistoryEntry[];
  };
  /** Erase a visitor with record and history; an audit entry without the id remains. */
  readonly eraseVisitor: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly body?: {
        /** Written to the audit log, which is kept: no personal data. */
        readonly reason?: string | undefined;
      };
    };
    readonly data: {
      readonly erased: true;
      /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
      readonly visitorId: string;
      /** Proof of an erasure. Contains a keyed hash of the visitor’s id in place of the id. */
      readonly certificate: ErasureCertificate;
    };
  };
  /** Erase one of your users on all devices that a server linked. */
  readonly eraseSubject: {
    readonly input: {
      readonly params: {
        /** Your own user id for this visitor, not `.` or `..`; returned only to servers with an API key. */
        readonly subjectId: string;
      };
      readonly body?: {
        /** Written to the audit log, which is kept: no personal data. */
        readonly reason?: string | undefined;
      };
    };
    readonly data: {
      readonly subjectId: string;
      /** Number of visitors. */
      readonly erased: number;
      /** Proof of an erasure. Contains a keyed hash of the visitor’s id in place of the id. */
      readonly certificate: ErasureCertificate;
    };
  };
  /** List the visitors of the tenant that have decided, newest first. */
  readonly listVisitors: {
    readonly input: {
      readonly query?: {
        /** Page number, 1 by default. To read far into a list, follow `nextCursor` instead. */
        readonly page?: number | undefined;
        /** Items per page, 25 by default. */
        readonly limit?: number | undefined;
        /** The `nextCursor` of the previous page, with the same filters; `page` is then ignored. */
        readonly cursor?: string | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
        /** Text to search for in visitorId, country, ignoring case. `%` and `_` are ordinary characters. */
        readonly q?: string | undefined;
      };
    };
    readonly data: {
      readonly items: readonly Visitor[];
      /** Number of items that match the filters. */
      readonly total: number;
      readonly page: number;
      readonly limit: number;
      /** Null on the last page. */
      readonly nextCursor: string | null;
      /**
       * Present when `q` did not search all entries: older entries may match too, and `total` does not
       * include them. To search them, send this value as `to`.
       */
      readonly searchedFrom?: string | undefined;
    };
  };
  /**
   * Get the evidence of one visitor’s consent: as JSON, or as an archive with `format=zip` or `Accept:
   * application/zip`.
   */
  readonly getConsentEvidence: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        readonly format?: 'json' | 'zip' | undefined;
      };
    };
    readonly data: Evidence;
  };
  /** Download what the visitors of a group were shown, as an archive. */
  readonly getPublicationEvidence: {
    readonly input: {
      readonly params: {
        /** A built-in or custom group. */
        readonly complianceGroup: string;
      };
      readonly query?: {
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
      };
    };
    readonly data: Response;
  };
  /** Find whose an id is: of a visitor, a record, one of your users, a profile. */
  readonly find: {
    readonly input: {
      readonly query: {
        /** The id. */
        readonly q: string;
      };
    };
    readonly data: readonly ({
      /**
       * `visitor`: the id of a visitor. `record`: the id of a record or of one of its states. `subject`: your
       * own id of a user. `erased`: the id of a visitor who was erased. `profile`: the id of a profile.
       */
      readonly kind: 'visitor' | 'record' | 'subject' | 'erased' | 'profile';
      /** Whose records these are, the latest decision first; at most 100. */
      readonly visitorIds: readonly string[];
      /** The latest erasure. */
      readonly erasedAt?: string | undefined;
    })[];
  };
  /** Export consent records as CSV or JSON. */
  readonly exportConsents: {
    readonly input: {
      readonly query?: {
        /** `csv` (default): RFC 4180 in UTF-8 with BOM. `json`: one array. */
        readonly format?: 'csv' | 'json' | undefined;
        /** Only records made under this profile. */
        readonly profileId?: string | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
      };
    };
    readonly data: Response;
  };
  /** Export consent records as XLSX, with the columns of the CSV. */
  readonly exportConsentsXlsx: {
    readonly input: {
      readonly query?: {
        /** Only records made under this profile. */
        readonly profileId?: string | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
      };
    };
    readonly data: Response;
  };
  /** Export the audit log with its hashes, as CSV or JSON. */
  readonly exportAudit: {
    readonly input: {
      readonly query?: {
        /** `csv` (default): RFC 4180 in UTF-8 with BOM. `json`: one array. */
        readonly format?: 'csv' | 'json' | undefined;
        /**
         * Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone
         * is in UTC.
         */
        readonly from?: string | undefined;
        /** End of the range, inclusive, in the same formats: a date includes the whole day. */
        readonly to?: string | undefined;
      };
    };
    readonly data: Response;
  };
  /** List the products whose exports can be read, and how. */
  readonly listImportPresets: {
    readonly input: NoInput;
    readonly data: readonly ({
      readonly id: string;
      /** What the preset assigns. */
      readonly mapping: {
        /** The id that the visitor had. */
        readonly visitorId?: string | undefined;
        readonly visitorIds?: 'keep' | 'hash' | undefined;
        /** When it was first decided. */
        readonly createdAt?: string | undefined;
        /** When it was decided last. */
        readonly updatedAt?: string | undefined;
        readonly decision?: {
          readonly in: 'columns';
          /** What the column of a category begins with. */
          readonly prefix?: string | undefined;
          /** Holds an object of category and state, of categories that have no column. */
          readonly others?: string | readonly string[] | undefined;
        } | {
          readonly in: 'object';
          /** Holds an object of category and state. */
          readonly field: string;
        } | {
          readonly in: 'list';
          /** Holds the categories that were granted; all others were not. */
          readonly field: string;
        } | {
          readonly in: 'entries';
          /** Holds a list of objects. */
          readonly field: string;
          /** Of such an object. */
          readonly category: string;
          /** Of such an object. */
          readonly state: string;
        } | {
          readonly in: 'rows';
          /** The category of the row. */
          readonly category: string;
          /** The state of the row. */
          readonly state: string;
        } | undefined;
        /**
         * Categories of the source and what they are called in the profile; null leaves one out. Default: the
         * same names.
         */
        readonly categories?: { readonly [key: string]: string | null } | undefined;
        readonly states?: {
          readonly granted?: readonly string[] | undefined;
          readonly denied?: readonly string[] | undefined;
          readonly objected?: readonly string[] | undefined;
        } | undefined;
        /**
         * Whether the rows are this service’s own export: categories that the profile does not have, and TC
         * and GPP strings that are not valid, are kept as they are. Default: such a row is refused.
         */
        readonly asStored?: boolean | undefined;
        /** A row without any decision records that a notice was seen; otherwise it is refused. */
        readonly noticeOnly?: boolean | undefined;
        /** BCP 47; the profile’s default locale where there is none. */
        readonly locale?: string | undefined;
        /** ISO 3166-1 alpha-2. */
        readonly country?: string | undefined;
        /** The part of ISO 3166-2 after the dash. */
        readonly region?: string | undefined;
        /** Whether Global Privacy Control was on. */
        readonly gpcDetected?: string | undefined;
        /** Whether the visitor confirmed the choice against Global Privacy Control. */
        readonly gpcOverride?: string | undefined;
        /** `pending` or `granted`; empty: no parent was asked. */
        readonly parentalConsent?: string | undefined;
        /** The id of the user in your own system: 1 to 128 printable ASCII characters. */
        readonly subjectId?: string | undefined;
        /** Whether the age was verified. */
        readonly ageVerified?: string | undefined;
        /** How the visitor decided: `accept`, `refuse`, `save`, `close`, `gpc`, `embed` or `api`. */
        readonly method?: string | undefined;
        /** Where: `banner`, `preferences`, `embed`, `gpc` or `age`. */
        readonly layer?: string | undefined;
        /** IAB TC string. */
        readonly tcfString?: string | undefined;
        /** IAB GPP string. */
        readonly gppString?: string | undefined;
      };
    })[];
  };
  /** Import consents from another product’s export, or check them without writing. */
  readonly importConsents: {
    readonly input: {
      readonly body: {
        /** The content: CSV (commas, semicolons or tabs, with a header), or one JSON object per line. */
        readonly file: string;
        /** Name of the file, for the audit log. Default `upload`. */
        readonly fileName?: string | undefined;
        /** Profile that the consents belong to. */
        readonly profileId: string;
        /** Version that the visitors are assumed to have seen. Default: the one shown now. */
        readonly profileVersion?: number | undefined;
        /** The product that the file is from. */
        readonly preset?: 'express-consent' | 'onetrust' | 'cookiebot' | 'usercentrics' | 'didomi' | 'c15t' | 'klaro' | undefined;
        /** Columns by field, as in the import guide; replaces fields of the preset. */
        readonly mapping?: { readonly [key: string]: unknown } | undefined;
        /** Replaces the field of the mapping. */
        readonly visitorIds?: 'keep' | 'hash' | undefined;
        /** Whether to check every row and write nothing. Default false. */
        readonly dryRun?: boolean | undefined;
      };
    };
    readonly data: {
      readonly dryRun: boolean;
      /** Whether the file was read to its end. If not, send it again: rows are never written twice. */
      readonly completed: boolean;
      /** Rows of the file; each has one of the following outcomes. */
      readonly read: number;
      /** Rows written as the current decision, or as one that led to it. */
      readonly written: number;
      /** Rows added to the history before a later decision that was already stored. */
      readonly older: number;
      /** Rows already stored. */
      readonly unchanged: number;
      /** Rows that cannot be used. */
      readonly refused: number;
      /** Why rows were refused, the first 50 reasons. They never quote a row. */
      readonly reasons: readonly ({
        readonly reason: string;
        readonly count: number;
        readonly firstLine: number;
      })[];
      /** The first 1000 of them. */
      readonly refusedRows: readonly ({
        readonly line: number;
        readonly reason: string;
      })[];
    };
  };
  /** Get whether the first-run wizard was finished or skipped. */
  readonly getSetupStatus: {
    readonly input: NoInput;
    readonly data: SetupStatus;
  };
  /** Record that the wizard was finished or skipped; this cannot be undone. */
  readonly completeSetup: {
    readonly input: NoInput;
    readonly data: SetupStatus;
  };
  /** Get the configuration without secrets, and the remaining steps. */
  readonly getSetupConfig: {
    readonly input: NoInput;
    readonly data: SetupConfig;
  };
  /** List the built-in compliance groups, strictest first. */
  readonly listComplianceGroups: {
    readonly input: NoInput;
    readonly data: readonly ComplianceGroupDetails[];
  };
  /** Get what the wizard fills in: the name for receipts, and languages with starter texts. */
  readonly getSetupSuggestions: {
    readonly input: NoInput;
    readonly data: {
      /** Who is responsible, as receipts say. */
      readonly controllerName: string;
      /** Languages with starter texts, English first. */
      readonly locales: readonly string[];
    };
  };
  /** Get the starter profile that a group would get; nothing is saved. */
  readonly previewSeed: {
    readonly input: {
      readonly body: {
        readonly group: 'opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated';
        /**
         * Languages of the profiles, the default one first. Default: all `locales` of `GET
         * /setup/suggestions`.
         */
        readonly locales?: readonly string[] | undefined;
        /** The privacy policy, to which the texts link: a web address or a path. Default `/privacy`. */
        readonly privacyUrl?: string | undefined;
        /** Who is responsible, as the texts say. Default: the name for receipts, else the tenant’s. */
        readonly controllerName?: string | undefined;
        /**
         * What the site sets besides the cookies of this service: ids of `GET /cookie-catalogue`. Default:
         * well-known cookies as an example.
         */
        readonly catalogue?: readonly string[] | undefined;
        /** Position of the banners. Default `bottom`. */
        readonly position?: 'bottom' | 'top' | 'bottom-left' | 'bottom-right' | 'top-left' | 'top-right' | 'center' | undefined;
      };
    };
    readonly data: ProfileCreate;
  };
  /** Create a starter profile for each given group that has no active one. */
  readonly seedProfiles: {
    readonly input: {
      readonly body: SeedRequest;
    };
    readonly data: Seeded;
  };
  /** Check the database, storage, migrations, start and published files. */
  readonly getReadiness: {
    readonly input: NoInput;
    readonly data: {
      readonly status: 'ok' | 'degraded';
      readonly checks: {
        readonly database: 'ok' | 'degraded';
        readonly storage: 'ok' | 'degraded';
        readonly migrations: 'ok' | 'degraded';
        readonly start: 'ok' | 'degraded';
        readonly publications: 'ok' | 'degraded';
        /**
         * Whether the read replica is used; only with `database.readKnex`. While it is `degraded`, its reads
         * go to the primary database, and `status` stays `ok`.
         */
        readonly replica?: 'ok' | 'degraded' | undefined;
        /**
         * Whether all plugins are in use; only with plugins. `disabled`: at least one could not be
         * initialised, and `status` stays `ok`. `health()` and `GET /setup/config` name it.
         */
        readonly plugins?: 'ok' | 'disabled' | undefined;
      };
    };
  };
  /** Get the name and version of this API and links to its description and health route. */
  readonly getAdminIndex: {
    readonly input: NoInput;
    readonly data: {
      readonly name: string;
      /** Version of the package. */
      readonly version: string;
      /** Paths of this API, by their purpose. */
      readonly links: { readonly [key: string]: string };
    };
  };
  /** Get the OpenAPI 3.1 description of this API. */
  readonly getAdminOpenApi: {
    readonly input: NoInput;
    readonly data: {
      readonly openapi: string;
      readonly [key: string]: unknown;
    };
  };
}

export const adminOperations: Readonly<Record<keyof AdminOperations, string>> = {
  listTenants: 'GET /tenants',
  createTenant: 'POST /tenants',
  updateTenant: 'PUT /tenants/:id',
  deleteTenant: 'DELETE /tenants/:id',
  login: 'POST /auth/login',
  authorizeOidc: 'GET /auth/oidc/authorize',
  finishOidc: 'GET /auth/oidc/callback',
  beginSaml: 'GET /auth/saml/login',
  describeSaml: 'GET /auth/saml/metadata',
  finishSaml: 'POST /auth/saml/acs',
  refreshToken: 'POST /auth/refresh',
  logout: 'POST /auth/logout',
  getCurrentUser: 'GET /auth/me',
  getCurrentSession: 'GET /auth/session',
  getSignInMode: 'GET /auth/mode',
  setUpTotp: 'POST /auth/totp/setup',
  verifyTotp: 'POST /auth/totp/verify',
  disableTotp: 'POST /auth/totp/disable',
  updateCurrentUser: 'PUT /auth/me',
  confirmIdentity: 'POST /auth/confirm',
  changePassword: 'POST /auth/password',
  listSessions: 'GET /auth/sessions',
  endOtherSessions: 'DELETE /auth/sessions',
  endSession: 'DELETE /auth/sessions/:id',
  acceptAccountLink: 'POST /auth/accept',
  answerTotpChallenge: 'POST /auth/totp/login',
  listUsers: 'GET /users',
  createUser: 'POST /users',
  createResetLink: 'POST /users/:id/reset-link',
  getUser: 'GET /users/:id',
  updateUser: 'PUT /users/:id',
  deleteUser: 'DELETE /users/:id',
  assignRole: 'POST /users/:id/roles',
  revokeRole: 'DELETE /users/:id/roles/:roleId',
  releaseIdentity: 'DELETE /users/:id/identity',
  listUserLinks: 'GET /users/:id/links',
  revokeUserLink: 'DELETE /users/:id/links/:linkId',
  listRoles: 'GET /roles',
  createRole: 'POST /roles',
  updateRole: 'PUT /roles/:id',
  deleteRole: 'DELETE /roles/:id',
  listRolePermissions: 'GET /roles/:id/permissions',
  assignPermission: 'POST /roles/:id/permissions',
  revokePermission: 'DELETE /roles/:id/permissions/:permId',
  listPermissions: 'GET /permissions',
  listApiKeys: 'GET /apikeys',
  createApiKey: 'POST /apikeys',
  revokeApiKey: 'DELETE /apikeys/:id',
  reactivateApiKey: 'POST /apikeys/:id/reactivate',
  deleteApiKey: 'DELETE /apikeys/:id/permanent',
  getSettings: 'GET /settings',
  updateSettings: 'PATCH /settings',
  listAudit: 'GET /audit',
  verifyAudit: 'GET /audit/verify',
  listConsentTemplates: 'GET /consent-templates',
  createConsentTemplate: 'POST /consent-templates',
  getConsentTemplate: 'GET /consent-templates/:id',
  updateConsentTemplate: 'PUT /consent-templates/:id',
  deleteConsentTemplate: 'DELETE /consent-templates/:id',
  copyConsentTemplate: 'POST /consent-templates/:id/copy',
  listConsentTemplateProfiles: 'GET /consent-templates/:id/profile-usage',
  listUiTemplates: 'GET /ui-templates',
  createUiTemplate: 'POST /ui-templates',
  getUiTemplate: 'GET /ui-templates/:id',
  updateUiTemplate: 'PUT /ui-templates/:id',
  deleteUiTemplate: 'DELETE /ui-templates/:id',
  copyUiTemplate: 'POST /ui-templates/:id/copy',
  listUiTemplateProfiles: 'GET /ui-templates/:id/profile-usage',
  searchCookieCatalogue: 'GET /cookie-catalogue',
  listPublications: 'GET /publications',
  listJurisdictions: 'GET /jurisdictions',
  resolveVisitor: 'GET /resolve',
  listArchivedProfiles: 'GET /profiles/archived',
  listProfileVersions: 'GET /profiles/:id/versions',
  getProfileVersion: 'GET /profiles/:id/versions/:entryId',
  getProfileVersionContent: 'GET /profiles/:id/versions/:entryId/content',
  diffProfileVersions: 'GET /profiles/:id/versions/:a/diff/:b',
  rollbackProfile: 'POST /profiles/:id/rollback',
  importTranslations: 'POST /profiles/:id/import-translations',
  exportTranslations: 'GET /export/translations/:profileId',
  validateProfile: 'POST /profiles/validate',
  previewProfile: 'POST /profiles/preview',
  getComplianceCoverage: 'GET /compliance-coverage',
  createProfileFromTemplate: 'POST /profiles/from-template',
  listProfiles: 'GET /profiles',
  createProfile: 'POST /profiles',
  getProfile: 'GET /profiles/:id',
  updateProfile: 'PUT /profiles/:id',
  deleteProfile: 'DELETE /profiles/:id',
  copyProfile: 'POST /profiles/:id/copy',
  activateProfile: 'POST /profiles/:id/activate',
  deactivateProfile: 'POST /profiles/:id/deactivate',
  listTcfVendors: 'GET /tcf/vendors',
  listTcfPurposes: 'GET /tcf/purposes',
  getTcfRegistration: 'GET /tcf/registration-status',
  confirmTcfRegistration: 'POST /tcf/confirm-registration',
  getGppRegistration: 'GET /gpp/registration-status',
  confirmGppRegistration: 'POST /gpp/confirm-registration',
  getInstallation: 'GET /setup/installation',
  decodeTcString: 'GET /tcf/decode',
  decodeGppString: 'GET /gpp/decode',
  getOptInRates: 'GET /analytics/opt-in',
  getOverview: 'GET /stats/overview',
  getTimeline: 'GET /stats/timeline',
  getCategoryRates: 'GET /stats/categories',
  getCountryShares: 'GET /stats/countries',
  getGpcStatistics: 'GET /stats/gpc',
  listConsents: 'GET /consents',
  getVisitorConsent: 'GET /consents/:visitorId',
  getVisitorConsentHistory: 'GET /consents/:visitorId/history',
  eraseVisitor: 'DELETE /visitors/:visitorId',
  eraseSubject: 'DELETE /subjects/:subjectId',
  listVisitors: 'GET /visitors',
  getConsentEvidence: 'GET /consents/:visitorId/evidence',
  getPublicationEvidence: 'GET /publications/:complianceGroup/evidence',
  find: 'GET /find',
  exportConsents: 'GET /export/consents',
  exportConsentsXlsx: 'GET /export/consents/xlsx',
  exportAudit: 'GET /export/audit',
  listImportPresets: 'GET /imports/presets',
  importConsents: 'POST /imports',
  getSetupStatus: 'GET /setup/status',
  completeSetup: 'POST /setup/complete',
  getSetupConfig: 'GET /setup/config',
  listComplianceGroups: 'GET /setup/compliance-groups',
  getSetupSuggestions: 'GET /setup/suggestions',
  previewSeed: 'POST /setup/preview-profile',
  seedProfiles: 'POST /setup/seed-profiles',
  getReadiness: 'GET /health',
  getAdminIndex: 'GET /',
  getAdminOpenApi: 'GET /openapi.json',
};
