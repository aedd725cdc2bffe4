import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { packageVersion } from '../../src/kernel/version';
import { calledName, nodesOf, placeOf, sourceFiles } from '../support/source-files';

const nodes = sourceFiles().flatMap(nodesOf);
const placesOf = (isWrong: (node: ts.Node) => boolean) => nodes.filter(isWrong).map(placeOf);

/**
 * Whether the node stands in a function that is handed to `where(...)`, whose conditions get brackets of
 * their own.
 */
function isInsideWhere(node: ts.Node): boolean {
  for (let inner = node; inner.parent !== undefined; inner = inner.parent) {
    const isFunction = ts.isArrowFunction(inner) || ts.isFunctionExpression(inner);
    if (isFunction && /^(and)?where(Not|Exists)?$/i.test(calledName(inner.parent) ?? '')) return true;
  }
  return false;
}

it('no `or` stands beside the filter by tenant: only inside a nested where, where it cannot undo it', () => {
  expect(
    placesOf((node) => /^or(Where|Having)/.test(calledName(node) ?? '') && !isInsideWhere(node)),
  ).toEqual([]);
});

it('the rule about `or` knows brackets from none', () => {
  const wrong = (text: string) => {
    const file = ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true);
    return nodesOf(file).some((node) => calledName(node) === 'orWhere' && !isInsideWhere(node));
  };
  expect(wrong("scope.from('a').where('b', 1).orWhere('c', 2)")).toBe(true);
  expect(wrong("scope.from('a').where((inner) => inner.where('b', 1).orWhere('c', 2))")).toBe(false);
});

it('nothing reads the environment but one file of the command line: configuration is handed in', () => {
  const places = placesOf((node) => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env');
  expect(places.map((place) => place.split(':')[0])).toEqual(['src/cli/environment.ts']);
});

it('no insert ignores conflicts: on MySQL that also cuts values that are too long, silently', () => {
  expect(placesOf((node) => calledName(node) === 'ignore' && /\.onConflict\(/.test(node.getText()))).toEqual(
    [],
  );
});

it('nothing draws identifiers or secrets from Math.random: it may only spread retries', () => {
  const allowed = ['src/database/database.ts', 'src/database/migrate.ts'];
  expect(
    placesOf((node) => ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random').filter(
      (place) => !allowed.includes(place.split(':')[0] ?? ''),
    ),
  ).toEqual([]);
});

it('the version in the code is that of the package', () => {
  expect(packageVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
