import { cookieCatalogue, findCookie, indexByName, searchCookies } from '#content/cookie-catalogue/index';
import { readEntries } from '#content/cookie-catalogue/read-entries';
import { purposes } from '#standards/compliance/index';

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

  test('lists cookies by provider, then by name', () => {
    const keys = cookieCatalogue.map(({ provider, name }) => `${provider.toLowerCase()}\0${name}`);
    expect(keys).toEqual([...keys].sort());
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
  ['_ga_ABC123', '_ga_*'],
  ['_ga_', undefined],
  ['_ga', '_ga'],
  ['_GA', undefined],
  ['_pk_idx1', undefined],
  ['mp_abc_mixpanel', 'mp_*_mixpanel'],
  ['mp__mixpanel', undefined],
])('the cookie %s is the entry %s', (name, entry) => {
  expect(findCookie(name)?.name).toBe(entry);
});

const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replace(/[.+^$|/]/g, '\\$&').replaceAll('*', '.+')}$`, 's').test(name);

test('a name, which anybody can send, is searched for the parts of 20 patterns at most', () => {
  const misses = Array.from({ length: 20 }, (_item, index) => `*a${index}x*`);
  const names = (patterns: readonly string[], name: string) =>
    indexByName(patterns.map((pattern) => ({ name: pattern })))(name).map((found) => found.name);
  expect(names([...misses.slice(1), '*b*', '*bb', 'a*b*c'], 'abbb')).toEqual(['*b*', '*bb']);
  expect(names([...misses, '*b*', '*bb', 'a*'], 'abbb')).toEqual(['*bb', 'a*']);
  // Those that begin or end otherwise need no search.
  expect(names([...misses.map((pattern) => `c${pattern}`), '*b*'], 'abbb')).toEqual(['*b*']);
});

test('a name finds the one entry that matches it, exact or by pattern', () => {
  const concrete = cookieCatalogue.flatMap(({ name }) => [
    name,
    name.replaceAll('*', 'a'),
    name.replaceAll('*', '1_2.3'),
    name.slice(0, -1),
    `${name}x`,
  ]);
  for (const name of ['', '*', 'no such cookie', '_GA', ...concrete])
    expect(findCookie(name)).toBe(cookieCatalogue.find((entry) => matches(entry.name, name)));
});

describe('reading the catalogue', () => {
  const head = 'id,name,provider,firstParty,domains,purpose,duration,listenGpc,cpraCategory,description';

  test('takes a cell with spaces as several values, and an empty one as none', () => {
    const line =
      'a,_a,"Ads, Inc.",no,a.example b.example,marketing,1 year,yes,selling sharing,"Shows ""ads""."';
    const [entry] = readEntries(`${head}\n${line}\n`);
    expect(entry).toEqual({
      id: 'a',
      name: '_a',
      provider: 'Ads, Inc.',
      purpose: 'marketing',
      description: 'Shows "ads".',
      duration: '1 year',
      listenGpc: true,
      cpraCategory: ['selling', 'sharing'],
      domains: ['a.example', 'b.example'],
    });
  });

  test.each([
    ['a purpose that does not exist', 'a,_a,A,no,,adverts,1 year,no,none,Text.'],
    ['a cell too few', 'a,_a,A,no,,marketing,1 year,no,none'],
    ['an open quotation mark', 'a,_a,A,no,,marketing,1 year,no,none,"Text.'],
    ['neither yes nor no', 'a,_a,A,true,,marketing,1 year,no,none,Text.'],
  ])('refuses %s, and names the line', (_what, line) => {
    expect(() => readEntries(`${head}\n${line}\n`)).toThrow('line 2 of the cookie catalogue');
  });
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
