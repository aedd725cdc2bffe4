import { isInDomain } from '#standards/domain';
import { inLongestUnit } from '#standards/time-units';

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
