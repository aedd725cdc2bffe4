/**
 * `npm run test:all`: the tests of `npm test` on every database, with Redis and Chromium, with kills and long fuzzing.
 * @type {import('jest').Config}
 */
module.exports = {
  ...require('./jest.config.js'),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/package/'],
  setupFilesAfterEnv: ['<rootDir>/test/support/retry-browser-tests.ts'],
  globals: { testScope: 'all' },
};
