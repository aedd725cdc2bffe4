import {
  differenceInterval,
  judgeDifference,
  wilsonInterval,
} from '#decisions/statistics/banners/difference';
import { judgeVariant, quantileFor } from '#decisions/statistics/banners/experiment-verdict';

/** The examples of Newcombe's two papers of 1998, rounded as there. */
describe('confidence intervals', () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of the proportion %i of %i', (count, of, low, high) => {
    const interval = wilsonInterval({ count, of });
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])('of the difference of %i of %i and %i of %i', (count, of, otherCount, otherOf, low, high) => {
    const interval = differenceInterval({ count: otherCount, of: otherOf }, { count, of });
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  test('without visitors there is none', () => {
    expect(wilsonInterval({ count: 0, of: 0 })).toBeNull();
    expect(differenceInterval({ count: 0, of: 0 }, { count: 1, of: 2 })).toBeNull();
  });

  test.each([
    ['rose', 0.01, 0.05],
    ['fell', -0.07, -0.03],
    ['same', -0.02, 0.03],
    ['unclear', -0.05, 0.02],
    ['unclear', -0.02, 0.31],
  ])('a difference %s from %d to %d', (verdict, low, high) => {
    expect(judgeDifference({ low, high })).toBe(verdict);
    expect(judgeDifference(null)).toBe('unclear');
  });

  test.each([
    ['too_early', 0.1, 0.2, 499, 7],
    ['too_early', 0.1, 0.2, 500, 6],
    ['better', 0.1, 0.2, 500, 7],
    ['better', 0.001, 0.021, 500, 7],
    ['better', 0.001, 0.02, 500, 7],
    ['same', 0, 0.02, 500, 7],
    ['same', -0.02, 0, 500, 7],
    ['worse', -0.02, -0.001, 500, 7],
    ['unclear', 0, 0.021, 500, 7],
    ['same', -0.02, 0.02, 500, 7],
    ['unclear', -0.021, 0.02, 500, 7],
    ['unclear', -0.021, 0, 500, 7],
    ['worse', -0.021, -0.001, 500, 7],
  ])('a variant is %s from %d to %d, of %i banners in %i days', (verdict, low, high, shown, days) => {
    expect(judgeVariant({ low, high }, { shown, days })).toBe(verdict);
    expect(judgeVariant(null, { shown, days })).toBe('too_early');
  });

  test.each([
    ['better', 60_000, 62_400, 200_000, 0.0091, 0.0149],
    ['worse', 62_400, 60_000, 200_000, -0.0149, -0.0091],
    ['better', 400, 600, 20_000, 0.0069, 0.0131],
    ['same', 60_000, 60_200, 200_000, -0.0018, 0.0038],
  ])('%s: %i against %i acceptances of %i banners, from %d to %d', (verdict, first, own, of, low, high) => {
    const interval = differenceInterval({ count: first, of }, { count: own, of });
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
    expect(judgeVariant(interval, { shown: of, days: 28 })).toBe(verdict);
  });

  // 1 - 0.05 / (2 × comparisons) of the normal distribution.
  test.each([
    [1, 1.959964],
    [2, 2.241403],
    [3, 2.39398],
  ])('%i comparisons need %d standard errors', (comparisons, quantile) => {
    expect(quantileFor(comparisons)).toBe(quantile);
  });
});
