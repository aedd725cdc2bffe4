// Breaks the code in one place at a time and runs the tests of that area: a change that no test notices ("survives") is
// a missing test. Works in a copy of the tree. For use before a release, as part of `npm run test:deep`:
//
//   node scripts/mutate.mjs [--sample 40] [--seed 1] [--minutes 60] [--tests <pattern>] [src/server/operators/auth src/server/decisions/consent/records/…]
//
// After `--minutes` no other mutant begins. With `--tests`, these tests run first, and those of the area only for a change
// that they do not notice. The result is printed for each folder.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Which tests have to notice a change: a pattern of test files for each part of the sources, the quickest first. */
const areas = [
  [
    'src/server/operators/auth/',
    '(sign-in|session-cookie|totp|own-account|reset-password|invitations|fresh-proof|oidc|saml|jwt|custom)',
  ],
  [
    'src/server/operators/accounts/',
    '(users|roles|rbac|provider-roles|sign-in|invitations|scoped-operators|bootstrap)',
  ],
  [
    'src/server/decisions/consent/',
    '(consent|parental|retention|erasure|subjects|visitor|withdrawals|state-limit|carried|strings)',
  ],
  ['src/server/decisions/import/', '(import)'],
  ['src/server/decisions/statistics/', '(statistics|impressions|difference|experiment|publication-effect)'],
  ['src/server/operators/api-keys/', '(api-key|rbac|scoped|public-answers)'],
  ['src/server/operators/audit/', '(audit)'],
  ['src/server/operators/webhooks/', '(webhook)'],
  ['src/server/frameworks/', '(framework|tcf|gpp|tc-string|registrations)'],
  [
    'src/server/platform/http/',
    '(platform/http|admin-answers|public-answers|rbac|plain-text|refusals|security/consent|custom-mode|api-key|tenants)',
  ],
];
const defaultParts = ['src/server/decisions', 'src/server/frameworks', 'src/server/operators'];
const isPolicy = (file) => /^src\/server\/platform\/http\/.*policy.*\.ts$/.test(file);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    tests: { type: 'string' },
  },
});

const tracked = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter(Boolean);
const isWanted = (file) =>
  positionals.length > 0
    ? positionals.some((part) => file === part || file.startsWith(`${part.replace(/\/$/, '')}/`))
    : isPolicy(file) || defaultParts.some((part) => file.startsWith(`${part}/`));

const swapped = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
]);

/** Returns the changes that one node of the syntax tree allows: what replaces which characters. */
function changesOf(node, source) {
  const replace = (part, text, what) => ({ start: part.getStart(source), end: part.getEnd(), text, what });
  const negate = (part) => replace(part, `!(${part.getText(source)})`, 'negated');
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [negate(node.expression)];
  if (ts.isConditionalExpression(node)) return [negate(node.condition)];
  if (ts.isBinaryExpression(node) && swapped.has(node.operatorToken.kind))
    return [replace(node.operatorToken, swapped.get(node.operatorToken.kind), 'operator')];
  if (ts.isAwaitExpression(node)) return [replace(node, `(${node.expression.getText(source)})`, 'no await')];
  if (ts.isExpressionStatement(node)) return [replace(node, ';', 'statement removed')];
  if (ts.isThrowStatement(node)) return [replace(node, ';', 'throw removed')];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false', 'literal')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, 'true', 'literal')];
  if (ts.isNumericLiteral(node)) return [replace(node, `(${node.getText(source)} + 1)`, 'one more')];
  return [];
}

function mutantsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const mutants = [];
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    for (const change of changesOf(node, source)) {
      const line = source.getLineAndCharacterOfPosition(change.start).line + 1;
      const changed = text.slice(0, change.start) + change.text + text.slice(change.end);
      mutants.push({ file, line, what: change.what, was: text.slice(change.start, change.end), changed });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** Picks some of the list, the same ones for the same seed (mulberry32). */
function pick(list, count, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return list
    .map((item) => [random(), item])
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item);
}

const all = tracked.filter((file) => file.endsWith('.ts') && isWanted(file)).flatMap(mutantsOf);
const mutants = values.sample === undefined ? all : pick(all, Number(values.sample), Number(values.seed));
console.log(`${mutants.length} of ${all.length} mutants`);

// Always the same place: what the tests have compiled there is found again in the next run.
const copy = join(tmpdir(), 'express-consent-mutants');
rmSync(copy, { recursive: true, force: true });
for (const file of tracked) cpSync(join(root, file), join(copy, file));
cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

function runTests(pattern) {
  const jest = [
    join(root, 'node_modules/jest/bin/jest.js'),
    '--config=jest.all.config.js',
    '--testPathIgnorePatterns=/test/(browser|package|reliability)/',
    // A mutant must not be caught because the machine is busy.
    '--testTimeout=120000',
    '--runInBand',
    '--bail',
    '--silent',
    pattern,
  ];
  const { status, signal } = spawnSync(process.execPath, jest, {
    cwd: copy,
    env: { ...process.env, EXPRESS_CONSENT_TEST_DATABASES: 'better-sqlite3' },
    timeout: 900_000,
    killSignal: 'SIGKILL',
    stdio: 'ignore',
  });
  return status === 0 && signal === null ? 'passed' : 'failed';
}

/** The patterns of tests that have to notice a change of a file, in the order in which they run. */
function patternsOf({ file }) {
  const ofArea = areas.find(([part]) => file.startsWith(part))?.[1] ?? '';
  return values.tests === undefined ? [ofArea] : [values.tests, ofArea];
}
const checked = new Set();
/** Makes sure that tests pass without a change before they judge one. */
function requirePassing(pattern) {
  if (checked.has(pattern)) return;
  checked.add(pattern);
  if (runTests(pattern) === 'failed') throw new Error(`These tests fail without any change: ${pattern}`);
}

const endsAt = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
const survivors = [];
/** The results of each folder. */
const folders = new Map();
let done = 0;
for (const mutant of mutants) {
  if (Date.now() > endsAt) break;
  const { file, line, what, was, changed } = mutant;
  let isCaught = false;
  for (const pattern of patternsOf(mutant)) {
    requirePassing(pattern);
    writeFileSync(join(copy, file), changed);
    isCaught = runTests(pattern) === 'failed';
    cpSync(join(root, file), join(copy, file));
    if (isCaught) break;
  }
  done += 1;
  const place = `${file}:${line} ${what}: ${was.replace(/\s+/g, ' ').slice(0, 80)}`;
  console.log(`${done}/${mutants.length} ${isCaught ? 'caught' : 'SURVIVES'} ${place}`);
  if (!isCaught) survivors.push(place);
  const folder = dirname(file);
  const counts = folders.get(folder) ?? { caught: 0, all: 0 };
  folders.set(folder, { caught: counts.caught + Number(isCaught), all: counts.all + 1 });
}
rmSync(copy, { recursive: true });
const describe = (caught, all) => `${caught} of ${all} caught (${Math.round((100 * caught) / all)} %)`;
console.log(`\n${describe(done - survivors.length, done)}`);
for (const [folder, { caught, all: count }] of [...folders].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${folder}: ${describe(caught, count)}`);
if (survivors.length > 0) console.log(`Survivors:\n${survivors.join('\n')}`);
