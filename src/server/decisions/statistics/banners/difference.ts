/** A number of visitors, and how many of them did something. */
export interface Proportion {
  readonly count: number;
  readonly of: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Quantile of the normal distribution for 95 %, two-sided. */
const z95 = 1.959964;

/**
 * Returns the 95 % confidence interval of a proportion, from 0 to 1: the score interval without continuity correction.
 * Null without visitors.
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
 * Statistical Association 22 (1927), 209–212.
 *
 * @param z quantile of the normal distribution, two-sided, for another confidence than 95 %
 * @example wilsonInterval({ count: 56, of: 70 }) // { low: 0.6919, high: 0.8775 }
 */
export function wilsonInterval({ count, of }: Proportion, z = z95): Interval | null {
  if (of === 0) return null;
  const share = count / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * Returns the 95 % confidence interval of the difference `after − before` of two independent proportions, from -1 to 1:
 * the hybrid score interval. Null when either has no visitors.
 *
 * Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison of eleven
 * methods", Statistics in Medicine 17 (1998), 873–890, method 10.
 *
 * @param z as of `wilsonInterval`
 * @example differenceInterval({ count: 48, of: 80 }, { count: 56, of: 70 }) // { low: 0.0524, high: 0.3339 }
 */
export function differenceInterval(before: Proportion, after: Proportion, z = z95): Interval | null {
  const first = wilsonInterval(after, z);
  const second = wilsonInterval(before, z);
  if (first === null || second === null) return null;
  const share = after.count / after.of;
  const other = before.count / before.of;
  const difference = share - other;
  return {
    low: difference - Math.hypot(share - first.low, second.high - other),
    high: difference + Math.hypot(first.high - share, other - second.low),
  };
}

/**
 * The meaning of a difference: `rose` and `fell` when the interval leaves no doubt, `same` when any change is small, else
 * `unclear`.
 */
export type Verdict = 'rose' | 'fell' | 'same' | 'unclear';

/** Changes up to this are small. */
const small = 0.03;

export function judgeDifference(interval: Interval | null): Verdict {
  if (interval === null) return 'unclear';
  if (interval.low > 0) return 'rose';
  if (interval.high < 0) return 'fell';
  return interval.low >= -small && interval.high <= small ? 'same' : 'unclear';
}
