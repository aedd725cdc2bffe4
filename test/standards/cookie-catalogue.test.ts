import { cookieCatalogue, searchCookies } from '../../src/content/cookie-catalogue';
import { matchesCookieName } from '../../src/content/cookie-catalogue/cookie-catalogue';
import { purposes } from '../../src/standards/compliance';

const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

/** Whether some name matches both patterns; `*` stands for one or more characters. */
function canBothMatch(a: string, b: string): boolean {
  // One character at least, then any number: as two signs that can be stepped through.
  const [first, second] = [a, b].map((pattern) =>
    [...pattern].flatMap((sign) => (sign === '*' ? ['?', '*'] : [sign])),
  );
  const seen = new Map<string, boolean>();
  const meet = (i: number, j: number): boolean => {
    const key = `${i} ${j}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const [x, y] = [first?.[i], second?.[j]];
    let result: boolean;
    if (x === undefined && y === undefined) result = true;
    else if (x === '*') result = meet(i + 1, j) || (y !== undefined && meet(i, j + 1));
    else if (y === '*') result = meet(i, j + 1) || (x !== undefined && meet(i + 1, j));
    else
      result =
        x !== undefined && y !== undefined && (x === '?' || y === '?' || x === y) && meet(i + 1, j + 1);
    seen.set(key, result);
    return result;
  };
  return meet(0, 0);
}

describe('the cookie catalogue', () => {
  test('holds at least 150 cookies of many providers and of every purpose', () => {
    expect(cookieCatalogue.length).toBeGreaterThanOrEqual(150);
    expect(new Set(cookieCatalogue.map(({ provider }) => provider)).size).toBeGreaterThan(80);
    expect(new Set(cookieCatalogue.map(({ purpose }) => purpose))).toEqual(new Set(purposes));
  });

  test('names every entry once', () => {
    const ids = cookieCatalogue.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each(cookieCatalogue.map((entry) => [entry.id, entry] as const))(
    '%s says all that visitors are told, in the right form',
    (id, entry) => {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(id.length).toBeLessThanOrEqual(64);
      // What RFC 6265 allows in a cookie's name, where `*` is the pattern's sign and never doubled.
      expect(entry.name).toMatch(/^(?!\*)(?!.*\*\*)[!#$%&'*+.^_`|~0-9A-Za-z/-]+$/);
      expect(purposes).toContain(entry.purpose);
      expect(entry.description).toMatch(/^[A-Z].{15,}\.$/);
      expect(entry.duration).toMatch(/^(Session|\d+ (second|minute|hour|day|week|month|year)s?)$/);
      for (const domain of entry.domains ?? []) expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    },
  );

  test('marks software that the site runs itself, and no service of others', () => {
    const own = cookieCatalogue.filter(({ firstParty }) => firstParty);
    expect(names(own)).toEqual(
      expect.arrayContaining(['svc_vid', 'PHPSESSID', 'connect.sid', 'wordpress_logged_in_*']),
    );
    for (const name of ['_ga', '_fbp', 'IDE', '_hjid']) expect(names(own)).not.toContain(name);
  });

  test('suggests to deny advertising to visitors who send the Global Privacy Control signal, and never what a site needs', () => {
    expect(
      names(cookieCatalogue.filter(({ purpose, listenGpc }) => purpose === 'marketing' && !listenGpc)),
    ).toEqual([]);
    expect(
      names(cookieCatalogue.filter(({ purpose, listenGpc }) => purpose === 'necessary' && listenGpc)),
    ).toEqual([]);
  });

  test.each([
    ['_GRECAPTCHA', { purpose: 'functional', description: expect.stringContaining('consent') }],
    ['__eoi', { purpose: 'marketing', listenGpc: true }],
    ['ANID', { duration: '2 years' }],
  ])('takes %s for what regulators and its provider say', (name, facts) => {
    expect(cookieCatalogue.find((entry) => entry.name === name)).toMatchObject(facts);
  });

  test('knows no two entries for one name', () => {
    const twice = cookieCatalogue.flatMap((a, index) =>
      cookieCatalogue
        .slice(index + 1)
        .filter((b) => canBothMatch(a.name, b.name))
        .map((b) => `${a.id} ${a.name} / ${b.id} ${b.name}`),
    );
    expect(twice).toEqual([]);
  });

  test('the check for two entries sees patterns that meet', () => {
    expect(canBothMatch('a_*', 'a_b')).toBe(true);
    expect(canBothMatch('a_*', '*_b')).toBe(true);
    expect(canBothMatch('a_*', 'a_')).toBe(false);
    expect(canBothMatch('a_*_x', 'a_*_y')).toBe(false);
  });
});

test.each([
  ['_ga_*', '_ga_ABC123', true],
  ['_ga_*', '_ga_', false],
  ['_ga_*', '_ga', false],
  ['_ga', '_GA', false],
  ['_pk_id.*', '_pk_idx1', false],
  ['mp_*_mixpanel', 'mp_abc_mixpanel', true],
  ['mp_*_mixpanel', 'mp__mixpanel', false],
  ['a*b*c', 'aXbYc', true],
  ['a*b*c', 'abbbc', true],
  ['a*b*c', 'abc', false],
  ['a*b', 'aXbX', false],
])('the pattern %s and the name %s match: %s', (pattern, name, expected) => {
  expect(matchesCookieName(pattern, name)).toBe(expected);
});

describe('searching', () => {
  test('finds by part of the name or provider in any case', () => {
    expect(names(searchCookies({ q: '_FB' }))).toEqual(expect.arrayContaining(['_fbp', '_fbc']));
    expect(names(searchCookies({ q: 'linkedin' }))).toContain('bcookie');
    expect(searchCookies({ q: 'no such cookie' })).toEqual([]);
  });

  test('finds the pattern of a concrete name, and nothing else', () => {
    expect(names(searchCookies({ q: '_ga_ABC123' }))).toEqual(['_ga_*']);
    expect(names(searchCookies({ q: '_hjSession_12345' }))).toEqual(['_hjSession_*']);
    expect(names(searchCookies({ q: 'sessionid' }))).not.toContain('SESS*');
  });

  test('takes signs of patterns as they are', () => {
    expect(names(searchCookies({ q: '.*' })).every((name) => name.includes('.*'))).toBe(true);
    expect(searchCookies({ q: '%' })).toEqual([]);
  });

  test('narrows by purpose, and gives everything without a question', () => {
    expect(searchCookies({})).toHaveLength(cookieCatalogue.length);
    const analytics = searchCookies({ purpose: 'analytics' });
    expect(new Set(analytics.map(({ purpose }) => purpose))).toEqual(new Set(['analytics']));
  });
});
