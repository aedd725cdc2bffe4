import { ServiceError } from '../../kernel/errors';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets at most `width` works run at once; others wait in line.
 * @param longestLine who would have to stand behind so many is refused with a ServiceError `unavailable`.
 */
export function createGate(width: number, longestLine: number): Gate {
  let inside = 0;
  const line: (() => void)[] = [];

  return async (work) => {
    if (inside < width) {
      inside += 1;
    } else {
      if (line.length >= longestLine) throw new ServiceError('unavailable');
      // Who leaves hands the place on, so `inside` stays as it is.
      await new Promise<void>((enter) => line.push(enter));
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
