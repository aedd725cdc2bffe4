import { Type } from '@sinclair/typebox';
import type { Database } from '../../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import { findTotp, findUser, type TotpState } from '../../features/accounts';
import { defineRoute, type Route } from '../../http/route';
import { type Clock, toIso } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import type { AttemptLimits, Reservation } from '../attempt-limits';
import { auditSignIn, type FailedSignInAudit } from '../audit-sign-ins';
import { LoginReply, signInBytes } from '../auth-schemas';
import type { SecretBox } from '../secret-box';
import { type Sessions, unauthenticated } from '../sessions';
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

/** Stands for a sign-in of which only the one-time code is missing; it ends one, once. */
export interface TotpChallenge {
  readonly challenge: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * One-time codes where a provider signs people in, and so no form of ours could have one beside the password.
 */
export interface TotpChallenges {
  readonly route: Route;
  isNeeded(totp: TotpState | null): boolean;
  /**
   * Not to be called inside a transaction. @param endsBy an earlier end of the session, epoch milliseconds
   */
  issue(userId: string, endsBy: number | null): Promise<TotpChallenge>;
}

/** A sign-in that lacks its code. Times are epoch milliseconds. */
interface Begun {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: number;
  readonly endsBy: number | null;
}

const lifetimeMs = 5 * 60_000;
const owner = 'sign-in';

const ChallengeBody = Type.Object({
  challenge: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'As the sign-in gave it; good for five minutes.',
  }),
  totp: Type.String({ pattern: totpCodePattern, description: 'Six digits. Each code counts once.' }),
});

const ended = () => unauthenticated('This sign-in has ended: begin again.');

export function createTotpChallenges(options: TotpChallengesOptions): TotpChallenges {
  const { required, database, runUnit, limits, failures, box, totp, sessions, clock } = options;

  /** Null when the challenge is over or none of ours. */
  async function read(challenge: string): Promise<Begun | null> {
    const opened = await box.open(challenge, owner);
    if (opened === null) return null;
    const begun = JSON.parse(opened) as Begun;
    return Math.min(begun.expiresAt, begun.endsBy ?? Number.POSITIVE_INFINITY) > clock.now() ? begun : null;
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

  async function answer(challenge: string, given: string, requestId: string): Promise<LoginReply> {
    const begun = await read(challenge);
    const state =
      begun === null ? null : await database.read((connection) => findTotp(connection, begun.userId));
    if (begun === null || state === null || !state.enabled) throw ended();
    const { id, userId, expiresAt, endsBy } = begun;
    const reservation = await limits.reserveCode(userId, (unit) => note(unit, userId, 'locked', requestId));
    const code = await totp.match(state, given);
    const reply = await runUnit(async (unit) => {
      if (code === null || !(await totp.spend(unit, code))) return null;
      if (!(await useOnce(unit, `totp:${id}`, expiresAt))) throw ended();
      const session = await sessions.open(unit, userId, endsBy);
      const user = await findUser(unit, userId);
      if (session === null || user === null) return null;
      await limits.giveBack(unit, reservation);
      auditSignIn(unit, user, session.principal.sessionId, requestId);
      return { token: session.token, expiresAt: session.expiresAt, user };
    });
    if (reply !== null) return reply;
    await refuse(userId, requestId, reservation);
    throw unauthenticated('The code is wrong or has already been used.', { totpRequired: true });
  }

  return {
    isNeeded: (state) => required && state?.enabled === true,
    async issue(userId, endsBy) {
      const expiresAt = clock.now() + lifetimeMs;
      return {
        challenge: await box.seal(
          JSON.stringify({ id: newId(), userId, expiresAt, endsBy } satisfies Begun),
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
      summary: 'End a sign-in through a provider with the one-time code that it asked for',
      access: { public: 'this is where the token comes from' },
      body: ChallengeBody,
      bodyBytes: signInBytes,
      replies: { 200: { description: 'Signed in', schema: LoginReply } },
      errors: ['unauthenticated'],
      handle: async ({ body, requestId }) => ({ body: await answer(body.challenge, body.totp, requestId) }),
    }),
  };
}
