import type { ResolvedConfig } from '../config/config-schema';
import type { Database } from '../database/database';
import type { RunUnitOfWork } from '../database/unit-of-work';
import {
  type ConfirmOwner,
  ensureBuiltInRoles,
  type IssueAccountLink,
  type PasswordHasher,
  type ProviderUsers,
} from '../features/accounts';
import type { Feature } from '../features/feature';
import { type AuthMode, sessionModes } from '../kernel/auth-modes';
import type { Clock } from '../kernel/clock';
import type { Logger } from '../kernel/logger';
import { createAccessTokens } from './access-tokens';
import { createAccountLinkRoute } from './account-links/account-link-routes';
import { createAccountLinks } from './account-links/account-links';
import { createAttemptLimits } from './attempt-limits';
import { createFailedSignInAudit } from './audit-sign-ins';
import type { SignInMode } from './auth-schemas';
import type { Authenticator } from './authenticator';
import { createCustomAuthenticator } from './custom/custom-authenticator';
import { createJwtAuthenticator } from './jwt/jwt-authenticator';
import { createDeviceCookies } from './local/device-cookies';
import { createLocalAuthenticator } from './local/local-authenticator';
import { createPasswordResets, type PasswordResets } from './local/reset-password';
import { deleteEndedAttempts } from './login-attempt-repository';
import { createOidcAuthenticator } from './oidc/oidc-authenticator';
import { warnOfMissingRole, warnOfOpenDoor } from './open-door';
import { createOwnerConfirmation } from './own-account/confirm-owner';
import { createOwnAccount } from './own-account/own-account';
import { createOwnAccountRoutes } from './own-account/own-account-routes';
import { createProviderSignIn } from './provider-sign-in';
import { createSamlAuthenticator } from './saml/saml-authenticator';
import { createSecretBox } from './secret-box';
import { createMeRoute, createModeRoute, createSessionRoutes } from './session-routes';
import { createSessions } from './sessions';
import { createSharedKey } from './shared-key';
import { createTotpChallenges } from './totp/totp-challenges';
import { createTotpRoutes } from './totp/totp-routes';
import { createTotpService } from './totp/totp-service';
import { deleteExpiredSsoRequests } from './used-once-repository';

export interface AuthOptions {
  readonly auth: ResolvedConfig['auth'];
  readonly dashboard: Pick<ResolvedConfig['dashboard'], 'enabled' | 'path'>;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly users: ProviderUsers;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Auth extends Feature, Pick<Authenticator, 'mode' | 'authenticate'> {
  readonly confirmOwner: ConfirmOwner;
  readonly issueAccountLink: IssueAccountLink;
  readonly passwords: PasswordResets;
}

/**
 * Creates the sign-in of the configured `auth.mode`, with the routes of all modes and those that modes share.
 */
export function createAuth({
  auth,
  dashboard,
  database,
  runUnit,
  hasher,
  users,
  clock,
  logger,
}: AuthOptions): Auth {
  const { mode, masterSecret } = auth;
  if (masterSecret === undefined && isSessionMode(mode))
    logger.warn(
      {},
      'auth.masterSecret is not set: a random secret is used, so all admin sessions end at a restart',
    );
  const tokens = createAccessTokens(masterSecret, clock);
  const sessions = createSessions({
    database,
    tokens,
    clock,
    sessionMinutes: auth.sessionMinutes,
    maxSessionHours: auth.maxSessionHours,
  });
  const attemptKey = createSharedKey(database, masterSecret, 'login-attempts');
  const limits = createAttemptLimits(attemptKey, runUnit, clock);
  const failures = createFailedSignInAudit(runUnit, attemptKey, clock);
  const box = createSecretBox(database, masterSecret, 'totp-secrets');
  const totp = createTotpService({ database, runUnit, limits, box, issuer: auth.totpIssuer, clock, logger });
  const challenges = createTotpChallenges({
    required: auth.totp === 'required',
    box: createSecretBox(database, masterSecret, 'totp-challenges'),
    database,
    runUnit,
    limits,
    failures,
    totp,
    sessions,
    clock,
  });
  const confirmOwner = createOwnerConfirmation({ mode, database, runUnit, limits, hasher, totp, clock });
  const links = createAccountLinks({
    box: createSecretBox(database, masterSecret, 'account-links'),
    database,
    runUnit,
    hasher,
    limits,
    failures,
    clock,
  });
  const signIn = createProviderSignIn({ users, sessions, failures, challenges });
  const defaultEnd = dashboard.enabled ? 'dashboard' : null;
  const authenticators: readonly Authenticator[] = [
    createLocalAuthenticator({
      adminEmail: auth.adminEmail,
      adminPassword: auth.adminPassword,
      limits,
      failures,
      devices: createDeviceCookies(createSharedKey(database, masterSecret, 'device-cookies'), clock),
      totp,
      totpRequired: auth.totp === 'required',
      database,
      runUnit,
      hasher,
      sessions,
      clock,
      logger,
    }),
    createJwtAuthenticator({ masterSecret, claimsMapping: auth.claimsMapping, users, clock }),
    createOidcAuthenticator({
      oidc: auth.oidc,
      box: createSecretBox(database, masterSecret, 'oidc-logins'),
      signIn,
      database,
      sessions,
      clock,
      logger,
      defaultEnd,
      dashboardPath: dashboard.path,
    }),
    createSamlAuthenticator({
      saml: auth.saml,
      database,
      limits,
      sessions,
      signIn,
      clock,
      logger,
      defaultEnd,
      dashboardPath: dashboard.path,
    }),
    createCustomAuthenticator({ validateUser: auth.validateUser, users, logger }),
  ];
  const authenticator = authenticators.find((candidate) => candidate.mode === mode);
  if (authenticator === undefined) throw new Error(`Unknown sign-in mode "${mode}"`);

  async function maintain(): Promise<void> {
    await sessions.removeEnded();
    await database.transaction((connection) => deleteEndedAttempts(connection, clock.now()));
    await database.transaction((connection) => deleteExpiredSsoRequests(connection, clock.now()));
  }

  return {
    mode,
    authenticate: authenticator.authenticate,
    confirmOwner,
    issueAccountLink: links.issue,
    passwords: createPasswordResets({ database, runUnit, hasher, clock }),
    adminRoutes: [
      ...authenticators.flatMap(({ routes }) => routes),
      ...createSessionRoutes(sessions, runUnit),
      createMeRoute(mode, database, clock),
      createModeRoute(describeSignIn(auth)),
      ...createTotpRoutes(totp, confirmOwner),
      ...createOwnAccountRoutes(createOwnAccount({ database, runUnit, hasher, confirmOwner, clock })),
      createAccountLinkRoute(links),
      challenges.route,
    ],
    async start() {
      await ensureBuiltInRoles(database, clock);
      // Loaded now: a sign-in uses it inside a transaction, where a small pool has no second connection.
      await attemptKey();
      await authenticator.start();
      await warnOfOpenDoor(auth, database, logger);
      await warnOfMissingRole(auth, database, logger);
      await maintain();
    },
    async close() {
      await authenticator.close?.();
    },
    startFailure: { meaning: 'sign-in cannot be set up', configKey: 'auth.mode' },
    maintain,
  };
}

/** Returns what everyone may know about the sign-in. */
function describeSignIn({ mode, totp, oidc, saml }: AuthOptions['auth']): SignInMode {
  const paths: Partial<Record<AuthMode, string>> = {
    local: '/auth/login',
    oidc: '/auth/oidc/authorize',
    saml: '/auth/saml/login',
  };
  const provider = mode === 'oidc' ? oidc : mode === 'saml' ? saml : undefined;
  const sendsRoles: Readonly<Record<AuthMode, boolean>> = {
    local: false,
    jwt: true,
    oidc: oidc?.claimsMapping.roles !== undefined,
    saml: saml?.rolesAttribute !== undefined,
    custom: true,
  };
  return {
    mode,
    provider: provider?.displayName ?? null,
    signInPath: paths[mode] ?? null,
    roles: sendsRoles[mode] ? 'provider' : 'operators',
    totpRequired: totp === 'required',
  };
}

const isSessionMode = (mode: string) => (sessionModes as readonly string[]).includes(mode);
