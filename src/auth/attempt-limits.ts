import type { Connection } from '../database/database';
import type { Clock } from '../kernel/clock';
import { hmacSha256Hex } from '../kernel/crypto';
import { ServiceError } from '../kernel/errors';
import { networkOf } from '../kernel/ip-address';
import { type AttemptCount, addAttempts, removeAttempts } from './login-attempt-repository';
import type { LoadKey } from './shared-key';

/** Failures allowed in a window. */
const windowMs = 15 * 60_000;
const limits = { accountAndIp: 5, account: 50, ip: 100, code: 5, response: 100 } as const;

/** A reserved failure: stays counted unless it is given back. */
export type Reservation = readonly AttemptCount[];

export type Reserved =
  | { readonly allowed: true; readonly reservation: Reservation }
  | {
      readonly allowed: false;
      readonly retryAfterSeconds: number;
      /** Whether this is the first refusal of this lock. */
      readonly first: boolean;
    };

/**
 * Counts a failure before anything is verified, so that attempts in parallel cannot pass together. Refused attempts are
 * not counted: one client's must not use up the account's limit for everyone.
 */
export interface AttemptLimits {
  reserveSignIn(connection: Connection, email: string, ip: string | null): Promise<Reserved>;
  /** One-time codes of a user, from anywhere: six digits stand less guessing than a password, and only who has that gets here. */
  reserveCode(connection: Connection, userId: string): Promise<Reserved>;
  /** Signed responses of a provider, from one network: each costs work before it is known to be worth it. */
  reserveResponse(connection: Connection, ip: string | null): Promise<Reserved>;
  giveBack(connection: Connection, reservation: Reservation): Promise<void>;
}

/** @param attemptKey keeps the stored hashes of addresses from being guessed back; it is asked for inside transactions, so read it ahead */
export function createAttemptLimits(attemptKey: LoadKey, clock: Clock): AttemptLimits {
  async function reserve(connection: Connection, counters: readonly { readonly of: readonly string[]; readonly limit: number }[]): Promise<Reserved> {
    const key = await attemptKey();
    const hash = (parts: readonly string[]) => hmacSha256Hex(key, JSON.stringify(parts));
    const now = clock.now();
    const limitOf = new Map(counters.map(({ of, limit }) => [hash(of), limit]));
    const reservation = await addAttempts(connection, [...limitOf.keys()], now, windowMs);
    const [full] = reservation.filter(({ keyHash, attempts }) => attempts > (limitOf.get(keyHash) ?? 0)).sort((a, b) => b.windowEndsAt - a.windowEndsAt);
    if (full === undefined) return { allowed: true, reservation };

    await removeAttempts(connection, reservation);
    const [refusals] = await addAttempts(connection, [hash(['refused', full.keyHash, String(full.windowEndsAt)])], now, windowMs);
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((full.windowEndsAt - now) / 1000)), first: refusals?.attempts === 1 };
  }

  return {
    reserveSignIn(connection, email, ip) {
      const network = networkFrom(ip);
      return reserve(connection, [
        { of: ['accountAndIp', email, network], limit: limits.accountAndIp },
        { of: ['account', email], limit: limits.account },
        { of: ['ip', network], limit: limits.ip },
      ]);
    },
    reserveCode: (connection, userId) => reserve(connection, [{ of: ['code', userId], limit: limits.code }]),
    reserveResponse: (connection, ip) => reserve(connection, [{ of: ['response', networkFrom(ip)], limit: limits.response }]),
    giveBack: removeAttempts,
  };
}

const networkFrom = (ip: string | null) => (ip === null ? 'unknown' : networkOf(ip));

/** 429 for an attempt that was refused. */
export function tooManyAttempts(message: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', { message, headers: { 'Retry-After': String(retryAfterSeconds) } });
}
