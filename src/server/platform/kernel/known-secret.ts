/** Values of guides and examples that a reader has to replace. */
const placeholder = /at least 12 characters|change[ _-]?me|openssl rand|^your[ _-]/i;
/** Beginnings and repetitions that nobody draws at random. */
const guessable = /^(?:example|password)|^(?:secret|test|your)\b|(.)\1{7}|^0?1234567/i;

/** Returns whether a secret or a password was copied from an example without replacing it. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value);

/** Returns whether a secret or a password is a value from an example, or easy to guess. */
export const isKnownSecret = (value: string): boolean => isPlaceholder(value) || guessable.test(value);
