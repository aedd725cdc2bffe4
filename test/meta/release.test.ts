import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pickSome, testInDeep } from '../support/scope';

const root = resolve(__dirname, '../..');
const script = join(root, 'scripts/release.mjs');
const starter = 'packages/create-express-consent/package.json';
const widget = 'packages/express-consent-widget/package.json';
const identity = { name: 'Ada', email: 'ada@shop.example' };
const repository = { type: 'git', url: 'git+https://git.example/shop.git' };
let project = '';

const git = (...args: string[]) =>
  execFileSync('git', ['-c', `user.name=${identity.name}`, '-c', `user.email=${identity.email}`, ...args], {
    cwd: project,
    encoding: 'utf8',
  }).trim();
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(join(project, file), text);
/** A package.json of this project. */
const before = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const recordFile = 'docs/contributing/deep-tests.md';
/** Commits lines of the table of runs: of the current commit, if no other is named. */
function recordDeepTests(...runs: { commit?: string; part?: string; result?: string }[]) {
  const head = git('rev-parse', '--short', 'HEAD');
  const lines = runs.map(
    ({ commit = head, part = 'all', result = 'passed' }) =>
      `| 2026-11-29 | ${commit} | ${part} | ${result} | 9 passed, 0 failed, 0 skipped | 90 min on 2 cores |\n`,
  );
  write(recordFile, lines.join(''));
  git('add', '.');
  git('commit', '--quiet', '--message', 'Record the deep tests');
}

function release(...args: string[]) {
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
  };
  return spawnSync(process.execPath, [script, ...args], { cwd: project, env, encoding: 'utf8' });
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'ec_release_'));
  git('init', '--quiet');
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A banner.\n\n## 0.1.0 - 2026-01-02\n\nOld.\n',
  );
  write('package.json', JSON.stringify({ name: 'shop', version: '0.1.0', repository }));
  write(
    'package-lock.json',
    JSON.stringify({
      name: 'shop',
      version: '0.1.0',
      lockfileVersion: 3,
      packages: { '': { name: 'shop', version: '0.1.0' } },
    }),
  );
  for (const file of [starter, widget, recordFile]) mkdirSync(join(project, file, '..'), { recursive: true });
  for (const file of [starter, widget]) write(file, JSON.stringify({ ...before(file), repository }));
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

test('a release dates the changelog, sets the version, commits and tags', () => {
  recordDeepTests({});
  expect(release('0.2.0')).toMatchObject({ status: 0, stderr: '' });

  const today = new Date().toISOString().slice(0, 10);
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 - ${today}\n\n### Added\n\n- A banner.\n\n## 0.1.0 - 2026-01-02\n\nOld.\n`,
  );
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' });
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' } },
  });
  expect(JSON.parse(read(widget))).toEqual({ ...before(widget), repository, version: '0.2.0' });
  expect(JSON.parse(read(starter))).toEqual({
    ...before(starter),
    repository,
    version: '0.2.0',
    dependencies: { 'express-consent': '0.2.0' },
  });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
  expect(git('describe')).toBe('v0.2.0');
});

test('a dry run prints the notes and changes nothing', () => {
  recordDeepTests({});
  const { status, stdout } = release('0.2.0', '--dry-run');
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('- A banner.\n') });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

testInDeep('the notes of the version that is checked out are printed, and no others', () => {
  recordDeepTests({});
  release('0.2.0');
  const { status, stdout } = release('0.2.0', '--notes');
  expect({ status, stdout }).toEqual({ status: 0, stdout: '### Added\n\n- A banner.\n' });
  expect(release('0.1.0', '--notes')).toMatchObject({
    status: 1,
    stderr: '- package.json has version 0.2.0, not 0.1.0.\n',
  });
});

testInDeep('candidates come before their release', () => {
  recordDeepTests();
  write('package.json', read('package.json').replace('0.1.0', '1.0.0-rc.10'));
  for (const [version, message] of [
    ['1.0.0', undefined],
    ['1.0.0-rc.11', undefined],
    ['1.0.0-rc.2', '1.0.0-rc.2 is lower than the current version, 1.0.0-rc.10'],
    ['0.9.9', '0.9.9 is lower'],
    ['1.0.0-beta', 'State the version'],
  ] as const) {
    const { stderr } = release(version, '--dry-run');
    expect([version, /(.*is lower.*|.*State the version.*)\./.exec(stderr)?.[1]]).toEqual([
      version,
      message === undefined ? undefined : expect.stringContaining(message),
    ]);
  }
});

const faults: readonly (readonly [string, readonly string[], () => unknown, string])[] = [
  ['no version', [], () => undefined, 'State the version'],
  ['a lower version', ['0.0.9'], () => undefined, '0.0.9 is lower than the current version, 0.1.0'],
  ['a version that has a tag', ['0.2.0'], () => git('tag', 'v0.2.0'), 'The tag v0.2.0 already exists'],
  ['uncommitted changes', ['0.2.0'], () => write('shop.ts', ''), 'Commit or remove all changes first'],
  ['failed deep tests', ['0.2.0'], () => recordDeepTests({ result: 'failed' }), 'no run of all deep tests'],
  [
    'deep tests of an earlier commit',
    ['0.2.0'],
    () => {
      write('shop.ts', '');
      git('add', '.');
      git('commit', '--quiet', '--message', 'Second');
    },
    'no run of all deep tests',
  ],
  ['no deep tests', ['0.2.0'], () => recordDeepTests(), 'no run of all deep tests'],
  [
    'deep tests of files that were not committed',
    ['0.2.0'],
    () => recordDeepTests({ commit: `${git('rev-parse', '--short', 'HEAD')}-dirty` }),
    'no run of all deep tests',
  ],
  [
    'deep tests of a commit that does not exist',
    ['0.2.0'],
    () => recordDeepTests({ commit: 'abcdef0' }),
    'no run of all deep tests',
  ],
  [
    'a missing part of the deep tests',
    ['0.2.0'],
    () => recordDeepTests({ part: '3 of 3' }, { part: '2 of 2' }, { part: '1 of 3' }),
    'no run of all deep tests',
  ],
  [
    'an empty changelog',
    ['0.2.0'],
    () => write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-02\n'),
    'no lines under "Unreleased"',
  ],
];

test.each(pickSome(faults, 4))('%s prevents a release', (_name, args, arrange, message) => {
  recordDeepTests({});
  arrange();
  const { status, stderr } = release(...args);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
  expect(git('log', '--format=%s')).not.toContain('Release');
});

testInDeep('a run of the deep tests writes the line that a release needs, unless a test fails', async () => {
  write(recordFile, `| Date | Commit | Part | Result | Tests | Time |\n${'| --- '.repeat(6)}|\n`);
  for (const file of ['one.test.js', 'other.test.js']) write(file, 'test("works", () => {});');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Deep tests');
  const reporters = [join(root, 'test/support/jest/record-deep-run.js')];
  const runTests = (...options: string[]) => {
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--rootDir', project];
    const config = JSON.stringify({ reporters, testRegex: '\\.test\\.js$' });
    spawnSync(process.execPath, [...jest, '--config', config, ...options], { cwd: project });
    return read(recordFile).split('\n')[2]?.split(' | ').slice(1, 4);
  };
  const head = git('rev-parse', '--short', 'HEAD');
  const dryRun = () => {
    git('commit', '--all', '--quiet', '--message', 'Record the deep tests');
    return release('0.2.0', '--dry-run').stderr;
  };

  expect(runTests('one.test.js')).toEqual([]);
  expect(runTests('--shard=1/2')).toEqual([head, '1 of 2', 'passed']);
  expect(dryRun()).toContain('no run of all deep tests');
  expect(runTests()).toEqual([git('rev-parse', '--short', 'HEAD'), 'all', 'passed']);
  expect(dryRun()).toBe('');

  write('fails.test.js', 'throw new Error("fails");');
  const failed = [`${git('rev-parse', '--short', 'HEAD')}-dirty`, 'all', 'failed'];
  expect(runTests()).toEqual(failed);
  write('fails.test.js', 'test("works", () => {});');
  for (const options of [['--onlyFailures'], ['--onlyChanged'], ['--changedSince', 'HEAD']])
    expect(runTests(...options)).toEqual(failed);
});

testInDeep('deep tests may run in parts, and a part once more after it failed', () => {
  recordDeepTests({ part: '2 of 2' }, { part: '1 of 2' }, { part: '2 of 2', result: 'failed' });
  expect(release('0.2.0')).toMatchObject({ status: 0, stderr: '' });
});

testInDeep(
  'a package without its repository prevents a release, and ends the workflow before anything else',
  () => {
    expect(release('--packages')).toMatchObject({ status: 0, stderr: '' });
    write(widget, JSON.stringify(before(widget)));
    git('commit', '--all', '--quiet', '--message', 'Without');
    recordDeepTests({});
    const fault = `- Set "repository" in ${widget}: npm refuses provenance without the address of the source.\n`;
    for (const args of [['--packages'], ['0.2.0'], ['0.2.0', '--dry-run']])
      expect(release(...args)).toMatchObject({ status: 1, stderr: fault });
    expect(git('tag')).toBe('');
  },
);

test('npm create express-consent installs the version that it comes with', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(join(root, starter), 'utf8'))).toMatchObject({
    version,
    dependencies: { 'express-consent': version },
  });
});
