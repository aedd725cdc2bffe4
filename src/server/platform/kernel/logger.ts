import { describeError } from './describe-error';

export { describeError, errorReason } from './describe-error';

export type LogMethod = (facts: object, message?: string) => void;

/**
 * The logger of the service. Its methods accept an object of facts, then a sentence, like those of pino.
 * Instances of pino and winston and `console` can be passed as they are. Only `warn` and `error` are
 * required.
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

/** A logger with all levels, for the service and its plugins. It never throws. */
export type ServiceLogger = { readonly [Level in keyof Logger]-?: LogMethod };

function line(facts: object, message: string | undefined): string {
  const shown = Object.entries(facts).map(
    ([key, value]) => `${key}=${value instanceof Error ? describeError(value) : JSON.stringify(value)}`,
  );
  return ['express-consent:', message ?? '', ...shown].join(' ');
}

/** The default logger: writes everything except debugging messages to the console. */
export const consoleLogger: ServiceLogger = {
  debug: () => {},
  info: (facts, message) => console.info(line(facts, message)),
  warn: (facts, message) => console.warn(line(facts, message)),
  error: (facts, message) => console.error(line(facts, message)),
};

/**
 * Adapts the host's logger to the service: adds missing levels, passes the sentence to winston first, and
 * catches errors of the logger so that no request fails because of them.
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

/** Returns whether a logger is one of winston, which drops a sentence that follows an object. */
function looksLikeWinston(logger: object): boolean {
  return 'transports' in logger && 'configure' in logger && 'log' in logger && 'add' in logger;
}
