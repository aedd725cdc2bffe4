import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import { type AuthMode, isSessionMode } from '#platform/kernel/auth-modes';
import type { Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { runEach } from '#platform/kernel/concurrency/run-each';
import { unauthenticated } from '#platform/kernel/errors';
import type { SecretRing } from '#platform/kernel/keyring';
import type { Logger } from '#platform/kernel/logger';
import {
  type ConfirmOwner,
  ensureBuiltInRoles,
  type LinkTokens,
  lastLinkEnd,
  type PasswordHasher,
  type ProviderUsers,
  type RevokeKeysOf,
  reloadPrincipal,
  withoutLostRights,
} from '../accounts';
import { createAccessTokens } from './access-tokens';
import { createAcceptLink } from './account-links/accept-link';
import { createAccountLinkRoute } from './account-links/account-link-routes';
import { createLinkTokens } from './account-links/link-tokens';
import { createAttemptLimits } from './attempt-limits';
import { createFailedSignInAudit } from './audit-sign-ins';
import { authKeys } from './auth-keys';
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
import { createStorageBox, createTokenBox } from './secret-box';
import { createCurrentUserRoutes, createModeRoute, createSessionRoutes } from './session-routes';
import { createSessions } from './sessions';
import { createSharedKey } from './shared-key';
import { type ResealedSecrets, resealTotp } from './totp/reseal-totp';
import { createTotpChallenges } from './totp/totp-challenges';
import { createTotpRoutes } from './totp/totp-routes';
import { createTotpService } from './totp/totp-service';
import { deleteExpiredSsoRequests } from './used-once-repository';

export interface AuthOptions {
  readonly auth: ResolvedConfig['auth'];
  /** `auth.masterSecret`, or a random value when it is not set. */
  readonly masterSecrets: SecretRing;
  readonly dashboard: Pick<ResolvedConfig['dashboard'], 'enabled' | 'path'>;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly users: ProviderUsers;
  readonly revokeKeysOf: RevokeKeysOf;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Auth extends Feature, Pick<Authenticator, 'mode' | 'authenticate'> {
  /** Returns a signed-in user as they are now. @throws ServiceError `unauthenticated` once they are signed out */
  readonly renew: (user: Principal) => Promise<Principal>;
  readonly confirmOwner: ConfirmOwner;
  readonly linkTokens: LinkTokens;
  /** Seals stored secrets with the current master secret. Only for a configured one. */
  readonly resealSecrets: () => Promise<ResealedSecrets>;
  /**
   * Returns until when sessions and links can need a previous master secret (epoch ms).
   * @param since when the current one was first used (epoch ms)
   */
  readonly previousNeededUntil: (since: number) => Promise<number>;
  readonly passwords: PasswordResets;
}

/**
 * Creates the sign-in of the configured `auth.mode`, with the routes of all modes and those that modes share.
 */
export function createAuth({
  auth,
  masterSecrets: master,
  dashboard,
  database,
  runUnit,
  hasher,
  users,
  revokeKeysOf,
  clock,
  logger,
}: AuthOptions): Auth {
  const { mode } = auth;
  if (!master.isLasting && isSessionMode(mode))
    logger.warn(
      { secrets: ['auth.masterSecret'] },
      'auth.masterSecret is not set: a random secret is used, so all admin sessions and links to choose a password end at a restart. See docs/guide/troubleshooting.md#no-master-secret',
    );
  const tokens = createAccessTokens(master, clock);
  const sessions = createSessions({
    database,
    tokens,
    clock,
    sessionMinutes: auth.sessionMinutes,
    maxSessionHours: auth.maxSessionHours,
  });
  const attemptKey = createSharedKey(database, master, 'login-attempts');
  const limits = createAttemptLimits(attemptKey, runUnit, clock);
  const failures = createFailedSignInAudit(runUnit, attemptKey, clock);
  const box = createStorageBox(database, master, totpSecrets);
  const totp = createTotpService({ database, runUnit, limits, box, issuer: auth.totpIssuer, clock, logger });
  const challenges = createTotpChallenges({
    required: auth.totp === 'required',
    box: createTokenBox(master, 'totp-challenges'),
    database,
    runUnit,
    limits,
    failures,
    totp,
    sessions,
    clock,
  });
  const confirmOwner = createOwnerConfirmation({
    mode,
    database,
    runUnit,
    limits,
    hasher,
    totp,
    totpRequired: auth.totp === 'required',
    clock,
  });
  const linkTokens = createLinkTokens(authKeys(master, 'account-links'));
  const acceptLink = createAcceptLink({
    tokens: linkTokens,
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
      devices: createDeviceCookies(authKeys(master, 'device-cookies'), clock),
      totp,
      totpRequired: auth.totp === 'required',
      database,
      runUnit,
      hasher,
      revokeKeysOf,
      sessions,
      clock,
      logger,
    }),
    createJwtAuthenticator({
      masterSecret: auth.masterSecret,
      claimsMapping: auth.claimsMapping,
      users,
      clock,
    }),
    createOidcAuthenticator({
      oidc: auth.oidc,
      box: createTokenBox(master, 'oidc-logins'),
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
    const now = clock.now();
    const tasks = [
      () => sessions.removeEnded(),
      () => database.transaction((connection) => deleteEndedAttempts(connection, now)),
      () => database.transaction((connection) => deleteExpiredSsoRequests(connection, now)),
    ];
    await runEach(tasks, (task) => task());
  }

  return {
    mode,
    authenticate: authenticator.authenticate,
    async renew(user) {
      const current = await database.read((connection) => reloadPrincipal(connection, user));
      if (current === null) throw unauthenticated();
      if (user.stored !== undefined) return withoutLostRights(user, user.stored, current);
      // Only the request says when a user without a session last proved their identity.
      return user.sessionId === null ? { ...current, signedInAt: user.signedInAt } : current;
    },
    confirmOwner,
    linkTokens,
    async previousNeededUntil(since) {
      const [{ id }] = authKeys(master, 'account-links');
      const lastLink = await database.read((connection) => lastLinkEnd(connection, id, clock.now()));
      return Math.max(since + auth.sessionMinutes * 60_000, lastLink ?? 0);
    },
    resealSecrets: () => resealTotp(database, box, totpSecrets),
    passwords: createPasswordResets({ database, runUnit, hasher, clock }),
    adminRoutes: [
      ...authenticators.flatMap(({ routes }) => routes),
      ...createSessionRoutes(sessions, runUnit),
      ...createCurrentUserRoutes(mode, database, clock),
      createModeRoute(describeSignIn(auth)),
      ...createTotpRoutes(totp, confirmOwner),
      ...createOwnAccountRoutes(
        createOwnAccount({
          database,
          runUnit,
          hasher,
          confirmOwner,
          clock,
          sessionMinutes: auth.sessionMinutes,
        }),
      ),
      createAccountLinkRoute(acceptLink),
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

/** Purpose of the key of the secrets of one-time codes. */
const totpSecrets = 'totp-secrets';

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
