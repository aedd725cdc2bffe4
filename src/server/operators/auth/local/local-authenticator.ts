import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { defineRoute } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import type { Logger } from '#platform/kernel/logger';
import { ensureFirstAdmin, normalizeEmail, type PasswordHasher, type RevokeKeysOf } from '../../accounts';
import type { AttemptLimits } from '../attempt-limits';
import type { FailedSignInAudit } from '../audit-sign-ins';
import { LoginBody, LoginReply, signInBytes } from '../auth-schemas';
import type { Authenticator } from '../authenticator';
import { createSessionAuthentication, loginReply, requireOwnPage } from '../session-cookies';
import type { Sessions } from '../sessions';
import type { TotpService } from '../totp/totp-service';
import type { DeviceCookies } from './device-cookies';
import { createIgnoredPasswordCheck } from './ignored-admin-password';
import { createLogin } from './login';

export interface LocalAuthenticatorOptions {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly limits: AttemptLimits;
  readonly failures: FailedSignInAudit;
  readonly devices: DeviceCookies;
  readonly totp: TotpService;
  readonly totpRequired: boolean;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly revokeKeysOf: RevokeKeysOf;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Creates the mode `local`: users of the service's own database sign in with e-mail and password. */
export function createLocalAuthenticator(options: LocalAuthenticatorOptions): Authenticator {
  const {
    adminEmail,
    adminPassword,
    database,
    runUnit,
    hasher,
    revokeKeysOf,
    sessions,
    devices,
    clock,
    logger,
  } = options;
  const login = createLogin(options);
  const checkPassword = createIgnoredPasswordCheck(options);
  let passwordCheck = Promise.resolve();

  const loginRoute = defineRoute({
    id: 'login',
    method: 'POST',
    path: '/auth/login',
    modes: ['local'],
    tag: 'Auth',
    summary: 'Sign in with e-mail and password',
    access: { public: 'callers have no token before they sign in' },
    body: LoginBody,
    bodyBytes: signInBytes,
    replies: { 200: { description: 'Signed in', schema: LoginReply } },
    errors: ['unauthenticated', 'origin_not_allowed'],
    async handle(request) {
      const { body, ip, requestId } = request;
      const { session = 'token' } = body;
      if (session === 'cookie') requireOwnPage(request);
      const email = normalizeEmail(body.email);
      const device = devices.recognise(email, request);
      const signedIn = await login({
        email,
        password: body.password,
        totp: body.totp,
        ip,
        device,
        requestId,
      });
      const reply = loginReply(signedIn, session, request);
      const cookies = [reply.headers?.['Set-Cookie'] ?? [], devices.issue(email, device, request)];
      return { ...reply, headers: { 'Set-Cookie': cookies.flat() } };
    },
  });

  return {
    mode: 'local',
    routes: [loginRoute],
    async start() {
      await ensureFirstAdmin({
        email: adminEmail,
        password: adminPassword,
        database,
        runUnit,
        hasher,
        revokeKeysOf,
        clock,
        logger,
      });
      passwordCheck = checkPassword();
    },
    close: () => passwordCheck,
    authenticate: createSessionAuthentication(sessions),
  };
}
