import { SetupError } from './errors';

/** pino-shaped: an object of facts first, then a sentence. */
export interface Logger {
  debug(facts: object, message?: string): void;
  info(facts: object, message?: string): void;
  warn(facts: object, message?: string): void;
  error(facts: object, message?: string): void;
}

function line(facts: object, message: string | undefined): string {
  const shown = Object.entries(facts).map(([key, value]) => `${key}=${value instanceof Error ? describeError(value) : JSON.stringify(value)}`);
  return ['express-consent:', message ?? '', ...shown].join(' ');
}

/** Warnings and errors to the console, nothing else: the default logger. */
export const consoleLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (facts, message) => console.warn(line(facts, message)),
  error: (facts, message) => console.error(line(facts, message)),
};

/**
 * What a log line may say of an error: its name, code and first stack frames. Messages of database errors are left out,
 * because drivers put the statement and its values (visitor content) into them. Anything can be thrown, also what throws again
 * when it is looked at: this function never does.
 */
export function describeError(error: unknown): string {
  try {
    return describeChain(error, maxCauses);
  } catch {
    return 'an error that cannot be read';
  }
}

/** An error may have itself for its cause. */
const maxCauses = 5;

function describeChain(error: unknown, causesLeft: number): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const frames = String(error.stack ?? '')
    .split('\n')
    .filter((frame) => /^\s+at /.test(frame))
    .slice(0, 4)
    .map((frame) => frame.trim());
  const cause = error.cause === undefined || causesLeft === 0 ? [] : [`caused by ${describeChain(error.cause, causesLeft - 1)}`];
  return [`${error.name}${code}${toldMessage(error)}`, ...frames, ...cause].join(' | ');
}

/** Errors of the operating system name what was tried on which path or address of the host's own, and ours of the set-up name settings: never a visitor's. */
function toldMessage(error: Error): string {
  if (error instanceof SetupError) return `: ${error.message}`;
  return 'syscall' in error && typeof error.syscall === 'string' ? ` (${error.message})` : '';
}
