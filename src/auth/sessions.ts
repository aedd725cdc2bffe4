import type { Connection, Database } from '../database/database';
import {
  deleteEndedSessions,
  extendSession,
  findSessionEnd,
  insertSession,
  loadPrincipal,
  revokeSession,
} from '../features/accounts';
import type { Principal } from '../kernel/caller';
import { type Clock, toIso } from '../kernel/clock';
import { ServiceError } from '../kernel/errors';
import { newId } from '../kernel/ids';
import type { AccessTokens } from './access-tokens';
import type { TokenReply } from './auth-schemas';
import { bearerToken } from './bearer';

/** Sign-ins that a row in the database stands for; every mode with tokens of ours uses them. */
export interface Sessions {
  /**
   * Starts a session in the caller's transaction. Null when the user is not active.
   * @param endsBy an earlier end that the identity provider asks for, epoch milliseconds
   */
  open(
    connection: Connection,
    userId: string,
    endsBy?: number | null,
  ): Promise<(TokenReply & { readonly principal: Principal }) | null>;
  /** Who sent this `Authorization` header. @throws ServiceError `unauthenticated` */
  authenticate(authorization: string | undefined): Promise<Principal>;
  /**
   * Moves the session on and gives a token for it. The old one lives to its own end. @throws ServiceError
   * `unauthenticated`
   */
  refresh(principal: Principal): Promise<TokenReply>;
  /** Ends the session in the caller's transaction. False when it had ended already. */
  close(connection: Connection, sessionId: string): Promise<boolean>;
  removeEnded(): Promise<void>;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly sessionMinutes: number;
  readonly maxSessionHours: number;
}

/** RFC 9110 wants every 401 to say how to authenticate. */
export function unauthenticated(
  message?: string,
  body: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): ServiceError {
  return new ServiceError('unauthenticated', {
    headers: { 'WWW-Authenticate': 'Bearer' },
    body,
    cause,
    ...(message === undefined ? {} : { message }),
  });
}

export function createSessions({
  database,
  tokens,
  clock,
  sessionMinutes,
  maxSessionHours,
}: SessionsOptions): Sessions {
  /** Tokens count whole seconds, so sessions do too. */
  const after = (milliseconds: number) => Math.floor((clock.now() + milliseconds) / 1000) * 1000;
  const reply = (principal: Principal, expiresAt: number) => ({
    token: tokens.sign(principal, expiresAt),
    expiresAt: toIso(expiresAt),
  });

  return {
    async open(connection, userId, endsBy = null) {
      const now = clock.now();
      const endsAt = Math.min(
        after(maxSessionHours * 3_600_000),
        endsBy === null ? Number.POSITIVE_INFINITY : Math.floor(endsBy / 1000) * 1000,
      );
      const expiresAt = Math.min(after(sessionMinutes * 60_000), endsAt);
      const id = newId();
      await insertSession(connection, { id, userId, createdAt: now, expiresAt, endsAt });
      const principal = await loadPrincipal(connection, id, now);
      return principal === null ? null : { ...reply(principal, expiresAt), principal };
    },

    async authenticate(authorization) {
      const token = bearerToken(authorization);
      const claims = token === null ? null : tokens.verify(token);
      if (claims === null) throw unauthenticated();
      const principal = await database.read((connection) =>
        loadPrincipal(connection, claims.sessionId, clock.now()),
      );
      if (principal?.userId !== claims.userId) throw unauthenticated();
      return principal;
    },

    async refresh(principal) {
      const { sessionId } = principal;
      if (sessionId === null) throw unauthenticated();
      const now = clock.now();
      const endsAt = await database.read((connection) => findSessionEnd(connection, sessionId, now));
      if (endsAt === null) throw unauthenticated();
      const expiresAt = Math.min(after(sessionMinutes * 60_000), endsAt);
      // A logout in this very moment wins.
      if (!(await database.read((connection) => extendSession(connection, sessionId, expiresAt, now))))
        throw unauthenticated();
      return reply(principal, expiresAt);
    },

    close: (connection, sessionId) => revokeSession(connection, sessionId, clock.now()),

    removeEnded: () => database.transaction((connection) => deleteEndedSessions(connection, clock.now())),
  };
}
