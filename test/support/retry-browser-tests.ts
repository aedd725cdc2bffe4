/**
 * A browser on a busy machine now and then misses a moment that a test waits for. A test that fails twice is broken;
 * the first failure is printed either way.
 */
if (expect.getState().testPath?.includes('/test/browser/'))
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
