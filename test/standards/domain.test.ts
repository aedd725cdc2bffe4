import fc from 'fast-check';
import { isInDomain } from '#standards/domain';
import { inLongestUnit, inWholeUnits } from '#standards/time-units';

test.each([
  ['shop.example', 'shop.example', true],
  ['www.shop.example', '.shop.example', true],
  ['a.b.shop.example.', '*.Shop.Example', true],
  ['shop.example', '*.shop.example', true],
  ['notshop.example', 'shop.example', false],
  ['shop.example', 'www.shop.example', false],
  ['shop.example', '', false],
  ['shop.example', '*.', false],
  ['shop.example', '.', false],
])('%s is in the domain %s: %s', (host, domain, expected) => expect(isInDomain(host, domain)).toBe(expected));

test.each([
  [47_304_000, 1.5, 'year'],
  [2_592_000, 1, 'month'],
  [5_184_000, 2, 'month'],
  [90, 1.5, 'minute'],
  [-7200, -2, 'hour'],
  [0.2, 0.2, 'second'],
])('%d s are %d %s', (seconds, count, unit) => expect(inLongestUnit(seconds)).toEqual({ count, unit }));

const day = 86_400;

test.each([
  [365 * day, 1, 'year'],
  [366 * day, 1, 'year'],
  [730 * day, 2, 'year'],
  [395 * day, 13, 'month'],
  [180 * day, 6, 'month'],
  [400 * day, 400, 'day'],
  [45 * day, 45, 'day'],
  [day, 1, 'day'],
  [1.5 * day, 36, 'hour'],
  [5400, 90, 'minute'],
  [100, 100, 'second'],
  [1, 1, 'second'],
])('a cookie of %d s is kept for %d %s', (seconds, count, unit) =>
  expect(inWholeUnits(seconds)).toEqual({ count, unit }),
);

test('a duration in whole units is never far off', () => {
  const lengths = { second: 1, minute: 60, hour: 3600, day, month: 30 * day, year: 365 * day };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 * 365 * day }), (seconds) => {
      const { count, unit } = inWholeUnits(seconds);
      expect(Math.abs(count * lengths[unit] - seconds)).toBeLessThanOrEqual(seconds * 0.02);
    }),
  );
});
