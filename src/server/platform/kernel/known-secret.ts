/** Values of guides and examples, and beginnings that nobody draws at random. */
const known =
  /at least 12 characters|change[ _-]?me|^(?:example|password)|^(?:secret|test|your)\b|(.)\1{7}|^0?1234567|openssl rand/i;

/** Returns whether a secret or a password is a value from an example, or easy to guess. */
export const isKnownSecret = (value: string): boolean => known.test(value);
