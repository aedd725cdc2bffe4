import type { Connection } from '../../database/database';
import type { Clock } from '../../kernel/clock';
import { hmacSha256Hex } from '../../kernel/crypto';
import { networkOf } from '../../kernel/ip-address';
import { type AttemptCount, addAttempts, removeAttempts } from './login-attempt-repository';

/** Failures allowed in a window. */
const windowMs = 15 * 60_000;
const limits = { accountAndIp: 5, account: 50, ip: 100 } as const;

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

export interface LoginLimits {
  /**
   * Counts a failure before anything is verified, so that attempts in parallel cannot pass together. Refused attempts are
   * not counted: one client's must not use up the account's limit for everyone.
   */
  reserve(connection: Connection, email: string, ip: string | null): Promise<Reserved>;
  giveBack(connection: Connection, reservation: Reservation): Promise<void>;
}

/** @param attemptKey keeps the stored hashes of addresses from being guessed back */
export function createLoginLimits(attemptKey: () => Promise<Buffer>, clock: Clock): LoginLimits {
  return {
    async reserve(connection, email, ip) {
      const key = await attemptKey();
      const hash = (...parts: string[]) => hmacSha256Hex(key, JSON.stringify(parts));
      const now = clock.now();
      const network = ip === null ? 'unknown' : networkOf(ip);
      const limitOf = new Map<string, number>([
        [hash('accountAndIp', email, network), limits.accountAndIp],
        [hash('account', email), limits.account],
        [hash('ip', network), limits.ip],
      ]);
      const reservation = await addAttempts(connection, [...limitOf.keys()], now, windowMs);
      const [full] = reservation.filter(({ keyHash, attempts }) => attempts > (limitOf.get(keyHash) ?? 0)).sort((a, b) => b.windowEndsAt - a.windowEndsAt);
      if (full === undefined) return { allowed: true, reservation };

      await removeAttempts(connection, reservation);
      const [refusals] = await addAttempts(connection, [hash('refused', full.keyHash, String(full.windowEndsAt))], now, windowMs);
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((full.windowEndsAt - now) / 1000)), first: refusals?.attempts === 1 };
    },

    giveBack: removeAttempts,
  };
}
