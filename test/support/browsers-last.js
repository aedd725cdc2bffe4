const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Small files that take long: where no earlier run has left its times, Jest starts with the largest files. */
const longest = [
  'contract/interface.test.ts',
  'contract/database-storage.contract.test.ts',
  'contract/webhooks.contract.test.ts',
  'meta/code-types.test.ts',
  'security/admin-answers.test.ts',
  'browser/example-start.test.ts',
  'browser/getting-started.test.ts',
];
const nameOf = ({ path, context }) => relative(`${context.config.rootDir}/test`, path);
const isBrowserTest = (test) => nameOf(test).startsWith('browser/');

/** Browser suites are slow and say least about where a fault lies: everything else runs first. */
module.exports = class BrowsersLast extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const known = sorted.filter((test) => longest.includes(nameOf(test)));
    const all = [...known, ...sorted.filter((test) => !known.includes(test))];
    return [...all.filter((test) => !isBrowserTest(test)), ...all.filter(isBrowserTest)];
  }
};
