import { describeError } from './describe-error';

export { describeError, errorReason } from './describe-error';

export type LogMethod = (facts: object, message?: string) => void;

/**
 * Where the service logs: an object of facts first, then a sentence, as pino takes them. Instances of pino
 * and winston and `console` can be passed as they are. Only `warn` and `error` are required.
 *
 * @example
 * createConsentService({ knex, logger: pino() });
 */
export interface Logger {
  debug?: LogMethod | undefined;
  info?: LogMethod | undefined;
  warn: LogMethod;
  error: LogMethod;
}

/** A logger with every level, as the service and its plugins use it. It never throws. */
export type ServiceLogger = { readonly [Level in keyof Logger]-?: LogMethod };

function line(facts: object, message: string | undefined): string {
  const shown = Object.entries(facts).map(
    ([key, value]) => `${key}=${value instanceof Error ? describeError(value) : JSON.stringify(value)}`,
  );
  return ['express-consent:', message ?? '', ...shown].join(' ');
}

/** Writes everything but debugging messages to the console: the default logger. */
export const consoleLogger: ServiceLogger = {
  debug: () => {},
  info: (facts, message) => console.info(line(facts, message)),
  warn: (facts, message) => console.warn(line(facts, message)),
  error: (facts, message) => console.error(line(facts, message)),
};

/**
 * Fits the host's logger to the service: fills missing levels, passes winston the sentence first, and keeps
 * what the logger throws from requests.
 */
export function toServiceLogger(logger: Logger): ServiceLogger {
  const isWinston = looksLikeWinston(logger);
  const method =
    (level: keyof Logger): LogMethod =>
    (facts, message) => {
      try {
        if (isWinston) (logger as unknown as WinstonMethods)[level]?.(message ?? '', facts);
        else logger[level]?.(facts, message);
      } catch {
        // There is nowhere left to report it to.
      }
    };
  return { debug: method('debug'), info: method('info'), warn: method('warn'), error: method('error') };
}

type WinstonMethods = Partial<Record<keyof Logger, (message: string, facts: object) => void>>;

/** winston drops a sentence that comes after an object. Its loggers have transports that can be added to. */
function looksLikeWinston(logger: object): boolean {
  return 'transports' in logger && 'configure' in logger && 'log' in logger && 'add' in logger;
}
