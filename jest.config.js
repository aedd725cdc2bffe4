/**
 * `npm test`: every feature, over HTTP, on SQLite. Needs only Node. `jest.all.config.js` runs the rest as well.
 * @type {import('jest').Config}
 */
module.exports = {
  // Sources and packages are loaded once per worker.
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  runtime: '<rootDir>/test/support/jest/runtime.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    // The packed tarball is tested after a build: `npm run test:package`.
    '<rootDir>/test/(package|browser|reliability)/',
    // What holds on every database, with every storage and on each way of mounting: `npm run test:all`.
    '<rootDir>/test/contract/(?!interface.test.ts)',
    // Programs, compilers, prints and releases rather than features: `npm run test:all`.
    '<rootDir>/test/cli/(cli(-\\w+)*|demo-traffic).test.ts',
    '<rootDir>/test/evidence/(receipt-pdf|xlsx-export|erasure-certificates).test.ts',
    '<rootDir>/test/meta/(code-types|dashboard-styles|plugin-hooks|release|source-rules).test.ts',
    '<rootDir>/test/operators/(reset-password|(oidc|saml)-real-provider).test.ts',
    // Sweeps: every field of every route, every route with every role and tenant, every starter text in every language.
    '<rootDir>/test/security/(admin-answers|bad-input|fresh-proof|keyrings|rbac|tenant-isolation|xss).test.ts',
    '<rootDir>/test/(banners/seed-profiles|meta/(openapi|routes)|standards/compliance-wordings).test.ts',
    // Ways to sign in beyond a password, and attacks on signing in: many sessions, many signatures.
    '<rootDir>/test/operators/(api-key-scopes|invitations|oidc-\\w+|provider-roles|saml-mode|totp).test.ts',
    '<rootDir>/test/security/(cookies-of-one-name|oidc|saml|session-cookie|sign-in).test.ts',
    // Features with a service for each case, which few changes touch.
    '<rootDir>/test/banners/(experiments|profile-preview-cost|publication-approval|storage-repair).test.ts',
    '<rootDir>/test/decisions/(consent-import|import-routes|impressions|statistics).test.ts',
    '<rootDir>/test/frameworks/(registrations|tcf-list).test.ts',
    '<rootDir>/test/operators/webhooks.test.ts',
    '<rootDir>/test/(service/hosting|visits/(findings|unlisted)).test.ts',
  ],
  globals: { testScope: 'core' },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // These are ES modules, which this runner's `import()` can load only after compilation.
  transformIgnorePatterns: ['/node_modules/(?!(openid-client|oauth4webapi|jose|qr)/)'],
  transform: {
    '^.+\\.[jt]s$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  // The package name resolves to the sources, so that tests need no build.
  moduleNameMapper: {
    // Every test with Express 4 as the host: `EXPRESS_CONSENT_TEST_EXPRESS=4 npm test`.
    ...(process.env.EXPRESS_CONSENT_TEST_EXPRESS === '4' && { '^express$': 'express4' }),
    '^express-consent$': '<rootDir>/src/index.ts',
    '^express-consent/client$': '<rootDir>/src/client/index.ts',
    '^express-consent/testing$': '<rootDir>/src/testing/index.ts',
    '^express-consent/storage-contract$': '<rootDir>/src/server/platform/storage/storage-contract.ts',
  },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/browsers-last.js',
  reporters: ['default', ['<rootDir>/test/support/jest/slowest-files.js', { maxShare: 0.1 }]],
  testTimeout: 30_000,
  maxWorkers: 2,
};
