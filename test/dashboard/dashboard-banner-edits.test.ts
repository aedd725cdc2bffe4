import { applyEdits, rebase, withEdit, withValue } from '../../src/dashboard/screens/banner/edits/edits';

const base = {
  name: 'EU',
  profileJson: {
    mainBanner: { heading: 'Privacy', buttons: [{ text: 'Yes' }, { text: 'No' }] },
    cookies: { ga: { purpose: 'analytics', name: '_ga' }, pixel: { purpose: 'marketing' } },
  },
  localeContent: { de: { mainBanner: { heading: 'Datenschutz' } } },
};
const heading = ['profileJson', 'mainBanner', 'heading'] as const;
const german = ['localeContent', 'de', 'mainBanner', 'heading'] as const;

describe('Edits of a banner', () => {
  test('are values at paths, and leave everything else as it is', () => {
    const edits = withEdit(withEdit([], base, heading, 'Your privacy'), base, german, undefined);
    expect(applyEdits(base, edits)).toEqual({
      ...base,
      profileJson: {
        ...base.profileJson,
        mainBanner: { ...base.profileJson.mainBanner, heading: 'Your privacy' },
      },
      localeContent: { de: { mainBanner: {} } },
    });
    expect(Object.keys(withValue({ a: 1, b: 2 }, ['a'], 3))).toEqual(['a', 'b']);
  });

  test('disappear when the value is as before', () => {
    const edits = withEdit([], base, heading, 'Other');
    expect(withEdit(edits, base, heading, 'Privacy')).toEqual([]);
  });

  test('make the lists that a language does not have yet', () => {
    const edits = withEdit([], base, ['localeContent', 'de', 'mainBanner', 'buttons', 1, 'text'], 'Nein');
    expect(applyEdits(base, edits).localeContent.de).toEqual({
      mainBanner: { heading: 'Datenschutz', buttons: [{}, { text: 'Nein' }] },
    });
  });

  test('inside something new belong to it', () => {
    const added = withEdit([], base, ['localeContent', 'fr'], {});
    const edits = withEdit(added, base, ['localeContent', 'fr', 'mainBanner', 'heading'], 'Vie privée');
    expect(edits).toEqual([
      { path: ['localeContent', 'fr'], before: undefined, after: { mainBanner: { heading: 'Vie privée' } } },
    ]);
    expect(withEdit(edits, base, ['localeContent', 'fr'], undefined)).toEqual([]);
  });

  test('meet what others have saved field by field', () => {
    const edits = [heading, german].reduce<ReturnType<typeof withEdit>>(
      (list, path) => withEdit(list, base, path, 'Mine'),
      withEdit([], base, ['name'], 'Europe'),
    );
    const newer = applyEdits(base, [
      { path: heading, after: 'Theirs' },
      { path: ['name'], after: 'Europe' },
      { path: ['profileJson', 'mainBanner', 'buttons', 0, 'text'], after: 'OK' },
    ]);
    const merged = rebase(edits, newer);
    expect(merged.conflicts).toEqual([
      { path: heading, before: 'Privacy', after: 'Mine', theirs: 'Theirs', isGone: false },
    ]);
    expect(merged.edits.map(({ path }) => path)).toEqual([german]);
    expect(applyEdits(newer, merged.edits)).toMatchObject({
      name: 'Europe',
      profileJson: { mainBanner: { heading: 'Theirs', buttons: [{ text: 'OK' }, { text: 'No' }] } },
      localeContent: { de: { mainBanner: { heading: 'Mine' } } },
    });
  });

  test('of something that others have removed do not bring half of it back', () => {
    const path = ['profileJson', 'cookies', 'ga', 'provider'];
    const edits = withEdit([], base, path, 'Google');
    const newer = withValue(base, ['profileJson', 'cookies', 'ga'], undefined);
    expect(rebase(edits, newer)).toEqual({
      edits: [],
      conflicts: [{ path, before: undefined, after: 'Google', theirs: undefined, isGone: true }],
    });
  });

  test('are compared without regard to the order of keys, which databases change', () => {
    const edits = withEdit([], base, ['profileJson', 'cookies', 'ga'], { name: '_ga', purpose: 'analytics' });
    expect(edits).toEqual([]);
  });
});
