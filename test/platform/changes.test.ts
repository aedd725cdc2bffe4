import { changedEntries, changedFields, toChanges } from '#platform/kernel/changes';

test('only differences are listed, with null for absent values', () => {
  const before = { name: 'Old', same: [1], gone: true };
  const after: object = { name: 'New', same: [1], come: { a: 1 } };
  expect(changedFields(before, after)).toEqual({
    name: { before: 'Old', after: 'New' },
    gone: { before: true, after: null },
    come: { before: null, after: { a: 1 } },
  });
});

test('entries of a map are listed by their paths', () => {
  expect(toChanges(changedEntries('cookies', { a: 1, b: 1 }, { b: 2, c: 3 }))).toEqual({
    'cookies.a': { before: 1, after: null },
    'cookies.b': { before: 1, after: 2 },
    'cookies.c': { before: null, after: 3 },
  });
});

test('long values are cut, never inside a character', () => {
  const { text, list } = changedFields(
    { text: '', list: [] as string[] },
    { text: '🍪'.repeat(5000), list: Array.from({ length: 2000 }, () => 'entry') },
  ) as Record<string, { after: string }>;
  expect(text?.after).toBe(`${'🍪'.repeat(2000)}…`);
  expect(list?.after).toMatch(/^\["entry",.*…$/);
  expect(list?.after.length).toBe(4001);
});

test('an entry stays readable in size, and says how much was left out', () => {
  const many = Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [`field-${index}`, 'x'.repeat(100)]),
  );
  const changes = changedFields({}, many);
  expect(JSON.stringify(changes).length).toBeLessThan(80_000);
  expect(Object.keys(changes).length - 1 + Number(changes.furtherFields)).toBe(3000);
});
