import { type BinaryLike, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue, type Turn } from './fair-queue';

export interface PasswordHasher {
  /**
   * Returns a new hash with its own salt, in PHC string format: `$scrypt$ln=17,r=8,p=1$<salt>$<key>`.
   * @param turn unset: the service itself asks, at start or from the command line
   * @throws ServiceError `unavailable`
   */
  hash(password: string, turn?: Turn): Promise<string>;
  /**
   * Returns whether a password matches a stored hash. Without a hash (no such account) it takes as long and
   * returns false.
   * @throws ServiceError `unavailable`
   */
  verify(password: string, stored: string | null, turn?: Turn): Promise<boolean>;
}

export interface PasswordHasherOptions {
  /** Binary logarithm of scrypt's N; 17 with r = 8 takes 128 MiB and about 0.4 s. */
  readonly log2N: number;
  /** Greatest number of hashes computed at once: each takes its memory and one of libuv's four threads. */
  readonly concurrent: number;
  /**
   * Greatest number of hashes that wait, with clients alternating; more are refused, so that no number of
   * sign-ins exhausts memory or threads.
   */
  readonly waiting: number;
}

/** Default costs, after the OWASP Password Storage Cheat Sheet: scrypt with N = 2^17, r = 8, p = 1. */
export const passwordHashing: PasswordHasherOptions = { log2N: 17, concurrent: 2, waiting: 20 };

/**
 * Returns the turn of a user who is signed in, which comes before those who are signing in. A user has at most half of the
 * places, so that no user can take all of them.
 */
export const getTurnOf = (userId: string): Turn => ({
  party: `user ${userId}`,
  rank: 0,
  places: passwordHashing.waiting / 2,
});

const turnOfService: Turn = { party: 'service', rank: 0 };

const blockSize = 8;
const parallel = 1;
const saltBytes = 16;
const keyBytes = 32;

const derive = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

function computeKey(password: string, salt: Buffer, log2N: number, r: number, p: number): Promise<Buffer> {
  const N = 2 ** log2N;
  // The same characters can be typed as different code points: RFC 8265 compares passwords in form C.
  return derive(password.normalize('NFC'), salt, keyBytes, { N, r, p, maxmem: 256 * r * (N + p + 2) });
}

export function createPasswordHasher({ log2N, concurrent, waiting }: PasswordHasherOptions): PasswordHasher {
  const inTurn = createFairQueue({ concurrent, waiting });
  const nobody = encode(log2N, randomBytes(saltBytes), randomBytes(keyBytes));
  return {
    hash: (password, turn = turnOfService) =>
      inTurn(turn, async () => {
        const salt = randomBytes(saltBytes);
        return encode(log2N, salt, await computeKey(password, salt, log2N, blockSize, parallel));
      }),
    verify: (password, stored, turn = turnOfService) =>
      inTurn(turn, async () => {
        const expected = decode(stored ?? nobody);
        const key = await computeKey(password, expected.salt, expected.log2N, expected.r, expected.p);
        return timingSafeEqual(key, expected.key) && stored !== null;
      }),
  };
}

function encode(log2N: number, salt: Buffer, key: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=${log2N},r=${blockSize},p=${parallel}$${text(salt)}$${text(key)}`;
}

function decode(encoded: string) {
  const [, log2N, r, p, salt = '', key = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(encoded) ?? [];
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== keyBytes) throw new Error('a stored password hash cannot be read');
  return { log2N: Number(log2N), r: Number(r), p: Number(p), salt: Buffer.from(salt, 'base64'), key: bytes };
}
