const { default: Sequencer } = require('@jest/test-sequencer');

const isBrowserTest = (test) => test.path.includes('/test/browser/');

/** Browser suites are slow and say least about where a fault lies: everything else runs first. */
module.exports = class BrowsersLast extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter((test) => !isBrowserTest(test)), ...sorted.filter(isBrowserTest)];
  }
};
