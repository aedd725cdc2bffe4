import type { Interval } from './difference';

/** Fewest shown banners of each variant, and fewest days, before a verdict: whole weeks have the same weekdays. */
export const needed = { shown: 500, days: 7 } as const;

/** Differences up to this are small. */
const small = 0.02;

/**
 * Quantiles for 95 % confidence in all comparisons together (Bonferroni), by the number of variants that are compared
 * with A: with three variants, one of them looks better by chance more often.
 */
const quantiles = [1.959964, 2.241403, 2.39398] as const;

export const quantileFor = (comparisons: number): number => quantiles[comparisons - 1] ?? quantiles[2];

export const variantVerdicts = ['too_early', 'better', 'worse', 'same', 'unclear'] as const;

/**
 * The meaning of a difference from A: `too_early` before enough was counted, also where the numbers look clear, so that
 * nobody stops at a good moment; `better` and `worse` when the interval leaves no doubt, however small the difference;
 * `same` when there may be none and any is small, else `unclear`.
 */
export type VariantVerdict = (typeof variantVerdicts)[number];

export function judgeVariant(
  interval: Interval | null,
  counted: { readonly shown: number; readonly days: number },
): VariantVerdict {
  if (interval === null || counted.shown < needed.shown || counted.days < needed.days) return 'too_early';
  // First, because many visitors make a small difference certain: 3 % in place of 2 % is half as many again.
  if (interval.low > 0) return 'better';
  if (interval.high < 0) return 'worse';
  return interval.low >= -small && interval.high <= small ? 'same' : 'unclear';
}
