import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { globalTables, tenantTables } from '#platform/database/tables';
import { packageVersion } from '#platform/kernel/version';
import { calledName, nodesOf, placeOf, sourceFiles, stringOf } from '../support/source-files';

const nodes = sourceFiles().flatMap(nodesOf);
const placesOf = (isWrong: (node: ts.Node) => boolean) => nodes.filter(isWrong).map(placeOf);

/**
 * Whether the node is in a function that is handed to `where(...)`, whose conditions get brackets of
 * their own.
 */
function isInsideWhere(node: ts.Node): boolean {
  for (let inner = node; inner.parent !== undefined; inner = inner.parent) {
    const isFunction = ts.isArrowFunction(inner) || ts.isFunctionExpression(inner);
    if (isFunction && /^(and)?where(Not|Exists)?$/i.test(calledName(inner.parent) ?? '')) return true;
  }
  return false;
}

test('an `or` is never next to the filter by tenant, only inside a nested where, which cannot undo the filter', () => {
  expect(
    placesOf((node) => /^or(Where|Having)/.test(calledName(node) ?? '') && !isInsideWhere(node)),
  ).toEqual([]);
});

test('the rule about `or` knows brackets from none', () => {
  const wrong = (text: string) => {
    const file = ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true);
    return nodesOf(file).some((node) => calledName(node) === 'orWhere' && !isInsideWhere(node));
  };
  expect(wrong("scope.from('a').where('b', 1).orWhere('c', 2)")).toBe(true);
  expect(wrong("scope.from('a').where((inner) => inner.where('b', 1).orWhere('c', 2))")).toBe(false);
});

const tables: ReadonlySet<string | null> = new Set([...tenantTables, ...globalTables]);
/** Methods of a connection or a tenant scope that take a table and nothing else in our code has. */
const tableMethods = new Set(['acrossTenants', 'global', 'byKeys', 'tableName']);

/** Returns whether the node opens a query on a table, or asks for a table's real name. */
function opensTable(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return (
    tableMethods.has(node.expression.name.text) ||
    (/^(from|insert|join)$/.test(node.expression.name.text) &&
      node.arguments.some((argument) => tables.has(stringOf(argument))))
  );
}

test('only repositories, the database of the platform and the storage in the database access tables', () => {
  const allowed = /-repository\.ts:|^src\/server\/platform\/(storage\/)?database\//;
  const places = placesOf(opensTable);
  expect(places.filter((place) => !allowed.test(place))).toEqual([]);
  expect(places.filter((place) => allowed.test(place)).length).toBeGreaterThan(100);
});

test.each([
  ["scope.from('consents').where({ id })", true],
  ["scope.insert('consents', row)", true],
  ["scope.join(query, 'profiles', 'p', 'p.id', 'c.profile_id')", true],
  ['connection.acrossTenants(table, reason)', true],
  ["connection.global('users')", true],
  ["Buffer.from('consent')", false],
  ["names.join(', ')", false],
])('the rule about tables reads %s as access: %s', (text, isAccess) => {
  const file = ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true);
  expect(nodesOf(file).some(opensTable)).toBe(isAccess);
});

/** The fields of a request's context, which services take as a separate argument. */
const contextNames = new Set(['tenantId', 'actor', 'caller', 'context']);

/** Returns whether an argument holds a part of a context next to what is spread into it, which could replace it. */
function mixesContextWithInput(node: ts.Node): boolean {
  return (
    ts.isObjectLiteralExpression(node) &&
    ts.isCallExpression(node.parent) &&
    node.parent.expression.getText() !== 'Type.Object' &&
    node.properties.some(ts.isSpreadAssignment) &&
    node.properties.some(({ name }) => name !== undefined && contextNames.has(name.getText()))
  );
}

test('routes hand on the tenant, the actor and the caller apart from input, never beside a spread', () => {
  const places = placesOf(mixesContextWithInput);
  expect(
    places.filter((place) => /^src\/server\/(?!platform\/).*-(routes|authenticator)\.ts:/.test(place)),
  ).toEqual([]);
});

test.each([
  ['service.consents({ tenantId, actor, range, ...filters })', true],
  ['service.erase({ ...query, tenantId: own.tenantId })', true],
  ['service.consents(context, { range, ...filters })', false],
  ['service.list({ tenantId, range })', false],
])('the rule about contexts reads %s as a mix: %s', (text, isMix) => {
  const file = ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true);
  expect(nodesOf(file).some(mixesContextWithInput)).toBe(isMix);
});

test('nothing reads the environment but one file of the command line: configuration is handed in', () => {
  const places = placesOf((node) => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env');
  expect(places.map((place) => place.split(':')[0])).toEqual(['src/server/cli/environment.ts']);
});

test('no insert ignores conflicts: on MySQL that also cuts values that are too long, silently', () => {
  expect(placesOf((node) => calledName(node) === 'ignore' && /\.onConflict\(/.test(node.getText()))).toEqual(
    [],
  );
});

test('nothing draws identifiers or secrets from Math.random: it may only spread retries and choose samples', () => {
  const allowed = [
    'src/server/platform/database/database.ts',
    'src/server/platform/database/migrate.ts',
    'src/server/operators/webhooks/worker.ts',
    'src/widget/decide/count-shown.ts',
    'src/layers/variants.ts',
  ];
  expect(
    placesOf((node) => ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random').filter(
      (place) => !allowed.includes(place.split(':')[0] ?? ''),
    ),
  ).toEqual([]);
});

test('the version in the code is that of the package', () => {
  expect(packageVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
