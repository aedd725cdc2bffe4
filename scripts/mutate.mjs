// Breaks the code in one place at a time and runs the tests that execute this place: a change that no test notices
// ("survives") is a missing test. Works in copies of the tree. For use before a release, as part of `npm run test:deep`:
//
//   node scripts/mutate.mjs [--sample 40] [--seed 1] [--minutes 60] [--jobs 2] [--skip 20] [--list] [src/server/operators/auth src/server/decisions/consent/records/…]
//
// A first run of all these tests records which files execute which function; it is kept for the next run. After
// `--minutes` no other mutant begins, and `--skip` leaves out the first ones. `--jobs` mutants are tested at the same time, and `--list` only prints the mutants.
// The result is printed for each folder.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { stampOf } from './source-stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Which tests have to notice a change of these sources. */
const areas = [
  [
    'src/server/decisions/',
    /^test\/(decisions\/|contract\/statistics|banners\/experiments|evidence\/|visits\/preferences|security\/(state-limit|withdrawals|consent|visitor))/,
  ],
  ['src/server/frameworks/', /^test\/frameworks\//],
  [
    'src/server/operators/',
    /^test\/(operators\/|meta\/audit|contract\/audit|security\/(sign-in|session|saml|oidc|fresh|scoped|keyrings|rbac))/,
  ],
  [
    'src/server/platform/http/',
    /^test\/(platform\/http|sites\/tenants|operators\/(custom|api-key)|security\/(rbac|consent|admin-a|public-a|refusals))/,
  ],
];
/** For a change that all notice at once, and that none does: the longest time of the tests of one mutant (s). */
const longestTests = 100;
const defaultParts = ['src/server/decisions', 'src/server/frameworks', 'src/server/operators'];
const isPolicy = (file) => /^src\/server\/platform\/http\/.*policy.*\.ts$/.test(file);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    skip: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
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
  const functions = [];
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    for (const change of changesOf(node, source)) {
      const line = source.getLineAndCharacterOfPosition(change.start).line + 1;
      const changed = text.slice(0, change.start) + change.text + text.slice(change.end);
      mutants.push({
        file,
        line,
        what: change.what,
        was: text.slice(change.start, change.end),
        changed,
        function: functions.at(-1),
      });
    }
    const isFunction = ts.isFunctionLike(node) && node.body !== undefined;
    if (isFunction) functions.push(`${file}:${node.body.getStart(source)}`);
    ts.forEachChild(node, visit);
    if (isFunction) functions.pop();
  };
  visit(source);
  return mutants;
}

/** Returns the text of a file in which each function reports that it was called. */
function withReports(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const added = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const [start, end] = [node.body.getStart(source), node.body.getEnd()];
      const report = `process.reportCall?.('${file}:${start}')`;
      if (ts.isBlock(node.body)) added.push([start + 1, `${report};`]);
      else added.push([start, `(${report}, `], [end, ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // The last one first; at the same place the inner function's, which was found last, stays before the outer one's.
  const sorted = added.map((item, order) => [...item, order]).sort(([a, , i], [b, , j]) => b - a || j - i);
  let result = text;
  for (const [place, inserted] of sorted) result = result.slice(0, place) + inserted + result.slice(place);
  return result;
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

const isSource = (file) => file.startsWith('src/server/') && file.endsWith('.ts') && !file.endsWith('.d.ts');
const sources = tracked.filter(isSource);
const all = sources.filter(isWanted).flatMap(mutantsOf);
const mutants = values.sample === undefined ? all : pick(all, Number(values.sample), Number(values.seed));
console.log(`${mutants.length} of ${all.length} mutants`);
const placeOf = ({ file, line, what, was }) =>
  `${file}:${line} ${what}: ${was.replace(/\s+/g, ' ').slice(0, 80)}`;
if (values.list) {
  for (const mutant of mutants) console.log(placeOf(mutant));
  process.exit();
}

/** The documented limits of every field are those of the schemas. */
const documented = /^test\/meta\/generated-docs/;
const allTests = tracked.filter((file) => file.endsWith('.test.ts'));
const testsOfArea = (file) => {
  const pattern = areas.find(([part]) => file.startsWith(part))?.[1];
  if (pattern === undefined) throw new Error(`Name the tests of ${file} in scripts/mutate.mjs`);
  return allTests.filter((test) => pattern.test(test) || documented.test(test));
};
const testFiles = [...new Set(mutants.flatMap(({ file }) => testsOfArea(file)))];

/** Runs these tests in the order of their time, until one fails. */
const sequencer = `module.exports = class {
  sort(given) {
    const order = process.env.MUTANT_TESTS?.split(',') ?? [];
    const placeOf = ({ path }) => order.findIndex((file) => path.endsWith('/' + file));
    return [...given].sort((a, b) => placeOf(a) - placeOf(b));
  }
  shard(given) { return given; }
  allFailedTests(given) { return given; }
  cacheResults() {}
};
`;
/** Writes what each test file has called, and its time. */
const reportingEnvironment = `const { appendFileSync } = require('node:fs');
const Realm = require('./environment.js');
module.exports = class extends Realm {
  constructor(...given) {
    super(...given);
    this.cpuAtStart = process.cpuUsage();
    this.called = new Set();
    process.reportCall = (place) => this.called.add(place);
  }
  handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
  }
  secondsOf({ user, system }) {
    return (user + system) / 1e6;
  }
  async teardown() {
    const line = { path: this.testPath, seconds: this.secondsOf(process.cpuUsage(this.cpuAtStart)), called: this.hasFailed ? [] : [...this.called] };
    appendFileSync(process.env.MUTANT_CALLS, JSON.stringify(line) + '\\n');
    await super.teardown();
  }
};
`;
/** Ends with the first failing test: the rest of its file would say no more. */
const endingEnvironment = `const Realm = require('./environment.js');
const { exit } = process;
module.exports = class extends Realm {
  handleTestEvent({ name, test }) {
    if (name === 'hook_failure' || (name === 'test_done' && test.errors.length > 0)) exit.call(process, 1);
  }
};
`;
const configurationOf = (ofRun) => `module.exports = {
  ...require('./jest.config.js'),
  testPathIgnorePatterns: ['/node_modules/'],
  testSequencer: '<rootDir>/mutant-sequencer.js',
  reporters: [],
  // A mutant must not be caught because the machine is busy.
  testTimeout: 60_000,
  ${ofRun}
};
`;

/** Makes a copy of the tree. Always in the same place: what the tests have compiled there is found in the next run. */
function makeCopy(name) {
  const copy = join(tmpdir(), `express-consent-mutants-${name}`);
  rmSync(copy, { recursive: true, force: true });
  for (const file of tracked) cpSync(join(root, file), join(copy, file));
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'mutant-sequencer.js'), sequencer);
  writeFileSync(join(copy, 'test/support/jest/reporting-environment.js'), reportingEnvironment);
  writeFileSync(join(copy, 'test/support/jest/ending-environment.js'), endingEnvironment);
  const recording = `testEnvironment: '<rootDir>/test/support/jest/reporting-environment.js'`;
  writeFileSync(join(copy, 'recording.config.js'), configurationOf(recording));
  // What the set-up builds does not depend on these sources.
  const alreadySetUp = `globalSetup: undefined,
  globalTeardown: undefined,
  testEnvironment: '<rootDir>/test/support/jest/ending-environment.js'`;
  writeFileSync(join(copy, 'mutant.config.js'), configurationOf(alreadySetUp));
  mkdirSync(join(copy, 'run'));
  writeFileSync(join(copy, 'run/times'), '');
  return copy;
}

/** Runs Jest in a copy. Returns whether all tests passed. */
function runJest(copy, { config, files, args = [], env = {} }) {
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=32',
      join(root, 'node_modules/jest/bin/jest.js'),
      `--config=${config}`,
      '--silent',
      ...args,
      '--runTestsByPath',
      ...files,
    ],
    {
      cwd: copy,
      env: {
        ...process.env,
        EXPRESS_CONSENT_TEST_DATABASES: 'better-sqlite3',
        MUTANT_TESTS: files.join(','),
        ...env,
      },
      // A mutant may never end.
      timeout: 600_000,
      killSignal: 'SIGKILL',
      stdio: 'ignore',
    },
  );
  return new Promise((resolve) => child.once('close', (status) => resolve(status === 0)));
}

const kept = join(tmpdir(), 'express-consent-mutant-calls');
const keyOf = (files) => stampOf([], files).slice(0, 16);
const sourcesKey = keyOf(sources);
/** Returns where the calls of a test file are kept, until the file or one of the sources changes. */
const recordOf = (file) => join(kept, `${sourcesKey}-${keyOf([file])}`);

/** Returns the calls and the time of each test file. */
async function recordCalls() {
  const unknown = testFiles.filter((file) => !existsSync(recordOf(file)));
  if (unknown.length > 0) {
    console.log(`Recording what ${unknown.length} files of tests call`);
    const copy = makeCopy('recording');
    for (const file of sources) writeFileSync(join(copy, file), withReports(file));
    const env = { MUTANT_CALLS: join(copy, 'calls') };
    await runJest(copy, { config: 'recording.config.js', files: unknown, env });
    mkdirSync(kept, { recursive: true });
    for (const line of readFileSync(env.MUTANT_CALLS, 'utf8').split('\n').filter(Boolean)) {
      const { path, seconds, called } = JSON.parse(line);
      if (called.length === 0)
        console.log(
          `Left out, because it fails without any change or calls nothing: ${relative(copy, path)}`,
        );
      writeFileSync(recordOf(relative(copy, path)), JSON.stringify({ seconds, called }));
    }
    rmSync(copy, { recursive: true });
  }
  const read = (file) => JSON.parse(readFileSync(recordOf(file), 'utf8'));
  return testFiles.map((path) => ({ path, ...read(path) }));
}
const calls = await recordCalls();

/**
 * Returns the tests that execute a mutant, as far as there is time for them. Those that know its file best come first, because
 * they are most likely to notice it. What runs when a module is loaded concerns the tests of its folder.
 */
function testsOf(mutant) {
  const ofArea = new Set(testsOfArea(mutant.file));
  const isConstant = mutant.function === undefined;
  const isLimit = isConstant || (mutant.what === 'one more' && /-routes\.ts$/.test(mutant.file));
  const place = isConstant ? `${dirname(mutant.file)}/` : `${mutant.file}:`;
  const knowledgeOf = ({ path, called }) => {
    if (documented.test(path)) return isLimit ? Number.MAX_VALUE : 0;
    const isExecuting = ofArea.has(path) && (isConstant || called.includes(mutant.function));
    return isExecuting ? called.filter((one) => one.startsWith(place)).length : 0;
  };
  const executing = calls
    .map((test) => ({ ...test, known: knowledgeOf(test) }))
    .filter(({ known }) => known > 0)
    .sort((a, b) => b.known - a.known || a.seconds - b.seconds);
  const chosen = [];
  let left = longestTests;
  for (const { path, seconds } of executing) {
    if (chosen.length > 0 && seconds > left) continue;
    left -= seconds;
    chosen.push(path);
  }
  return chosen;
}

const missing = [
  'mysql2',
  'pg',
  'redis',
  'chromium',
  'firefox',
  'poppler',
  'galera',
  'own-mariadb',
  'pgbouncer',
  'nginx',
  'caddy',
  'own-postgres',
];
const endsAt = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
const survivors = [];
/** The results of each folder. */
const folders = new Map();
let done = 0;
const waiting = mutants.slice(Number(values.skip));

async function work(name) {
  const copy = makeCopy(name);
  const env = {
    EXPRESS_CONSENT_TEST_RUN: join(copy, 'run'),
    EXPRESS_CONSENT_TEST_MISSING: JSON.stringify(
      Object.fromEntries(missing.map((service) => [service, 'not used'])),
    ),
  };
  // Writes the generated modules.
  const isSetUp = await runJest(copy, {
    config: 'jest.config.js',
    files: ['test/platform/truncate.test.ts'],
  });
  if (!isSetUp) throw new Error('The tests fail without any change.');
  const [first] = mutants;
  const run = (files) =>
    runJest(copy, { config: 'mutant.config.js', files, args: ['--runInBand', '--bail'], env });
  if (first !== undefined && !(await run(testsOf(first).slice(0, 3))))
    throw new Error('The tests fail without any change.');
  for (let mutant = waiting.shift(); mutant !== undefined && Date.now() < endsAt; mutant = waiting.shift()) {
    const files = testsOf(mutant);
    const { file, changed } = mutant;
    writeFileSync(join(copy, file), changed);
    const startedAt = Date.now();
    const isCaught = files.length > 0 && !(await run(files));
    cpSync(join(root, file), join(copy, file));
    done += 1;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(
      `${done}/${mutants.length} ${isCaught ? 'caught' : 'SURVIVES'} ${placeOf(mutant)} (${seconds} s, ${files.length} files)`,
    );
    if (!isCaught) survivors.push(placeOf(mutant));
    const folder = dirname(file);
    const counts = folders.get(folder) ?? { caught: 0, all: 0 };
    folders.set(folder, { caught: counts.caught + Number(isCaught), all: counts.all + 1 });
  }
  rmSync(copy, { recursive: true });
}
await Promise.all(Array.from({ length: Number(values.jobs) }, (_, index) => work(String(index + 1))));

const describe = (caught, all) => `${caught} of ${all} caught (${Math.round((100 * caught) / all)} %)`;
console.log(`\n${describe(done - survivors.length, done)}`);
for (const [folder, { caught, all: count }] of [...folders].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${folder}: ${describe(caught, count)}`);
if (survivors.length > 0) console.log(`Survivors:\n${survivors.join('\n')}`);
