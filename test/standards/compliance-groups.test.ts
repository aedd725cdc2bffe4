import fc from 'fast-check';
import {
  complianceGroupIds,
  complianceGroups,
  complianceGroupsAt,
  customGroupNameFault,
  isBuiltInGroup,
} from '#standards/compliance/index';
import { allowsCategory, asksFirst } from '#standards/consent-state';

const november2026 = Date.UTC(2026, 10, 20);

describe('the built-in compliance groups', () => {
  test('are eight, strictest first, each with its rank and default for the GPC signal', () => {
    expect(
      complianceGroupIds.map((id) => [id, complianceGroups[id].rank, complianceGroups[id].gpcMode]),
    ).toEqual([
      ['opt-in-explicit', 80, 'honor'],
      ['opt-in', 70, 'honor'],
      ['opt-in-exempt', 60, 'honor'],
      ['opt-out-strict', 50, 'strict'],
      ['opt-out', 40, 'honor'],
      ['notice-opt-out', 30, 'ignore'],
      ['notice-only', 20, 'ignore'],
      ['unregulated', 10, 'ignore'],
    ]);
  });

  test('are distinguished from any other value', () => {
    expect(complianceGroupIds.every(isBuiltInGroup)).toBe(true);
    for (const other of ['OPT-IN', 'optin', '', 'constructor', null, undefined, 7, {}, ['opt-in']])
      expect(isBuiltInGroup(other)).toBe(false);
  });

  test('name the laws and places that put them to work', () => {
    const groups = Object.fromEntries(complianceGroupsAt(november2026).map((group) => [group.id, group]));
    expect(groups['opt-in']?.laws).toEqual(expect.arrayContaining(['GDPR', 'LGPD', 'Law 25', 'POPIA']));
    expect(groups['opt-in']?.regions).toEqual(expect.arrayContaining(['BR', 'CA-QC', 'DE', 'FR']));
    expect(groups['opt-in-exempt']?.regions).toEqual(['GB']);
    expect(groups['opt-out-strict']?.laws).toContain('CPRA');
    expect(groups['opt-out-strict']?.regions).toEqual(
      ['CA', 'CO', 'CT', 'DE', 'MD', 'MN', 'MT', 'NE', 'NH', 'NJ', 'OR', 'TX'].map((state) => `US-${state}`),
    );
    expect(groups.unregulated?.laws).toEqual([]);
    for (const { laws, regions, label, description, model } of Object.values(groups)) {
      expect([laws, regions]).toEqual([[...new Set(laws)].sort(), [...new Set(regions)].sort()]);
      expect([label, description, model].every((text) => text.length > 5)).toBe(true);
    }
  });

  test('gain a place, and its law, on the day that the law begins to apply', () => {
    const strict = (now: number) => complianceGroupsAt(now).find(({ id }) => id === 'opt-out-strict');
    const lawsOfAll = (now: number) => complianceGroupsAt(now).flatMap(({ laws }) => laws);
    const day = Date.UTC(2028, 0, 1);
    expect(strict(day - 1)?.regions).not.toContain('US-VT');
    expect(lawsOfAll(day - 1)).not.toContain('VDPOSA');
    expect(strict(day)?.regions).toContain('US-VT');
    expect(strict(day)?.laws).toContain('VDPOSA');
  });
});

describe('the name of a custom compliance group', () => {
  test.each(['kiosk', 'my-group', 'b2b', 'loyalty-2027', 'a', 'a'.repeat(64), 'opt-in-plus', 'automatic'])(
    'can be %s',
    (name) => {
      expect(customGroupNameFault(name)).toBeNull();
    },
  );

  test.each([
    ['a built-in id', 'opt-in', 'built-in'],
    ['auto', 'auto', 'reserved'],
    ['archived', 'archived', 'reserved'],
    ['default', 'default', 'reserved'],
    ['a profile id', 'a1b2c3d4-0000-7000-8000-0123456789ab', 'profile id'],
    ['65 characters', 'a'.repeat(65), '64'],
    ['empty', '', 'kebab'],
    ['capital', 'Kiosk', 'kebab'],
    ['with an underscore', 'my_group', 'kebab'],
    ['with a hyphen in front', '-kiosk', 'kebab'],
    ['with a hyphen behind', 'kiosk-', 'kebab'],
    ['with two hyphens', 'my--group', 'kebab'],
    ['a path', '../etc', 'kebab'],
    ['with a line break behind', 'kiosk\n', 'kebab'],
    ['an inherited key', '__proto__', 'kebab'],
    ['no string', 7, 'string'],
  ])('cannot be %s', (_case, name, reason) => {
    expect(customGroupNameFault(name)).toContain(reason);
  });

  test('is safe as one path segment whatever is offered', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        (value) => customGroupNameFault(value) !== null || /^[a-z0-9-]{1,64}$/.test(String(value)),
      ),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'f', '0', '-') }),
        (name) => customGroupNameFault(name) !== null || /^[a-z0-9-]{1,64}$/.test(name),
      ),
    );
  });
});

describe('a category that a decision does not name', () => {
  test.each([
    ['opt-in-explicit', false],
    ['opt-in', false],
    ['opt-in-exempt', false],
    ['opt-out-strict', true],
    ['opt-out', true],
    ['notice-opt-out', true],
    ['notice-only', true],
    ['unregulated', true],
    // Nobody knows the law of these.
    ['kiosk', false],
    ['opt-out-of-everything', false],
    [null, false],
  ])('is allowed under %s: %s', (group, isAllowed) => {
    expect(allowsCategory(group, { necessary: 'granted' }, 'ads')).toBe(isAllowed);
    expect(allowsCategory(group, {}, 'constructor')).toBe(isAllowed);
    expect(asksFirst(group)).toBe(!isAllowed);
  });

  test.each(['opt-in', 'opt-out', 'kiosk'])('does not matter once it is named, under %s', (group) => {
    expect(allowsCategory(group, { ads: 'granted' }, 'ads')).toBe(true);
    expect(allowsCategory(group, { ads: 'denied' }, 'ads')).toBe(false);
    expect(allowsCategory(group, { ads: 'objected' }, 'ads')).toBe(false);
  });
});
