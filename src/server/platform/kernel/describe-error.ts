import { SetupError } from './errors';

/**
 * Descriptions of errors for the log. Error messages help the operator, but those of drivers contain
 * statements with their values, those of parsers quote their input, and URLs contain passwords. All such data
 * is removed here, in one place.
 */

const maxMessage = 500;
/** The service's own messages about the set-up list every fault. */
const maxSetupMessage = 4000;
/**
 * Length of the part of a message that is searched for statements; far longer than the part that is shown.
 */
const maxSearched = 20_000;
const maxFrames = 4;
/** An error can be its own cause. */
const maxCauses = 5;

/**
 * Returns the error's name, code, message, first stack frames and causes in one line. Accepts any thrown
 * value and never throws itself.
 */
export function describeError(error: unknown): string {
  try {
    return describeChain(error, maxCauses);
  } catch {
    return 'an error that cannot be read';
  }
}

/** Returns the message of an error, with its code where the message does not contain it. Never throws. */
export function errorReason(error: unknown): string {
  try {
    if (!isErrorLike(error))
      return typeof error === 'string'
        ? withoutAddresses(readable(error, maxMessage))
        : `a value of type ${typeof error}`;
    const message = readMessage(error);
    const { code } = error;
    if (typeof code !== 'string' || message.includes(code)) return message || error.name || 'no message';
    return message === '' ? code : `${message} (${code})`;
  } catch {
    return 'an error that cannot be read';
  }
}

interface ErrorLike {
  readonly name?: string;
  readonly message: string;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/**
 * Returns whether a value looks like an error. Does not use `instanceof`: errors can come from another realm.
 */
function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

function describeChain(error: unknown, causesLeft: number): string {
  if (!isErrorLike(error)) return errorReason(error);
  const code = typeof error.code === 'string' ? ` ${error.code}` : '';
  const message = readMessage(error);
  const causes =
    causesLeft === 0
      ? []
      : getCauses(error).map((cause) => `caused by ${describeChain(cause, causesLeft - 1)}`);
  return [
    `${error.name ?? 'Error'}${code}${message === '' ? '' : `: ${message}`}`,
    ...readFrames(error),
    ...causes,
  ].join(' | ');
}

/**
 * Returns the causes of an error. A connection that tries several addresses fails with one error for each.
 */
function getCauses({ cause, errors }: ErrorLike): readonly unknown[] {
  return [
    ...(cause === undefined || cause === null ? [] : [cause]),
    ...(Array.isArray(errors) ? errors.slice(0, 3) : []),
  ];
}

function readFrames({ stack, message }: ErrorLike): string[] {
  const text = String(stack ?? '');
  // The stack begins with the message, whose lines can look like frames.
  const start = text.indexOf(message);
  return text
    .slice(start === -1 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim());
}

function readMessage(error: ErrorLike): string {
  if (error instanceof SetupError) return readable(error.message, maxSetupMessage);
  const text = readable(fromDatabase(error) ?? fromParser(error) ?? error.message, maxMessage);
  // A system call names a server or a file of the host; any other address can be that of a visitor.
  return typeof error.syscall === 'string' ? text : withoutAddresses(text);
}

const withoutAddresses = (text: string) => text.replace(ipAddress, '[ip]');

const ipAddress =
  /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:(?:[\da-f]{1,4}:){3,7}[\da-f:.]*|[\da-f]{0,4}(?::[\da-f]{1,4})?::[\da-f:.]*[\da-f])(?!\w)/gi;

interface DriverError extends ErrorLike {
  readonly sqlMessage?: unknown;
  readonly sqlState?: unknown;
  readonly errno?: unknown;
  readonly severity?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
}

const statement =
  /^\s*(?:alter|analyze|begin|call|commit|create|delete|drop|explain|insert|lock|merge|pragma|release|replace|rollback|savepoint|select|set|show|start|truncate|update|vacuum|with)\b/i;
const embeddedStatement = /\b(?:insert\s+into|delete\s+from|update\s+\S+\s+set|select\s.+?\sfrom)\s.*$/is;

/** The end of MySQL's sentence about a value that is already in use: it names an index, never a value. */
const keyName = / for key '[\w.]+'$/;

/** SQLSTATE classes of errors about values: data exceptions and violated constraints. */
const valueErrors = /^2[23]/;
const mysqlSyntaxErrors: readonly unknown[] = [1064, 1149];

/**
 * Returns the message of a database error without the statement and its values; null for other errors. Knex
 * writes the statement, often with its values, before the driver's own sentence:
 * `insert into … - UNIQUE constraint failed: …`.
 */
function fromDatabase(error: DriverError): string | null {
  const { message, code } = error;
  if (typeof error.sqlMessage === 'string') {
    const state = String(error.sqlState ?? '');
    // `HY000` stands for all errors without an SQLSTATE, among them values that do not fit.
    return valueErrors.test(state) || state === 'HY000' || mysqlSyntaxErrors.includes(error.errno)
      ? `${withoutQuotes(error.sqlMessage)}${keyName.exec(error.sqlMessage)?.[0] ?? ''}`
      : error.sqlMessage;
  }
  if (typeof error.severity === 'string' && typeof code === 'string' && valueErrors.test(code)) {
    const names = (['constraint', 'table', 'column'] as const).flatMap((key) =>
      typeof error[key] === 'string' ? [`${key} ${error[key]}`] : [],
    );
    return names.length === 0
      ? 'a value does not fit its column'
      : `a value was refused: ${names.join(', ')}`;
  }
  if (statement.test(message) && message.includes(' - '))
    return withoutQuotes(message.slice(message.lastIndexOf(' - ') + 3), code);
  const bounded = message.slice(0, maxSearched);
  return embeddedStatement.test(bounded) ? bounded.replace(embeddedStatement, '…') : null;
}

/**
 * Replaces everything from the first quotation mark to the last one: a quoted value can contain quotation
 * marks.
 */
function withoutQuotes(text: string, code?: unknown): string {
  // PostgreSQL's other errors quote only the names of accounts, tables and columns.
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return text;
  return text.replace(/["'].*["']/s, '‘…’');
}

/** Removes the input that JSON parsers and Node's argument checks quote; null for other errors. */
function fromParser({ name, message }: ErrorLike): string | null {
  if (name === 'SyntaxError') return message.replace(/(?:\.{3})?["'].*["'](?:\.{3})?/s, '‘…’');
  return /\bReceived\b.*["']/s.test(message) ? message.replace(/\bReceived\b.*$/s, 'Received …') : null;
}

const redactions: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, '$1[redacted]@'],
  [/\?[\w.%~-]+=\S*/g, '?[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 [redacted]'],
  [
    /\b(password|passwd|pwd|secret|token|api[-_]?key|authorization|cookie)(["']?\s*[=:]\s*)(?!YES\b|NO\b)[^\s,;)]+/gi,
    '$1$2[redacted]',
  ],
  [/\beyJ[\w-]{5,}\.[\w.-]*/g, '[token]'],
  [/\b(?:pcon|svck)_[\w.~-]+/g, '[token]'],
  [/[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/gi, '[e-mail]'],
];

/** Returns the text as one line of limited length, without secrets and e-mail addresses. */
function readable(text: string, maxLength: number): string {
  // Text after this point cannot reach the line, so the patterns need not search megabytes.
  const bounded = text.slice(0, maxLength * 4);
  const redacted = redactions.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    bounded,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they could forge lines of the log
  const line = redacted.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
