import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { globalTables, tenantTables } from '#platform/database/tables';

const root = resolve(__dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const { forbidden } = require(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: readonly { name: string; from: { path?: string }; to: { path?: string; pathNot?: string } }[];
};

/** Arrows of the page's diagrams of folders, as pairs of folder names. */
const diagrams = [...page.matchAll(/flowchart TB[\s\S]*?```/g)].map(([diagram]) => ({
  folders: [...diagram.matchAll(/^ {2}([\w-]+)\["/gm)].map(([, name = '']) => name),
  arrows: [...diagram.matchAll(/^ {2}([\w-]+)(?:\[".*"\])? --> (.+)$/gm)].flatMap(([, from = '', to = '']) =>
    to.split('&').map((name) => [from, name.trim()] as const),
  ),
}));
const foldersOf = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const pathOf = (name: string) =>
  ['src', 'src/server', 'src/server/platform']
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(join(root, path)));

test('the diagrams have exactly the folders of src/, of the server and of its platform', () => {
  const rooms = [...foldersOf('src'), ...foldersOf('src/server')].filter((name) => name !== 'server');
  expect(diagrams.map(({ folders }) => [...folders].sort())).toEqual([
    rooms.sort(),
    foldersOf('src/server/platform').sort(),
  ]);
});

test.each(diagrams.flatMap(({ arrows }) => arrows))(
  'the import rules allow the arrow from %s to %s',
  (from, to) => {
    // A room may import a part of the platform, if not all of it.
    const file = to === 'platform' ? 'src/server/platform/kernel/x.ts' : `${pathOf(to)}/x.ts`;
    const against = forbidden.filter(
      (rule) =>
        rule.name === `${from}-band` &&
        new RegExp(rule.to.path ?? '').test(file) &&
        !(rule.to.pathNot !== undefined && new RegExp(rule.to.pathNot).test(file)),
    );
    expect(against).toEqual([]);
  },
);

test('the page names every table, and no other', () => {
  const [diagram = ''] = /erDiagram[\s\S]*?```/.exec(page) ?? [];
  const related = [...diagram.matchAll(/^ {2}(\w+) [|}][o|].*[o|][|{] (\w+) :/gm)].flatMap(
    ([, a = '', b = '']) => [a, b],
  );
  const [, others = ''] = /Without relations: ([\s\S]*?)\n\n/.exec(page) ?? [];
  const named = [...others.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect([...new Set([...related, ...named])].sort()).toEqual([...tenantTables, ...globalTables].sort());
});

test.each(['docs/architecture.md', 'docs/contributing/recipes.md', 'docs/contributing/style.md'])(
  'the files and folders that %s names exist, but for those it asks for',
  (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const paths = [...text.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
