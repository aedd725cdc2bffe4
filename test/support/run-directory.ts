/** Set by the global set-up. */
export const runDirectoryVariable = 'EXPRESS_CONSENT_TEST_RUN';

/** Where this run of Jest keeps what its workers share. A later run removes it. */
export const runDirectory = process.env[runDirectoryVariable] ?? '';
