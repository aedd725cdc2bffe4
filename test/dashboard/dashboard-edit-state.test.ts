import { removeCategory } from '../../src/dashboard/screens/banner/cookies/category-edits';
import {
  type CookieEditor,
  putCookies,
  removeCookie,
} from '../../src/dashboard/screens/banner/cookies/cookie-edits';
import { putService } from '../../src/dashboard/screens/banner/cookies/service-edits';
import { withCategories, withLists } from '../../src/dashboard/screens/banner/edits/category-fields';
import {
  type EditAction,
  type EditState,
  reduceEdits,
  toForm,
} from '../../src/dashboard/screens/banner/edits/edit-state';
import { type Changes, mergeLists, toEdits, toUndo } from '../../src/dashboard/screens/banner/edits/edits';

type Content = CookieEditor['content'];

const cookie = (name: string) => ({ name, purpose: 'analytics' as const, listenGpc: false });
const category = (...cookies: string[]) => ({ heading: 'Any', legalBasis: 'consent' as const, cookies });
const content = (profileJson: Content['profileJson'] = {}): Content => ({
  name: 'EU',
  defaultLocale: 'en',
  profileJson: {
    cookies: { a: cookie('A'), b: cookie('B'), c: cookie('C') },
    services: { maps: { category: 'stats', name: 'Maps', provider: 'Maps Ltd' } },
    preferenceModal: { categories: { stats: category('a', 'b'), ads: category('c') } },
    ...profileJson,
  },
  localeContent: {},
  outdatedTexts: {},
  reviewed: {},
  uncheckedTexts: {},
  drafted: {},
  changedLocales: [],
});

/** An editor without a screen. */
function openEditor(saved = content()) {
  let state: EditState<Content> = {
    version: 1,
    etag: '"1"',
    base: withCategories(saved),
    edits: [],
    conflicts: [],
    conflictsSince: null,
  };
  const act = (action: EditAction<Content>) => {
    state = reduceEdits(state, action);
  };
  const editor = {
    content: () => withLists(toForm(state)),
    categories: () => editor.content().profileJson.preferenceModal?.categories ?? {},
    conflicts: () => state.conflicts.map(({ path, theirs }) => [path.join('.'), theirs]),
    paths: () => state.edits.map(({ path }) => path.join('.')),
    change(changes: Changes) {
      const undo = toUndo(changes, toForm(state));
      act({ type: 'set', changes });
      return () => act({ type: 'undo', edits: undo });
    },
    apply: (changes: Changes, since: Content) =>
      act({ type: 'merge', edits: toEdits(changes, withCategories(since)) }),
    receive: (newer: Content) =>
      act({
        type: 'newer',
        saved: { version: state.version + 1, etag: '"next"', base: withCategories(newer) },
      }),
    discard: () => act({ type: 'discard' }),
  };
  return editor;
}

describe('The undo of a removal', () => {
  test('puts back one cookie, and leaves those that were removed since where they are', () => {
    const editor = openEditor();
    const undoA = editor.change(removeCookie(editor.content(), 'a'));
    const undoB = editor.change(removeCookie(editor.content(), 'b'));
    expect(editor.categories().stats?.cookies).toEqual([]);
    undoA();
    expect(editor.categories().stats?.cookies).toEqual(['a']);
    expect(Object.keys(editor.content().profileJson.cookies ?? {}).sort()).toEqual(['a', 'c']);
    undoB();
    expect(editor.content()).toEqual(content());
    expect(editor.paths()).toEqual([]);
  });

  test('leaves a cookie that came into the category since', () => {
    const editor = openEditor();
    const undo = editor.change(removeCookie(editor.content(), 'a'));
    editor.change([[['profileJson', 'cookies', 'c', 'category'], 'stats']]);
    undo();
    expect(editor.categories().stats?.cookies?.toSorted()).toEqual(['a', 'b', 'c']);
    expect(editor.categories().ads?.cookies).toEqual([]);
  });

  test('puts back a category with its cookies and services, but not what was done with them since', () => {
    const editor = openEditor();
    const undo = editor.change(removeCategory(editor.content(), 'stats'));
    expect(editor.content().profileJson.services).toEqual({});
    editor.change(removeCookie(editor.content(), 'b'));
    undo();
    expect(editor.categories().stats?.cookies).toEqual(['a']);
    expect(Object.keys(editor.content().profileJson.services ?? {})).toEqual(['maps']);
  });

  test('does nothing to a cookie that was added again', () => {
    const editor = openEditor();
    const undo = editor.change(removeCookie(editor.content(), 'a'));
    editor.change(putCookies(editor.content(), [cookie('Another')], 'ads', 'a'));
    undo();
    expect(editor.content().profileJson.cookies?.a?.name).toBe('Another');
    expect(editor.conflicts()).toEqual([]);
  });
});

describe('A dialog that was open while a colleague saved', () => {
  const theirs = content({
    cookies: { a: { ...cookie('A'), description: 'Theirs' }, b: cookie('B'), c: cookie('C') },
    preferenceModal: { categories: { stats: category('b'), ads: category('c', 'a') } },
  });

  test('changes only the fields that were changed in it', () => {
    const editor = openEditor();
    const opened = editor.content();
    editor.receive(theirs);
    editor.apply(putCookies(opened, [{ ...cookie('A'), maxAgeSeconds: 60 }], 'stats', 'a'), opened);
    expect(editor.content().profileJson.cookies?.a).toEqual({
      ...cookie('A'),
      description: 'Theirs',
      maxAgeSeconds: 60,
    });
    expect(editor.categories().ads?.cookies).toEqual(['c', 'a']);
    expect(editor.conflicts()).toEqual([]);
    expect(editor.paths()).toEqual(['profileJson.cookies.a.maxAgeSeconds']);
  });

  test('asks about a field that both have changed', () => {
    const editor = openEditor();
    const opened = editor.content();
    editor.receive(theirs);
    editor.apply(putCookies(opened, [{ ...cookie('A'), description: 'Mine' }], null, 'a'), opened);
    expect(editor.conflicts()).toEqual([
      ['profileJson.cookies.a.category', 'ads'],
      ['profileJson.cookies.a.description', 'Theirs'],
    ]);
    expect(editor.content().profileJson.cookies?.a?.description).toBe('Theirs');
    editor.discard();
    expect(editor.content()).toEqual(theirs);
  });

  test('leaves a service and its cookies as the colleague has them, but for what was changed in it', () => {
    const editor = openEditor();
    const opened = editor.content();
    editor.receive(
      content({
        cookies: { a: cookie('A'), b: { ...cookie('B'), service: 'maps' }, c: cookie('C') },
        services: { maps: { category: 'stats', name: 'Maps', provider: 'Another Ltd' } },
      }),
    );
    const service = { category: 'stats', name: 'City maps', provider: 'Maps Ltd' };
    editor.apply(putService(opened, 'maps', service, ['a']), opened);
    expect(editor.content().profileJson.services?.maps).toEqual({
      category: 'stats',
      name: 'City maps',
      provider: 'Another Ltd',
    });
    const { a, b } = editor.content().profileJson.cookies ?? {};
    expect([a?.service, b?.service]).toEqual(['maps', 'maps']);
  });
});

describe('The cookies of a category', () => {
  test('are merged cookie by cookie', () => {
    const editor = openEditor();
    editor.change(putCookies(editor.content(), [cookie('D')], 'stats', null));
    editor.change(removeCookie(editor.content(), 'b'));
    editor.receive(
      content({
        cookies: { a: cookie('A'), b: cookie('B'), c: cookie('C'), e: cookie('E') },
        preferenceModal: { categories: { stats: category('a', 'b', 'e'), ads: category('c') } },
      }),
    );
    expect(editor.categories().stats?.cookies).toEqual(['a', 'e', 'd']);
    expect(editor.conflicts()).toEqual([]);
  });

  test('do not list what one person removed and another moved, nor one cookie twice', () => {
    const editor = openEditor();
    editor.change(removeCookie(editor.content(), 'a'));
    editor.change([[['profileJson', 'cookies', 'b', 'category'], 'ads']]);
    editor.receive(
      content({
        preferenceModal: { categories: { stats: category(), ads: category('c', 'a'), more: category('b') } },
      }),
    );
    expect(editor.conflicts()).toEqual([
      ['profileJson.cookies.a', { ...cookie('A'), category: 'ads' }],
      ['profileJson.cookies.b.category', 'more'],
    ]);
    editor.discard();
    editor.change(removeCookie(editor.content(), 'a'));
    expect(editor.categories().ads?.cookies).toEqual(['c']);
  });
});

test('lists that two people have changed contain what either added, and not what either removed', () => {
  expect(mergeLists(['a', 'b', 'c'], ['a', 'c', 'mine'], ['b', 'c', 'theirs'])).toEqual([
    'c',
    'mine',
    'theirs',
  ]);
  expect(mergeLists([], ['same'], ['same'])).toEqual(['same']);
});
