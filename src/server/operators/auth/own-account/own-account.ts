import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Actor, Principal } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError, unauthenticated } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import {
  type ConfirmOwner,
  findCredentials,
  findUser,
  getTurnOf,
  listSessions,
  lockOwnSession,
  type OwnerProof,
  type PasswordHasher,
  recordProof,
  refuseWeakPassword,
  replacePassword,
  revokeUserSession,
  revokeUserSessions,
  type User,
  updateUser,
} from '../../accounts';
import type { OwnSession } from '../auth-schemas';
import { freshMs, isFresh } from './confirm-owner';

/** The user who manages their own account. */
export interface OwnContext {
  readonly caller: Principal;
  readonly actor: Actor;
}

/** Actions that all users can take on their own account, whatever their roles. */
export interface OwnAccount {
  rename(context: OwnContext, name: string): Promise<User>;
  /**
   * Proves the user's identity, which counts as a new sign-in; returns until when (epoch ms). While the last proof still
   * counts, it checks and extends nothing.
   * @throws ServiceError `unauthenticated`; errors of ConfirmOwner
   */
  confirm(context: OwnContext, proof: OwnerProof): Promise<number>;
  /**
   * Changes the password and ends all other sessions.
   * @throws ServiceError `validation_failed`; `unauthenticated` when the session or the password has ended meanwhile; errors
   * of ConfirmOwner
   */
  changePassword(context: OwnContext, newPassword: string, proof: OwnerProof): Promise<void>;
  /** Lists the user's active sessions, newest first, at most 100. */
  sessions(context: OwnContext): Promise<OwnSession[]>;
  /** Ends all of the user's sessions except that of the request, and returns how many. */
  endOtherSessions(context: OwnContext): Promise<number>;
  /** @throws ServiceError `session_not_found` */
  endSession(context: OwnContext, sessionId: string): Promise<void>;
}

export interface OwnAccountOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly confirmOwner: ConfirmOwner;
  readonly clock: Clock;
  readonly sessionMinutes: number;
}

const maxSessions = 100;

export function createOwnAccount({
  database,
  runUnit,
  hasher,
  confirmOwner,
  clock,
  sessionMinutes,
}: OwnAccountOptions): OwnAccount {
  const entry = (
    { caller, actor }: OwnContext,
    action: string,
    changes: Readonly<Record<string, unknown>>,
  ) => ({
    tenantId: defaultTenantId,
    action,
    resourceType: 'user',
    resourceId: caller.userId,
    actor,
    changes,
  });

  return {
    rename: (context, name) =>
      runUnit(async (unit) => {
        const { userId } = context.caller;
        const before = await findUser(unit, userId);
        if (before === null) throw unauthenticated();
        if (before.name === name) return before;
        await updateUser(unit, userId, { name }, clock.now());
        unit.audit(entry(context, 'user:updated', changedFields({ name: before.name }, { name })));
        return { ...before, name, updatedAt: toIso(clock.now()) };
      }),

    async confirm(context, proof) {
      const { sessionId, signedInAt } = context.caller;
      if (isFresh(signedInAt, clock.now())) return signedInAt + freshMs;
      await confirmOwner(context, proof, 'confirm');
      return runUnit(async (unit) => {
        const now = clock.now();
        if (sessionId === null || !(await recordProof(unit, sessionId, now))) throw unauthenticated();
        unit.audit(entry(context, 'auth:confirmed', { sessionId }));
        return now + freshMs;
      });
    },

    async changePassword(context, newPassword, proof) {
      const { userId, email, sessionId } = context.caller;
      refuseWeakPassword(newPassword, email, 'newPassword');
      // Read before the proof: a password that is set meanwhile stays.
      const before = await database.read((connection) => findCredentials(connection, email));
      if (before === null) throw unauthenticated();
      await confirmOwner(context, proof, 'password');
      const passwordHash = await hasher.hash(newPassword, getTurnOf(userId));
      await runUnit(async (unit) => {
        const now = clock.now();
        const own = { userId, email, passwordHash: before.passwordHash };
        if (!(await replacePassword(unit, own, passwordHash, now))) throw unauthenticated();
        await lockOwnSession(unit, sessionId);
        await revokeUserSessions(unit, userId, now, sessionId);
        unit.audit(entry(context, 'user:updated', { passwordChanged: true }));
      });
    },

    async sessions({ caller }) {
      const sessions = await database.read((connection) =>
        listSessions(connection, caller.userId, clock.now(), maxSessions),
      );
      return sessions.map(({ id, createdAt, expiresAt, endsAt }) => ({
        id,
        createdAt: toIso(createdAt),
        refreshedAt: toIso(Math.max(createdAt, expiresAt - sessionMinutes * 60_000)),
        expiresAt: toIso(expiresAt),
        endsAt: toIso(endsAt),
        current: id === caller.sessionId,
      }));
    },

    endOtherSessions: (context) =>
      runUnit(async (unit) => {
        const { userId, sessionId } = context.caller;
        const ended = await revokeUserSessions(unit, userId, clock.now(), sessionId);
        if (ended > 0) unit.audit(entry(context, 'auth:otherSessionsEnded', { ended }));
        return ended;
      }),

    async endSession(context, sessionId) {
      await runUnit(async (unit) => {
        if (!(await revokeUserSession(unit, context.caller.userId, sessionId, clock.now())))
          throw new ServiceError('session_not_found');
        unit.audit(entry(context, 'auth:sessionEnded', { sessionId }));
      });
    },
  };
}
