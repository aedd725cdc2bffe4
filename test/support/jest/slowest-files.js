const { readFileSync } = require('node:fs');
const { relative } = require('node:path');

/** Prints the ten files that took the most processor time, without that of their child processes. */
module.exports = class SlowestFiles {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete() {
    const files = readFileSync(process.env.EXPRESS_CONSENT_TEST_TIMES, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .sort((a, b) => b.seconds - a.seconds);
    if (files.length < 10) return;
    const lines = files.map(
      ({ path, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(this.rootDir, path)}`,
    );
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`\nMost processor time, of ${total.toFixed(0)} s:\n${lines.slice(0, 10).join('\n')}`);
  }
};
