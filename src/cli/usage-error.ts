/**
 * The command was called wrongly, or cannot work with what it was given; the message says how to put it
 * right.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
