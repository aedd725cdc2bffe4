// `node -r ./test/support/jest/coverage.js`: notes which parts of the sources this process has executed, and writes them
// when it exits, into the folder that `scripts/coverage.mjs` reads. V8 notes each part once, which costs less than the
// counts of `NODE_V8_COVERAGE`.
const { writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const directory = process.env.EXPRESS_CONSENT_TEST_COVERAGE;
const sources = `${pathToFileURL(join(__dirname, '../../../src'))}/`;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
const file = join(directory, `${process.pid}.json`);
writeFileSync(file, ''); // stays empty when the process is killed
process.on('exit', () => {
  // The inspector answers at once.
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    const own = result.filter(({ url }) => url.startsWith(sources));
    writeFileSync(file, JSON.stringify(own));
  });
});
