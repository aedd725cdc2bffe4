const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { cpus } = require('node:os');
const { join } = require('node:path');

const record = 'docs/contributing/deep-tests.md';
const headOfTable = '| --- | --- | --- | --- | --- | --- |\n';

/** Writes a line about a run of all deep tests, or of a shard, to docs/contributing/deep-tests.md, the latest first. */
module.exports = class RecordDeepRun {
  constructor({
    rootDir,
    shard,
    testPathPatterns,
    testNamePattern,
    onlyFailures,
    onlyChanged,
    changedSince,
  }) {
    this.rootDir = rootDir;
    this.part = shard ? `${shard.shardIndex} of ${shard.shardCount}` : 'all';
    const isPicked =
      testPathPatterns.isSet() || testNamePattern || onlyFailures || onlyChanged || changedSince;
    this.isWhole = !isPicked;
  }

  onRunComplete(_contexts, results) {
    if (!this.isWhole) return;
    const { startTime, numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results;
    const git = (...args) => execFileSync('git', args, { cwd: this.rootDir, encoding: 'utf8' }).trim();
    const isDirty = git('status', '--porcelain', '--', '.', `:(exclude)${record}`) !== '';
    const cells = [
      new Date(startTime).toISOString().slice(0, 10),
      git('rev-parse', '--short', 'HEAD') + (isDirty ? '-dirty' : ''),
      this.part,
      // `results.success` is set later.
      numFailedTests + numRuntimeErrorTestSuites === 0 ? 'passed' : 'failed',
      `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`,
      `${Math.round((Date.now() - startTime) / 60_000)} min on ${cpus().length} cores`,
    ];
    const file = join(this.rootDir, record);
    const page = readFileSync(file, 'utf8');
    writeFileSync(file, page.replace(headOfTable, `${headOfTable}| ${cells.join(' | ')} |\n`));
  }
};
