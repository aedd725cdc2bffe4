import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cookieCatalogue } from '#content/cookie-catalogue/index';
import { canBeCookieName } from '#standards/cookie-name';

const root = resolve(__dirname, '../..');
const files = execFileSync(
  'git',
  ['ls-files', '*.md', 'docs', 'examples', 'packages', 'bench', 'src/server', 'scripts'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(?:md|[cm]?[jt]sx?|json)$/.test(file));

/** Names of parameters as objects with a purpose and without a kind state them: most are written in one line. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{[^{}]*\bpurpose['"]?:[^{}]*\}/g)].flatMap(([parameter]) =>
    /\bkind['"]?:/.test(parameter)
      ? []
      : [...parameter.matchAll(/(?<![\w$])['"]?name['"]?: ['"]([^'"\n]+)['"]/g)].map(([, name = '']) => name),
  );

test('every cookie in documentation, examples and starter texts has a name that browsers can store', () => {
  const found = files.map((file) => ({ file, names: namesIn(readFileSync(resolve(root, file), 'utf8')) }));
  expect(found.flatMap(({ names }) => names).length).toBeGreaterThan(30);
  expect(
    found.flatMap(({ file, names }) =>
      names.filter((name) => !canBeCookieName(name)).map((name) => `${file}: ${name}`),
    ),
  ).toEqual([]);
});

test('every cookie of the catalogue has such a name', () => {
  expect(cookieCatalogue.map(({ name }) => name).filter((name) => !canBeCookieName(name))).toEqual([]);
});
