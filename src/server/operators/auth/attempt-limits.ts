import type { Connection } from '#platform/database/database';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { ServiceError } from '#platform/kernel/errors';
import { type ClientNetwork, getNetworks } from './client-networks';
import { type AttemptCount, addAttempts, failAttempts, removeAttempts } from './login-attempt-repository';
import type { LoadKey } from './shared-key';
import { createWaitingLine } from './waiting-line';

// Why: docs/adr/0038-guessing-in-line.md

/** Length of a window (ms), and the number of failures that are allowed in it. */
const windowMs = 15 * 60_000;
const limits = { account: 50, device: 5, code: 5, confirmation: 5 } as const;

/** An attempt in progress, with the counters that include it. */
export interface Reservation {
  readonly counts: readonly AttemptCount[];
  /** Whether an attempt from the client's networks failed in this window. */
  readonly hasFailed: boolean;
}

/** The origin of a sign-in. */
export interface SignInSource {
  readonly ip: string | null;
  /** A device on which this account has signed in before. */
  readonly device: string | null;
}

/**
 * Records the first refusal of a lock, in the transaction of that refusal. Only the first one: the
 * append-only log must not grow as fast as a client can send requests.
 */
export type OnLock = (unit: UnitOfWork) => void | Promise<void>;

/**
 * Limits failed attempts. An attempt is counted before it is verified: across all processes, no more attempts
 * run at once than are still allowed to fail, and further attempts wait for them to end. Successful attempts
 * are uncounted again.
 *
 * The methods that reserve throw ServiceError `rate_limited` when no failures are left, and `unavailable`
 * when too many attempts wait.
 */
export interface AttemptLimits {
  /**
   * Reserves a sign-in. A device that has signed in to the account before has its own limit instead of all
   * others, so that other clients cannot lock out the owner of the account (OWASP, device cookies).
   */
  reserveSignIn(email: string, source: SignInSource, onLock: OnLock): Promise<Reservation>;
  /**
   * Reserves an attempt with a one-time code of a user, counted for all networks together: six digits
   * withstand less guessing than a password, and only callers who know the password get here.
   */
  reserveCode(userId: string, onLock: OnLock): Promise<Reservation>;
  /** Reserves an attempt of a signed-in user to prove by the password that they own the account. */
  reserveConfirmation(userId: string, onLock: OnLock): Promise<Reservation>;
  /**
   * Reserves the verification of a provider's signed response, counted by network, because it is expensive.
   */
  reserveResponse(ip: string | null, onLock: OnLock): Promise<Reservation>;
  /** Reserves the use of a link with which users choose a password, counted by network. */
  reserveLink(ip: string | null, onLock: OnLock): Promise<Reservation>;
  /** Uncounts attempts that did not fail. */
  giveBack(connection: Connection, ...reservations: readonly Reservation[]): Promise<void>;
  /**
   * Uncounts attempts that did not fail, in a separate transaction. While the database is unavailable they are
   * remembered, and uncounted before this process reserves the next attempt.
   */
  release(...reservations: readonly Reservation[]): Promise<void>;
  /**
   * Releases the reservations when `work` throws, and throws its error: a database that fails during sign-ins must not
   * lock out users who did nothing wrong.
   */
  orRelease<T>(reservations: readonly Reservation[], work: () => Promise<T>): Promise<T>;
  /** Records attempts as failed. */
  fail(connection: Connection, ...reservations: readonly Reservation[]): Promise<void>;
}

interface Counter {
  /** Parts of the counter's name. */
  readonly of: readonly string[];
  readonly limit: number;
  /** The counter includes the attempts of a client's network on all accounts. */
  readonly isNetwork?: boolean;
}

const messages = {
  signIn: 'Too many failed sign-ins; try again later.',
  code: 'Too many wrong codes; try again later.',
  confirmation: 'Too many wrong passwords; try again later.',
  link: 'Too many invalid links; try again later.',
} as const;

/** `busy`: the attempts in progress use up the limit, but not all of them may fail. */
type Reserved = Reservation | { readonly retryAfterSeconds: number } | 'busy';

/**
 * @param attemptKey key of the stored hashes of addresses, so that they cannot be guessed. It is used inside
 * transactions, so load it before
 */
export function createAttemptLimits(
  attemptKey: LoadKey,
  runUnit: RunUnitOfWork,
  clock: Clock,
): AttemptLimits {
  const line = createWaitingLine({ patienceMs: 10_000, pauseMs: 200, places: 200 });
  /** Attempts that the database still counts although they did not fail. */
  const owed: Reservation[] = [];

  /** Runs a unit of work that first uncounts the attempts that did not fail. */
  async function runSettled<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const due = owed.splice(0);
    try {
      return await runUnit(async (unit) => {
        await removeAttempts(unit, getCounts(due));
        return work(unit);
      });
    } catch (error) {
      owed.push(...due);
      throw error;
    }
  }

  async function release(...reservations: readonly Reservation[]): Promise<void> {
    owed.push(...reservations);
    if (owed.length === 0) return;
    await runSettled(async () => {}).catch((error) => {
      if (!(error instanceof ServiceError && error.code === 'unavailable')) throw error;
    });
  }

  async function count(
    connection: Connection,
    counters: readonly Counter[],
  ): Promise<Reserved | { readonly lock: AttemptCount; readonly first: boolean }> {
    const key = await attemptKey();
    const hash = (parts: readonly string[]) => hmacSha256Hex(key, JSON.stringify(parts));
    const now = clock.now();
    const byHash = new Map(counters.map((counter) => [hash(counter.of), counter]));
    const getLimit = ({ keyHash }: AttemptCount) => byHash.get(keyHash)?.limit ?? 0;
    const counts = await addAttempts(connection, [...byHash.keys()], now, windowMs);
    if (counts.every((counted) => counted.attempts <= getLimit(counted)))
      return {
        counts,
        hasFailed: counts.some(
          ({ keyHash, failures }) => failures > 0 && byHash.get(keyHash)?.isNetwork === true,
        ),
      };

    await removeAttempts(connection, counts);
    const [lock] = counts
      .filter((counted) => counted.failures >= getLimit(counted))
      .sort((a, b) => b.windowEndsAt - a.windowEndsAt);
    if (lock === undefined) return 'busy';
    // Refused attempts have their own counter: those of one client must not use up the limit of the account.
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
      runSettled<Reserved>(async (unit) => {
        const outcome = await count(unit, counters);
        if (outcome === 'busy' || !('lock' in outcome)) return outcome;
        if (outcome.first) await onLock(unit);
        return {
          retryAfterSeconds: Math.max(1, Math.ceil((outcome.lock.windowEndsAt - clock.now()) / 1000)),
        };
      }),
    );
    if (reserved === 'busy') throw tooManyAttempts('Too many attempts at the same time; try again.', 1);
    if ('retryAfterSeconds' in reserved) throw tooManyAttempts(message, reserved.retryAfterSeconds);
    return reserved;
  }

  const ofNetworks = (networks: readonly ClientNetwork[]): Counter[] =>
    networks.map(({ name, limit }) => ({ of: ['ip', name], limit: limit.ip, isNetwork: true }));

  return {
    reserveSignIn(email, { ip, device }, onLock) {
      if (device !== null)
        return reserve([{ of: ['device', email, device], limit: limits.device }], messages.signIn, onLock);
      const networks = getNetworks(ip);
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
        getNetworks(ip).map(({ name, limit }) => ({ of: ['response', name], limit: limit.ip })),
        messages.signIn,
        onLock,
      ),
    reserveLink: (ip, onLock) =>
      reserve(
        getNetworks(ip).map(({ name, limit }) => ({ of: ['link', name], limit: limit.ip })),
        messages.link,
        onLock,
      ),
    giveBack: (connection, ...reservations) => removeAttempts(connection, getCounts(reservations)),
    release,
    async orRelease(reservations, work) {
      try {
        return await work();
      } catch (error) {
        await release(...reservations);
        throw error;
      }
    },
    fail: (connection, ...reservations) => failAttempts(connection, getCounts(reservations)),
  };
}

const getCounts = (reservations: readonly Reservation[]) => reservations.flatMap(({ counts }) => counts);

/** Creates the 429 error of a refused attempt. */
function tooManyAttempts(message: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', { message, headers: { 'Retry-After': String(retryAfterSeconds) } });
}
