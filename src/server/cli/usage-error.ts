/** The command was called wrongly or cannot use its input; the message says how to fix it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
