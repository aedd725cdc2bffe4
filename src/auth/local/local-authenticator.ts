import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import { ensureFirstAdmin, type PasswordHasher } from '../../features/accounts';
import { defineRoute } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import { LoginBody, LoginReply } from '../auth-schemas';
import type { Authenticator } from '../authenticator';
import { createSessionRoutes } from '../session-routes';
import type { Sessions } from '../sessions';
import { createAttemptKey } from './attempt-key';
import { createLogin } from './login';
import { deleteEndedAttempts } from './login-attempt-repository';
import { createLoginLimits } from './login-limits';

export interface LocalAuthenticatorOptions {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly masterSecret: string | undefined;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Mode `local`: e-mail and password of users in our own database. */
export function createLocalAuthenticator(options: LocalAuthenticatorOptions): Authenticator {
  const { adminEmail, adminPassword, masterSecret, database, runUnit, hasher, sessions, clock, logger } = options;
  const attemptKey = createAttemptKey(database, masterSecret);
  const limits = createLoginLimits(attemptKey, clock);
  const login = createLogin({ database, runUnit, limits, hasher, sessions, clock });

  const loginRoute = defineRoute({
    id: 'login',
    method: 'POST',
    path: '/auth/login',
    tag: 'Auth',
    summary: 'Sign in with e-mail and password',
    access: { public: 'this is where the token comes from' },
    body: LoginBody,
    replies: { 200: { description: 'Signed in', schema: LoginReply } },
    errors: ['unauthenticated'],
    async handle({ body, ip, requestId }) {
      return { body: await login({ email: body.email, password: body.password, ip, requestId }) };
    },
  });

  return {
    mode: 'local',
    routes: [loginRoute, ...createSessionRoutes(sessions, runUnit)],
    async start() {
      // Read ahead: a sign-in asks for it inside a transaction, where a small pool has no second connection.
      await attemptKey();
      await ensureFirstAdmin({ email: adminEmail, password: adminPassword, database, runUnit, hasher, clock, logger });
    },
    authenticate: sessions.authenticate,
    async maintenance() {
      await sessions.removeEnded();
      await database.transaction((connection) => deleteEndedAttempts(connection, clock.now()));
    },
  };
}
