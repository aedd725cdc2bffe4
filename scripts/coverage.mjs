// `npm run coverage`: runs Jest, with these arguments, and measures which lines and branches of the server's code it
// executed. Fails when a figure is below its floor in `test/coverage.json`. V8 itself counts, in the compiled code, so
// figures differ a little from those of tools that instrument the sources.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const { compile } = require('../test/support/typescript.js');
const floors = JSON.parse(readFileSync(join(root, 'test/coverage.json'), 'utf8'));

/** Browsers execute these; the tests in `test/browser` are not measured. */
const elsewhere = /^src\/(widget|dashboard)\//;
const sources = `${pathToFileURL(join(root, 'src'))}/`;

/** Returns the file of a script when it counts, or null. */
function fileOf({ url }) {
  if (!url.startsWith(sources) || !url.endsWith('.ts')) return null;
  const file = fileURLToPath(url);
  return elsewhere.test(relative(root, file)) ? null : file;
}

/** Marks the characters that one process executed, and notes the ranges in which V8 counted by themselves. */
function add(found, { functions }) {
  const executed = new Uint8Array(found.executed.length);
  // A range is inside those before it.
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  for (let index = 0; index < executed.length; index += 1) found.executed[index] |= executed[index];
  for (const { ranges } of functions)
    for (const { startOffset } of ranges.slice(1)) found.branches.add(startOffset);
}

function measure(directory) {
  const files = new Map();
  for (const name of readdirSync(directory)) {
    const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    for (const script of result) {
      const file = fileOf(script);
      if (file === null) continue;
      const found = files.get(file) ?? {};
      if (!files.has(file)) {
        const text = compile(file);
        Object.assign(found, { text, executed: new Uint8Array(text.length), branches: new Set() });
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

const countBranches = ({ executed, branches }) => ({
  all: branches.size,
  executed: [...branches].filter((start) => executed[start]).length,
});

const percent = (counts) => {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  return sum('all') === 0 ? 100 : (100 * sum('executed')) / sum('all');
};

const directory = mkdtempSync(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_coverage_`));
// A worker writes its part when it exits, which takes longer than the half second that Jest grants it.
const jest = [
  require.resolve('jest/bin/jest'),
  '--workerGracefulExitTimeout=60000',
  ...process.argv.slice(2),
];
const { status } = spawnSync(process.execPath, jest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_V8_COVERAGE: directory },
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
let isBelow = false;
for (const kind of ['lines', 'branches']) {
  const value = percent(files.map((file) => file[kind]));
  console.log(`Coverage of ${kind}: ${value.toFixed(2)} %, at least ${floors[kind]} % wanted`);
  isBelow ||= value < floors[kind];
}
process.exitCode = status || (isBelow ? 1 : 0);
