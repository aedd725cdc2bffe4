/**
 * `npm run test:deep`, before a release: the tests of `npm run test:all` with far more kills, generated inputs, widths
 * and themes.
 * @type {import('jest').Config}
 */
module.exports = {
  ...require('./jest.all.config.js'),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/package/'],
  globals: { testScope: 'deep' },
  testTimeout: 600_000,
  reporters: [
    'default',
    '<rootDir>/test/support/jest/slowest-files.js',
    '<rootDir>/test/support/jest/record-deep-run.js',
  ],
};
