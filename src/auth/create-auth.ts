import type { ResolvedConfig } from '../config/config-schema';
import type { Database } from '../database/database';
import type { RunUnitOfWork } from '../database/unit-of-work';
import { ensureBuiltInRoles, type PasswordHasherOptions, passwordHashing as standardHashing } from '../features/accounts';
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
  readonly clock: Clock;
  readonly logger: Logger;
  /** Not part of the configuration: nobody should lower it but a test in a hurry. */
  readonly passwordHashing?: Partial<PasswordHasherOptions> | undefined;
}

/** Sign-in as the configured `auth.mode` has it, with the routes that every mode shares. */
export function createAuth({ config: { auth }, database, runUnit, clock, logger, passwordHashing }: AuthOptions): Authenticator {
  if (auth.masterSecret === undefined) logger.warn({}, 'auth.masterSecret is not set: a random one is used, so all admin sessions end on restart');
  const tokens = createAccessTokens(auth.masterSecret, clock);
  const sessions = createSessions({ database, tokens, clock, sessionMinutes: auth.sessionMinutes, maxSessionHours: auth.maxSessionHours });
  const authenticator = createLocalAuthenticator({
    adminEmail: auth.adminEmail,
    adminPassword: auth.adminPassword,
    masterSecret: auth.masterSecret,
    passwordHashing: { ...standardHashing, ...passwordHashing },
    database,
    runUnit,
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
