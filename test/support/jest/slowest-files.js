const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

/**
 * Prints the ten files that took the most processor time, without that of their child processes. In CI the run fails
 * when a file took more than `maxShare` of all (0 to 1), if the configuration sets it: split the file, or share what its
 * tests open. A share is the same on slow machines; runs of a few files have none.
 */
module.exports = class SlowestFiles {
  constructor({ rootDir }, { maxShare = 1 }) {
    this.rootDir = rootDir;
    this.maxShare = process.env.CI ? maxShare : 1;
  }

  onRunComplete() {
    const files = readFileSync(join(process.env.EXPRESS_CONSENT_TEST_RUN, 'times'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .sort((a, b) => b.seconds - a.seconds);
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const tooSlow = files.filter(({ seconds }) => files.length >= 100 && seconds > total * this.maxShare);
    if (tooSlow.length > 0) {
      const names = tooSlow.map(({ path }) => relative(this.rootDir, path)).join(', ');
      this.error = new Error(
        `Each of these files took more than ${this.maxShare * 100}% of the processor time: ${names}`,
      );
      // Jest fails for it, without a word.
      console.error(`\n${this.error.message}`);
    }
    if (files.length < 2) return;
    const lines = files.map(
      ({ path, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(this.rootDir, path)}`,
    );
    console.log(`\nMost processor time, of ${total.toFixed(0)} s:\n${lines.slice(0, 10).join('\n')}`);
  }

  getLastError() {
    return this.error;
  }
};
