/** Tests of the packed tarball; they need `npm run build` first. */
module.exports = {
  ...require('./jest.all.config.js'),
  testMatch: ['<rootDir>/test/package/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 900_000,
  reporters: ['default', '<rootDir>/test/support/jest/slowest-files.js'],
};
