import type { ResolvedConfig } from '../config/config-schema';
import type { Database } from '../database/database';
import type { RunUnitOfWork } from '../database/unit-of-work';
import { ensureBuiltInRoles, type PasswordHasher } from '../features/accounts';
import type { Clock } from '../kernel/clock';
import type { Logger } from '../kernel/logger';
import { createAccessTokens } from './access-tokens';
import type { Authenticator } from './authenticator';
import { createLocalAuthenticator } from './local/local-authenticator';
import { createMeRoute } from './session-routes';
import { createSessions } from './sessions';

export interface AuthOptions {
  readonly config: Pick<ResolvedConfig, 'auth'>;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sign-in as the configured `auth.mode` has it, with the routes that every mode shares. */
export function createAuth({ config: { auth }, database, runUnit, hasher, clock, logger }: AuthOptions): Authenticator {
  if (auth.masterSecret === undefined) logger.warn({}, 'auth.masterSecret is not set: a random one is used, so all admin sessions end on restart');
  const tokens = createAccessTokens(auth.masterSecret, clock);
  const sessions = createSessions({ database, tokens, clock, sessionMinutes: auth.sessionMinutes, maxSessionHours: auth.maxSessionHours });
  const authenticator = createLocalAuthenticator({
    adminEmail: auth.adminEmail,
    adminPassword: auth.adminPassword,
    masterSecret: auth.masterSecret,
    database,
    runUnit,
    hasher,
    sessions,
    clock,
    logger,
  });
  return {
    ...authenticator,
    routes: [...authenticator.routes, createMeRoute(database)],
    async start() {
      await ensureBuiltInRoles(database, clock);
      await authenticator.start();
      await authenticator.maintenance();
    },
  };
}
