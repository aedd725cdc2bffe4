// `npm run coverage`: runs Jest, with these arguments, and measures which lines and branches of the server's code it
// executed. Fails when a figure is below its floor in `test/coverage.json`. V8 itself looks, at the compiled code, so
// figures differ a little from those of tools that instrument the sources. Other processes of the tests do not count.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const { compile } = require('../test/support/typescript.js');
const floors = JSON.parse(readFileSync(join(root, 'test/coverage.json'), 'utf8'));

/** Browsers execute these; the tests in `test/browser` are not measured. */
const elsewhere = /^src\/(widget|dashboard)\//;

/** Marks the characters that one process executed. A range is inside those before it. */
function add(found, { functions }) {
  const executed = new Uint8Array(found.executed.length);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  for (let index = 0; index < executed.length; index += 1) found.executed[index] |= executed[index];
}

function measure(directory) {
  const files = new Map();
  for (const name of readdirSync(directory)) {
    const text = readFileSync(join(directory, name), 'utf8');
    if (text === '')
      console.error(
        'A process was killed before it said what it had executed: something kept it from its end.',
      );
    for (const script of JSON.parse(text || '[]')) {
      const file = fileURLToPath(script.url);
      if (!file.endsWith('.ts') || elsewhere.test(relative(root, file))) continue;
      const found = files.get(file) ?? {};
      if (!files.has(file)) {
        const text = compile(file);
        Object.assign(found, { text, executed: new Uint8Array(text.length) });
        files.set(file, found);
      }
      add(found, script);
    }
  }
  return files;
}

/** Returns how many lines with code there are, and how many of them were executed at least in part. */
function countLines({ text, executed }) {
  let start = 0;
  const lines = { all: 0, executed: 0 };
  for (const line of text.split('\n')) {
    const code = line.search(/[^\s{}()[\];,]/);
    if (code >= 0 && !/^\s*(\/\/|\/?\*)/.test(line)) {
      lines.all += 1;
      lines.executed += executed[start + code];
    }
    start += line.length + 1;
  }
  return lines;
}

/** Returns the parts of a node that run only on a condition. */
function branchesOf(node) {
  if (ts.isIfStatement(node)) return [node.thenStatement, node.elseStatement];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isCaseOrDefaultClause(node)) return node.statements.slice(0, 1);
  const isLogical = ts.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText());
  return isLogical ? [node.right] : [];
}

/** Returns how many conditional parts there are, and how many of them were executed. */
function countBranches({ text, executed }) {
  const source = ts.createSourceFile('script.js', text, ts.ScriptTarget.Latest, true);
  const branches = { all: 0, executed: 0 };
  const visit = (node) => {
    for (const branch of branchesOf(node).filter(Boolean)) {
      branches.all += 1;
      branches.executed += executed[branch.getStart(source)];
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return branches;
}

const percent = (counts) => {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  return sum('all') === 0 ? 100 : (100 * sum('executed')) / sum('all');
};

const directory = mkdtempSync(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_coverage_`));
// A worker writes its part when it exits, which takes longer than the half second that Jest grants it.
const jest = [
  '--max-semi-space-size=32',
  ...['--require', join(root, 'test/support/jest/coverage.js')],
  require.resolve('jest/bin/jest'),
  '--workerGracefulExitTimeout=240000',
  ...process.argv.slice(2),
];
const { status } = spawnSync(process.execPath, jest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, EXPRESS_CONSENT_TEST_COVERAGE: directory },
});
const files = [...measure(directory)].map(([file, found]) => ({
  file: relative(root, file),
  lines: countLines(found),
  branches: countBranches(found),
}));
rmSync(directory, { recursive: true });

const least = [...files].sort((a, b) => percent([a.lines]) - percent([b.lines])).slice(0, 10);
console.log('\nLeast covered files, in % of their lines:');
for (const { file, lines } of least) console.log(`${percent([lines]).toFixed(1).padStart(6)}  ${file}`);
let isBelow = files.length === 0;
if (isBelow) console.error('No file of src/ was measured.');
for (const kind of ['lines', 'branches']) {
  const value = percent(files.map((file) => file[kind]));
  console.log(`Coverage of ${kind}: ${value.toFixed(2)} %, at least ${floors[kind]} % wanted`);
  isBelow ||= value < floors[kind];
}
process.exitCode = status || (isBelow ? 1 : 0);
