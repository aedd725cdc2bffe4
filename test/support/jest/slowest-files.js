const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

/**
 * Prints the ten files that took the most processor time, without that of their child processes. In CI the run fails
 * when a file took more than `maxSeconds`, if the configuration sets it: split the file, or share what its tests open.
 */
module.exports = class SlowestFiles {
  constructor({ rootDir }, { maxSeconds = Number.POSITIVE_INFINITY }) {
    this.rootDir = rootDir;
    this.maxSeconds = process.env.CI ? maxSeconds : Number.POSITIVE_INFINITY;
  }

  onRunComplete() {
    const files = readFileSync(join(process.env.EXPRESS_CONSENT_TEST_RUN, 'times'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .sort((a, b) => b.seconds - a.seconds);
    const tooSlow = files.filter(({ seconds }) => seconds > this.maxSeconds);
    if (tooSlow.length > 0) {
      const names = tooSlow.map(({ path }) => relative(this.rootDir, path)).join(', ');
      this.error = new Error(`These files took more than ${this.maxSeconds} s of processor time: ${names}`);
      // Jest fails for it, without a word.
      console.error(`\n${this.error.message}`);
    }
    if (files.length < 2) return;
    const lines = files.map(
      ({ path, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(this.rootDir, path)}`,
    );
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`\nMost processor time, of ${total.toFixed(0)} s:\n${lines.slice(0, 10).join('\n')}`);
  }

  getLastError() {
    return this.error;
  }
};
