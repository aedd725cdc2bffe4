import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { globalTables, tenantTables } from '../../src/database/tables';

const root = resolve(__dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const { forbidden } = require(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: readonly { name: string; from: { path?: string }; to: { path?: string; pathNot?: string } }[];
};

const [bands = ''] = /flowchart TB[\s\S]*?```/.exec(page) ?? [];
/** Arrows of the diagram, as pairs of folder names. */
const arrows = [...bands.matchAll(/^ {2}([\w-]+)(?:\[".*"\])? --> (.+)$/gm)].flatMap(
  ([, from = '', to = '']) => to.split('&').map((name) => [from, name.trim()] as const),
);

test('the diagram of bands has exactly the folders of src/', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect([...new Set(arrows.flat())].sort()).toEqual(folders.sort());
});

test.each(arrows)('the import rules allow the arrow from %s to %s', (from, to) => {
  const against = forbidden.filter(
    (rule) =>
      rule.name === `${from}-band` &&
      new RegExp(rule.to.path ?? '').test(`src/${to}/x.ts`) &&
      !(rule.to.pathNot !== undefined && new RegExp(rule.to.pathNot).test(`src/${to}/x.ts`)),
  );
  expect(against).toEqual([]);
});

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
