import { endsCookie, readCookieNames, readSetCookieName } from '#standards/set-cookie/index';

const now = Date.UTC(2026, 10, 25);

test.each([
  ['a=b', 'a'],
  ['a=b=c; Path=/', 'a'],
  ['  a\t= b ;Secure', 'a'],
  ['__Host-a=1', '__Host-a'],
  ['A=1', 'A'],
  ['a="x; y"', 'a'],
  ['=a', ''],
  ['=a=b', 'a'],
  [' = =a=b; Path=/', 'a'],
  ['=; a=b', ''],
  ['a', ''],
  ['a; b=c', ''],
  ['', ''],
])('reads the name of %j as browsers do', (header, name) => expect(readSetCookieName(header)).toBe(name));

test.each([
  ['a=; Max-Age=0', true],
  ['a=b;MAX-AGE = -1 ; Path=/', true],
  ['a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', true],
  ['a=; expires=Thu, 01-Jan-1970 00:00:01 GMT', true],
  ['a=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', false],
  ['a=b; Max-Age=0; Max-Age=60', false],
  ['a=b; Max-Age=60; Max-Age=0', true],
  ['a=b; Max-Age=zero; Expires=Thu, 01 Jan 1970 00:00:00 GMT', true],
  ['a=b; Max-Age="0"', false],
  ['a=b; Expires=Fri, 01 Jan 2100 00:00:00 GMT', false],
  ['a=b; Expires=never', false],
  // `Date.parse` understands these, browsers do not: they keep the cookie.
  ['a=b; Expires=0', false],
  ['a=b; Expires=-1', false],
  ['a=b; Expires=1970-01-01T00:00:00Z', false],
  ['a=b; Expires=1 Jan 1970', false],
  ['a=b; Expires=Thu, 32 Jan 1970 00:00:00 GMT', false],
  // Browsers understand these.
  ['a=b; Expires=Thu, 1-jan-70 0:0:0', true],
  ['a=b; Expires=00:00:00 1970 1 January', true],
  ['a=b; Expires=Thu Jan 01 1970 00:00:00 GMT+0000 (UTC)', true],
  ['a=b; Expires=Fri, 01 Jan 69 00:00:00 GMT', false],
  ['a=; Path=/', false],
  ['a=Max-Age=0', false],
])('whether %j ends a cookie: %s', (header, ends) => expect(endsCookie(header, now)).toBe(ends));

test('reads each name of a request once', () => {
  expect(readCookieNames('x=;'.repeat(100_000)).length).toBe(1);
  expect(readCookieNames(Array.from({ length: 900 }, (_, at) => `c${at}=`).join(';'))).toHaveLength(200);
  expect(readCookieNames('a=1; b=2;a=3;; =x; c; d = 4')).toEqual(['a', 'b', 'd']);
});
