// `node scripts/release.mjs 0.2.0 [--dry-run]`: makes a release of the current commit. It checks that everything is
// committed and that the deep tests passed on these files, dates the "Unreleased" part of CHANGELOG.md, sets the version
// in package.json, package-lock.json and those of `packages/`, commits and tags. It pushes and publishes nothing:
// .github/workflows/release.yml publishes the tag. It runs `node scripts/release.mjs --packages` first, which fails when npm
// would refuse a package, and `node scripts/release.mjs 0.2.0 --notes`, which prints the notes of the version that is
// checked out.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Where `npm run test:deep` adds a line for each run. */
const recordFile = 'docs/contributing/deep-tests.md';
/** The package behind `npm create express-consent`. It needs exactly the version of the package that it comes with. */
const starterFile = 'packages/create-express-consent/package.json';
const widgetFile = 'packages/express-consent-widget/package.json';
const files = ['CHANGELOG.md', 'package.json', 'package-lock.json', starterFile, widgetFile];

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

function main() {
  const { values, positionals } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      notes: { type: 'boolean', default: false },
      packages: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [version = ''] = positionals;
  const isDryRun = values['dry-run'];
  if (values.notes) return printNotes(version);
  if (values.packages) return report([checkPackages()]);

  const changelog = dateChangelog(readFileSync('CHANGELOG.md', 'utf8'), version);
  const hasFaults = report([
    checkVersion(version),
    checkPackages(),
    checkTree(),
    checkDeepTests(),
    changelog.fault,
  ]);
  if (isDryRun) console.log(`Would commit and tag v${version} with these notes:\n\n${changelog.notes}`);
  if (isDryRun || hasFaults) return;

  writeFileSync('CHANGELOG.md', changelog.text);
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  changePackage(starterFile, { version, dependencies: { 'express-consent': version } });
  changePackage(widgetFile, { version });
  git('add', ...files);
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `express-consent ${version}`);
  console.log(`Tagged v${version}. Next: git push --follow-tags, which publishes it.`);
}

/** Prints the faults, and returns whether there are any. */
function report(faults) {
  const found = faults.filter(Boolean);
  for (const fault of found) console.error(`- ${fault}`);
  if (found.length > 0) process.exitCode = 1;
  return found.length > 0;
}

/** npm compares `repository` with the one that the provenance names, and refuses a package without it. */
function checkPackages() {
  const missing = ['package.json', starterFile, widgetFile].filter((file) => {
    const { repository } = JSON.parse(readFileSync(file, 'utf8'));
    return !(typeof repository === 'string' ? repository : repository?.url);
  });
  if (missing.length > 0)
    return `Set "repository" in ${missing.join(', ')}: npm refuses provenance without the address of the source.`;
}

function changePackage(file, changes) {
  const changed = { ...JSON.parse(readFileSync(file, 'utf8')), ...changes };
  writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`);
}

function checkVersion(version) {
  if (!/^\d+\.\d+\.\d+(-rc\.\d+)?$/.test(version)) return 'State the version, such as 0.2.0 or 1.0.0-rc.1.';
  if (git('tag', '--list', `v${version}`) !== '') return `The tag v${version} already exists.`;
  const current = JSON.parse(readFileSync('package.json', 'utf8')).version;
  if (isLower(version, current)) return `${version} is lower than the current version, ${current}.`;
}

/** Whether a version comes before another one; `1.0.0-rc.1` comes before `1.0.0`. */
function isLower(version, other) {
  const parts = (text) => {
    const [core = '', candidate = 'released'] = text.split('-');
    return [...core.split('.'), candidate === 'released' ? Infinity : candidate.slice('rc.'.length)].map(
      Number,
    );
  };
  const theirs = parts(other);
  const difference = parts(version).map((part, index) => (part === theirs[index] ? 0 : part - theirs[index]));
  return (difference.find((value) => value !== 0) ?? 0) < 0;
}

function checkTree() {
  if (git('status', '--porcelain') !== '') return 'Commit or remove all changes first: git status.';
}

/** The deep tests must have passed, whole or in all parts, on this commit, to which only their record may have been added. */
function checkDeepTests() {
  const lines = readFileSync(recordFile, 'utf8').matchAll(
    /^\| [\d-]+ \| (?<commit>[\da-f]+) \| (?:all|(?<part>\d+) of (?<count>\d+)) \| passed \|/gm,
  );
  const missing = new Map();
  for (const [, commit, part = '1', count = '1'] of lines) {
    if (!isUnchangedSince(commit)) continue;
    if (!missing.has(count))
      missing.set(count, new Set(Array.from({ length: Number(count) }, (_, i) => i + 1)));
    missing.get(count).delete(Number(part));
    if (missing.get(count).size === 0) return;
  }
  return `${recordFile} has no run of all deep tests that passed on this commit; run: npm run test:deep`;
}

function isUnchangedSince(commit) {
  const options = ['diff', '--quiet', commit, 'HEAD', '--', '.', `:(exclude)${recordFile}`];
  return spawnSync('git', options, { stdio: 'ignore' }).status === 0;
}

/** Prints the notes of the version, which package.json must have. */
function printNotes(version) {
  const current = JSON.parse(readFileSync('package.json', 'utf8')).version;
  const [, notes] = readFileSync('CHANGELOG.md', 'utf8').split(`\n## ${version} - `);
  const fault =
    current !== version
      ? `package.json has version ${current}, not ${version}.`
      : notes === undefined && `CHANGELOG.md has no part "${version}".`;
  if (report([fault])) return;
  // The first line ends with the date.
  console.log(notes.slice(notes.indexOf('\n')).split('\n## ')[0].trim());
}

/** Returns the changelog with the unreleased part under the version and today's date, and that part. */
function dateChangelog(text, version) {
  const heading = '\n## Unreleased\n';
  const start = text.indexOf(heading) + heading.length;
  const next = text.indexOf('\n## ', start);
  const notes = text.slice(start, next < 0 ? undefined : next).trim();
  if (start < heading.length || notes === '')
    return { text, notes, fault: 'CHANGELOG.md has no lines under "Unreleased".' };
  const today = new Date().toISOString().slice(0, 10);
  return { notes, text: `${text.slice(0, start)}\n## ${version} - ${today}\n${text.slice(start)}` };
}

main();
