import type { Connection } from '../database/database';
import type { RunUnitOfWork, UnitOfWork } from '../database/unit-of-work';
import type { Clock } from '../kernel/clock';
import { hmacSha256Hex } from '../kernel/crypto';
import { ServiceError } from '../kernel/errors';
import { type ClientNetwork, networksOf } from './client-networks';
import { type AttemptCount, addAttempts, failAttempts, removeAttempts } from './login-attempt-repository';
import type { LoadKey } from './shared-key';
import { createWaitingLine } from './waiting-line';

/** Failures allowed in a window. */
const windowMs = 15 * 60_000;
const limits = { account: 50, device: 5, code: 5, confirmation: 5 } as const;

/** An attempt under way, in every counter that it is counted in. */
export interface Reservation {
  readonly counts: readonly AttemptCount[];
  /** Whether an attempt from the client's networks failed in this window. */
  readonly hasFailed: boolean;
}

/** Where a sign-in comes from. */
export interface SignInSource {
  readonly ip: string | null;
  /** A device on which this very account has signed in before. */
  readonly device: string | null;
}

/**
 * Notes the first refusal of a lock, in the transaction of that refusal: the append-only log must not grow as
 * fast as someone can send.
 */
export type OnLock = (unit: UnitOfWork) => void | Promise<void>;

/**
 * Limits failures. An attempt is counted before anything is verified: no more attempts are under way at once
 * than may still fail, in all processes together, and further ones wait in line until those have ended. Only
 * failures stay counted.
 *
 * Methods that reserve throw ServiceError `rate_limited` when the failures are used up, `unavailable` when
 * too many wait.
 */
export interface AttemptLimits {
  /**
   * A device that has signed in to the account before has a limit of its own instead of all others, so that
   * nobody else can lock its owner out (OWASP, device cookies).
   */
  reserveSignIn(email: string, source: SignInSource, onLock: OnLock): Promise<Reservation>;
  /**
   * One-time codes of a user, from anywhere: six digits withstand less guessing than a password, and only who
   * has that gets here.
   */
  reserveCode(userId: string, onLock: OnLock): Promise<Reservation>;
  /** The password of somebody who is signed in, as proof that it is the owner who asks. */
  reserveConfirmation(userId: string, onLock: OnLock): Promise<Reservation>;
  /** Signed responses of a provider, from one network: each costs work before it is known to be worth it. */
  reserveResponse(ip: string | null, onLock: OnLock): Promise<Reservation>;
  /** For an attempt that did not fail. */
  giveBack(connection: Connection, ...reservations: readonly Reservation[]): Promise<void>;
  /** For an attempt that failed. */
  fail(connection: Connection, ...reservations: readonly Reservation[]): Promise<void>;
}

interface Counter {
  readonly of: readonly string[];
  readonly limit: number;
  /** Counts attempts of a client's network, whatever the account. */
  readonly isNetwork?: boolean;
}

const messages = {
  signIn: 'Too many failed sign-ins; try again later.',
  code: 'Too many wrong codes; try again later.',
  confirmation: 'Too many wrong passwords; try again later.',
} as const;

/** Busy: nothing is left for another attempt, but those under way may not fail. */
type Reserved = Reservation | { readonly retryAfterSeconds: number } | 'busy';

/**
 * @param attemptKey keeps the stored hashes of addresses from being guessed; it is asked for inside
 * transactions, so read it ahead
 */
export function createAttemptLimits(
  attemptKey: LoadKey,
  runUnit: RunUnitOfWork,
  clock: Clock,
): AttemptLimits {
  const line = createWaitingLine({ patienceMs: 10_000, pauseMs: 200, places: 200 });

  async function count(
    connection: Connection,
    counters: readonly Counter[],
  ): Promise<Reserved | { readonly lock: AttemptCount; readonly first: boolean }> {
    const key = await attemptKey();
    const hash = (parts: readonly string[]) => hmacSha256Hex(key, JSON.stringify(parts));
    const now = clock.now();
    const byHash = new Map(counters.map((counter) => [hash(counter.of), counter]));
    const limitOf = ({ keyHash }: AttemptCount) => byHash.get(keyHash)?.limit ?? 0;
    const counts = await addAttempts(connection, [...byHash.keys()], now, windowMs);
    if (counts.every((counted) => counted.attempts <= limitOf(counted)))
      return {
        counts,
        hasFailed: counts.some(
          ({ keyHash, failures }) => failures > 0 && byHash.get(keyHash)?.isNetwork === true,
        ),
      };

    await removeAttempts(connection, counts);
    const [lock] = counts
      .filter((counted) => counted.failures >= limitOf(counted))
      .sort((a, b) => b.windowEndsAt - a.windowEndsAt);
    if (lock === undefined) return 'busy';
    // Refused attempts are not counted there: one client's must not use up the account's limit for everyone.
    const [refusals] = await addAttempts(
      connection,
      [hash(['refused', lock.keyHash, String(lock.windowEndsAt)])],
      now,
      windowMs,
    );
    return { lock, first: refusals?.attempts === 1 };
  }

  async function reserve(
    counters: readonly Counter[],
    message: string,
    onLock: OnLock,
  ): Promise<Reservation> {
    const reserved = await line(JSON.stringify(counters[0]?.of), () =>
      runUnit<Reserved>(async (unit) => {
        const outcome = await count(unit, counters);
        if (outcome === 'busy' || !('lock' in outcome)) return outcome;
        if (outcome.first) await onLock(unit);
        return {
          retryAfterSeconds: Math.max(1, Math.ceil((outcome.lock.windowEndsAt - clock.now()) / 1000)),
        };
      }),
    );
    if (reserved === 'busy') throw tooManyAttempts('Too many attempts at the same moment; try again.', 1);
    if ('retryAfterSeconds' in reserved) throw tooManyAttempts(message, reserved.retryAfterSeconds);
    return reserved;
  }

  const ofNetworks = (networks: readonly ClientNetwork[]): Counter[] =>
    networks.map(({ name, limit }) => ({ of: ['ip', name], limit: limit.ip, isNetwork: true }));

  return {
    reserveSignIn(email, { ip, device }, onLock) {
      if (device !== null)
        return reserve([{ of: ['device', email, device], limit: limits.device }], messages.signIn, onLock);
      const networks = networksOf(ip);
      const together = networks.map(({ name, limit }) => ({
        of: ['accountAndIp', email, name],
        limit: limit.accountAndIp,
      }));
      return reserve(
        [...together, { of: ['account', email], limit: limits.account }, ...ofNetworks(networks)],
        messages.signIn,
        onLock,
      );
    },
    reserveCode: (userId, onLock) =>
      reserve([{ of: ['code', userId], limit: limits.code }], messages.code, onLock),
    reserveConfirmation: (userId, onLock) =>
      reserve([{ of: ['confirmation', userId], limit: limits.confirmation }], messages.confirmation, onLock),
    reserveResponse: (ip, onLock) =>
      reserve(
        networksOf(ip).map(({ name, limit }) => ({ of: ['response', name], limit: limit.ip })),
        messages.signIn,
        onLock,
      ),
    giveBack: (connection, ...reservations) => removeAttempts(connection, countsOf(reservations)),
    fail: (connection, ...reservations) => failAttempts(connection, countsOf(reservations)),
  };
}

const countsOf = (reservations: readonly Reservation[]) => reservations.flatMap(({ counts }) => counts);

/** 429 for an attempt that was refused. */
function tooManyAttempts(message: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', { message, headers: { 'Retry-After': String(retryAfterSeconds) } });
}
