import type { Connection, Database } from '#platform/database/database';
import type { Principal } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { unauthenticated } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import {
  deleteEndedSessions,
  extendSession,
  findSession,
  insertSession,
  loadPrincipal,
  revokeSession,
} from '../accounts';
import type { AccessTokens, TokenKind } from './access-tokens';

/** The tokens of a session: one for an `Authorization` header, one for a cookie. */
export interface SessionTokens {
  readonly token: string;
  readonly cookieToken: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly expiresInSeconds: number;
}

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
  ): Promise<(SessionTokens & { readonly principal: Principal }) | null>;
  /** Identifies the user by a token. @throws ServiceError `unauthenticated` */
  authenticate(token: string | null, kind: TokenKind): Promise<Principal>;
  /**
   * Extends the session and returns new tokens. The old ones stay valid until they expire.
   * @throws ServiceError `unauthenticated`
   */
  refresh(principal: Principal): Promise<SessionTokens>;
  /** Ends the session in the caller's transaction. Returns false when it had already ended. */
  close(connection: Connection, sessionId: string): Promise<boolean>;
  removeEnded(): Promise<void>;
}

/** The cause of an error that refuses a request with a session cookie, for the audit log. */
export class RefusedCookie {}

export interface SessionsOptions {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly sessionMinutes: number;
  readonly maxSessionHours: number;
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
  const reply = async (principal: Principal, expiresAt: number) => ({
    token: await tokens.sign(principal, expiresAt),
    cookieToken: await tokens.signCookie(principal, expiresAt),
    expiresAt: toIso(expiresAt),
    expiresInSeconds: Math.max(0, Math.ceil((expiresAt - clock.now()) / 1000)),
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
      await insertSession(connection, { id, userId, createdAt: now, expiresAt, endsAt, provenAt: now });
      const principal = await loadPrincipal(connection, id, now);
      return principal === null ? null : { ...(await reply(principal, expiresAt)), principal };
    },

    async authenticate(token, kind) {
      const refused = () =>
        unauthenticated(undefined, {}, kind === 'cookie' ? new RefusedCookie() : undefined);
      const claims = token === null ? null : await tokens.verify(token, kind);
      if (claims === null) throw refused();
      const principal = await database.read((connection) =>
        loadPrincipal(connection, claims.sessionId, clock.now()),
      );
      if (principal?.userId !== claims.userId) throw refused();
      return principal;
    },

    async refresh(principal) {
      const { sessionId } = principal;
      if (sessionId === null) throw unauthenticated();
      const now = clock.now();
      const session = await database.read((connection) => findSession(connection, sessionId, now));
      if (session === null) throw unauthenticated();
      const expiresAt = Math.min(after(sessionMinutes * 60_000), session.endsAt);
      // A logout at the same time wins.
      if (!(await database.transaction((connection) => extendSession(connection, sessionId, expiresAt, now))))
        throw unauthenticated();
      return reply(principal, expiresAt);
    },

    close: (connection, sessionId) => revokeSession(connection, sessionId, clock.now()),

    removeEnded: () => database.transaction((connection) => deleteEndedSessions(connection, clock.now())),
  };
}
