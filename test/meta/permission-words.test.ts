import { builtInRoles, keyScopes, permissions } from '#platform/kernel/permissions';
import { keyScopes as scopesInDashboard } from '../../src/dashboard/screens/api-keys/scopes';
import { permissionWords } from '../../src/dashboard/words/permission-words';
import { areaOf, rightsWords } from '../../src/dashboard/words/rights';

const ids = Object.keys(permissions);
const languages = Object.keys(permissionWords) as (keyof typeof permissionWords)[];

test.each(languages)('every permission has words of its own in %s', (language) => {
  const words = permissionWords[language];
  expect(Object.keys(words).sort()).toEqual([...ids].sort());
  expect(new Set(Object.values(words)).size).toBe(ids.length);
  // They continue a sentence, and are joined by semicolons.
  for (const text of Object.values(words)) expect(text).toMatch(/^[^\s;.][^;.]*[^\s;.]$/);
});

test.each(languages)('every permission belongs to an area with a name in %s', (language) => {
  const { areas } = rightsWords[language];
  for (const id of ids) expect(areas[areaOf(id) as keyof typeof areas]).toMatch(/\S/);
});

test('the dashboard offers every scope that a key can have', () => {
  expect([...scopesInDashboard].sort()).toEqual([...keyScopes].sort());
});

test('built-in roles that can publish can also approve what others publish', () => {
  for (const { permissions: held } of Object.values(builtInRoles) as { permissions: readonly string[] }[])
    expect(held.includes('profiles:approve')).toBe(held.includes('profiles:activate'));
});
