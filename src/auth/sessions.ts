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

/** Sessions in the database, used by all modes in which the service issues tokens. */
export interface Sessions {
  /**
   * Starts a session in the caller's transaction. Returns null when the user is not active.
   * @param endsBy latest end that the identity provider allows (epoch ms)
   */
  open(
    connection: Connection,
    userId: string,
    endsBy?: number | null,
  ): Promise<(TokenReply & { readonly principal: Principal }) | null>;
  /** Identifies the user by an `Authorization` header. @throws ServiceError `unauthenticated` */
  authenticate(authorization: string | undefined): Promise<Principal>;
  /**
   * Extends the session and returns a new token. The old token stays valid until it expires.
   * @throws ServiceError `unauthenticated`
   */
  refresh(principal: Principal): Promise<TokenReply>;
  /** Ends the session in the caller's transaction. Returns false when it had already ended. */
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

/** Creates a 401 error with `WWW-Authenticate`, which RFC 9110 requires. */
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
  /** Returns a time after now (epoch ms). It is a whole second, because tokens contain seconds. */
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
      // A logout at the same time wins.
      if (!(await database.read((connection) => extendSession(connection, sessionId, expiresAt, now))))
        throw unauthenticated();
      return reply(principal, expiresAt);
    },

    close: (connection, sessionId) => revokeSession(connection, sessionId, clock.now()),

    removeEnded: () => database.transaction((connection) => deleteEndedSessions(connection, clock.now())),
  };
}
