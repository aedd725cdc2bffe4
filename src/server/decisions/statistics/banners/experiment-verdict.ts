import type { Interval } from './difference';

/** Fewest shown banners of each variant, and fewest days, before a verdict: whole weeks have the same weekdays. */
export const needed = { shown: 500, days: 7 } as const;

/** Differences up to this do not matter. */
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
 * nobody stops at a good moment; `better` and `worse` when the interval leaves no doubt; `same` when any difference
 * is small, else `unclear`.
 */
export type VariantVerdict = (typeof variantVerdicts)[number];

export function judgeVariant(
  interval: Interval | null,
  counted: { readonly shown: number; readonly days: number },
): VariantVerdict {
  if (interval === null || counted.shown < needed.shown || counted.days < needed.days) return 'too_early';
  if (interval.low >= -small && interval.high <= small) return 'same';
  if (interval.low > 0) return 'better';
  return interval.high < 0 ? 'worse' : 'unclear';
}
