import { Type } from '@sinclair/typebox';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import { defineRoute, type Route } from '#platform/http/route';
import { type Clock, toIso } from '#platform/kernel/clock';
import { sha256Hex } from '#platform/kernel/crypto';
import { unauthenticated } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { findTotp, findUser, type Identity, type TotpState } from '../../accounts';
import type { AttemptLimits, Reservation } from '../attempt-limits';
import { auditSignIn, type FailedSignInAudit } from '../audit-sign-ins';
import { LoginReply, SessionStore, signInBytes } from '../auth-schemas';
import type { SecretBox } from '../secret-box';
import { loginReply, requireOwnPage, type SignedIn } from '../session-cookies';
import type { Sessions } from '../sessions';
import { useOnce } from '../used-once-repository';
import { totpCodePattern } from './totp-codes';
import type { TotpService } from './totp-service';

export interface TotpChallengesOptions {
  /** `auth.totp` is `required`. */
  readonly required: boolean;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly limits: AttemptLimits;
  readonly failures: FailedSignInAudit;
  readonly box: SecretBox;
  readonly totp: TotpService;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** Represents a sign-in of which only the one-time code is missing; it can complete one sign-in. */
export interface TotpChallenge {
  readonly challenge: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * One-time codes for sign-ins through a provider, where there is no sign-in form of the service with a field
 * for the code.
 */
export interface TotpChallenges {
  readonly route: Route;
  isNeeded(totp: TotpState | null): boolean;
  /**
   * Creates a challenge. Must not be called inside a transaction.
   * @param identity the one that has signed in; without it, the challenge opens nothing
   * @param endsBy latest end of the session (epoch ms)
   */
  issue(userId: string, identity: Identity, endsBy: number | null): Promise<TotpChallenge>;
}

/** A sign-in whose code is missing. Times are in epoch ms. */
interface PendingSignIn {
  readonly id: string;
  readonly userId: string;
  /** Hash of the identity, which can be longer than a challenge. Earlier versions wrote none, or the identity itself. */
  readonly identity?: unknown;
  readonly expiresAt: number;
  readonly endsBy: number | null;
}

const lifetimeMs = 5 * 60_000;
const owner = 'sign-in';

const ChallengeBody = Type.Object({
  challenge: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'The challenge that the sign-in returned; valid for five minutes.',
  }),
  totp: Type.String({ pattern: totpCodePattern, description: 'Six digits. Each code can be used once.' }),
  session: SessionStore,
});

const hashIdentity = ({ issuer, subject }: Identity) => sha256Hex(JSON.stringify([issuer, subject]));

const expired = () => unauthenticated('This sign-in has expired; start again.');

export function createTotpChallenges(options: TotpChallengesOptions): TotpChallenges {
  const { required, database, runUnit, limits, failures, box, totp, sessions, clock } = options;

  /** Returns the sign-in of a challenge; null when it has expired or is not valid. */
  async function read(challenge: string): Promise<PendingSignIn | null> {
    const opened = await box.open(challenge, owner);
    if (opened === null) return null;
    const pending = JSON.parse(opened) as PendingSignIn;
    const endsAt = Math.min(pending.expiresAt, pending.endsBy ?? Number.POSITIVE_INFINITY);
    return endsAt > clock.now() ? pending : null;
  }

  async function note(unit: UnitOfWork, userId: string, reason: string, requestId: string): Promise<void> {
    await failures.add(unit, {
      email: (await findUser(unit, userId))?.email ?? null,
      reason,
      userId,
      requestId,
    });
  }

  const refuse = (userId: string, requestId: string, reservation: Reservation) =>
    runUnit(async (unit) => {
      await limits.fail(unit, reservation);
      await note(unit, userId, 'wrong_totp', requestId);
    });

  async function answer(challenge: string, totpCode: string, requestId: string): Promise<SignedIn> {
    const pending = await read(challenge);
    const state =
      pending === null ? null : await database.read((connection) => findTotp(connection, pending.userId));
    if (pending === null || state === null || !state.enabled) throw expired();
    const { id, userId, identity, expiresAt, endsBy } = pending;
    const reservation = await limits.reserveCode(userId, (unit) => note(unit, userId, 'locked', requestId));
    const code = await limits.orRelease([reservation], () => totp.match(state, totpCode));
    const open = async (unit: UnitOfWork) => {
      if (code === null || !(await totp.spend(unit, code))) return null;
      if (!(await useOnce(unit, `totp:${id}`, expiresAt))) throw expired();
      const user = await findUser(unit, userId);
      // Released, or replaced by another one: it must not open a session that its release would have ended.
      if (user !== null && (user.identity === null || hashIdentity(user.identity) !== identity))
        throw expired();
      const session = await sessions.open(unit, userId, endsBy);
      if (session === null || user === null) return null;
      await limits.giveBack(unit, reservation);
      auditSignIn(unit, user, session.principal.sessionId, requestId);
      return { ...session, user };
    };
    const reply = await limits.orRelease(code === null ? [] : [reservation], () => runUnit(open));
    if (reply !== null) return reply;
    await refuse(userId, requestId, reservation);
    throw unauthenticated('The code is wrong or has already been used.', { totpRequired: true });
  }

  return {
    isNeeded: (state) => required && state?.enabled === true,
    async issue(userId, identity, endsBy) {
      const expiresAt = clock.now() + lifetimeMs;
      return {
        challenge: await box.seal(
          JSON.stringify({
            id: newId(),
            userId,
            identity: hashIdentity(identity),
            expiresAt,
            endsBy,
          } satisfies PendingSignIn),
          owner,
        ),
        expiresAt: toIso(expiresAt),
      };
    },
    route: defineRoute({
      id: 'answerTotpChallenge',
      method: 'POST',
      path: '/auth/totp/login',
      modes: ['oidc', 'saml'],
      tag: 'Auth',
      summary: 'Complete a sign-in through a provider with a one-time code',
      access: { public: 'callers have no token before they sign in' },
      body: ChallengeBody,
      bodyBytes: signInBytes,
      replies: { 200: { description: 'Signed in', schema: LoginReply } },
      errors: ['unauthenticated', 'origin_not_allowed'],
      async handle(request) {
        const { challenge, totp: code, session = 'token' } = request.body;
        if (session === 'cookie') requireOwnPage(request);
        return loginReply(await answer(challenge, code, request.requestId), session, request);
      },
    }),
  };
}
