import { sha256Hex } from '#platform/kernel/crypto';

/**
 * A generator of pseudo-random numbers, which are the same for the same seed on every machine. Never for
 * secrets.
 */
export interface Random {
  /** Returns a number from 0 up to, not including, 1. */
  fraction(): number;
  chance(probability: number): boolean;
  pick<T>(weighted: readonly Weighted<T>[]): T;
  /** Returns an exponentially distributed number. */
  waiting(mean: number): number;
  /** Returns a number of hexadecimal digits. */
  hex(digits: number): string;
}

export type Weighted<T> = readonly [weight: number, value: T];

/** Small fast counting generator (sfc32, public domain, from the PractRand suite). */
export function createRandom(seed: string): Random {
  const hash = sha256Hex(seed);
  let [a = 0, b = 0, c = 0, count = 1] = [0, 8, 16, 24].map(
    (start) => Number.parseInt(hash.slice(start, start + 8), 16) | 0,
  );

  function uint32(): number {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  }
  const fraction = () => uint32() / 2 ** 32;

  return {
    fraction,
    chance: (probability) => fraction() < probability,
    pick(weighted) {
      let left = fraction() * weighted.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of weighted) {
        left -= weight;
        if (left < 0) return value;
      }
      const last = weighted.at(-1);
      if (last === undefined) throw new Error('the list to pick from is empty');
      return last[1];
    },
    waiting: (mean) => -mean * Math.log(1 - fraction()),
    hex(digits) {
      let text = '';
      while (text.length < digits) text += uint32().toString(16).padStart(8, '0');
      return text.slice(0, digits);
    },
  };
}

/** Returns a UUID v4 (RFC 9562, 5.4). */
export function uuidV4(random: Random): string {
  return dashed(random.hex(32), '4');
}

/** Returns a UUID v7 (RFC 9562, 5.7) for a time (epoch milliseconds). */
export function uuidV7(random: Random, at: number): string {
  return dashed(at.toString(16).padStart(12, '0') + random.hex(20), '7');
}

function dashed(hex: string, version: '4' | '7'): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
