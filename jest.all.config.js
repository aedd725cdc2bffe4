/**
 * `npm run test:all`: the tests of `npm test` on every database, with Redis and Chromium, with kills and faults.
 * @type {import('jest').Config}
 */
module.exports = {
  ...require('./jest.config.js'),
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/package/',
    // Several servers or processes in a set-up of their own: `npm run test:deep`.
    '<rootDir>/test/reliability/(galera|pgbouncer|postgres-standby|rolling-restart|client-gone).test.ts',
    // Examples and bundles of hosts, whose parts have tests of their own.
    '<rootDir>/test/browser/(example-frameworks|example-multi-tenant|widget-bundled).test.ts',
  ],
  globals: { testScope: 'all' },
  // On two cores: these tests often wait for a database, a browser or another process.
  maxWorkers: 3,
  // A worker leaves Chromium to its next file for three seconds.
  workerGracefulExitTimeout: 5000,
  // A file runs on four databases.
  reporters: ['default', ['<rootDir>/test/support/jest/slowest-files.js', { maxShare: 0.07 }]],
};
