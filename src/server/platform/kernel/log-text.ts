import { truncate } from './truncate';

/** Greatest length of one text from outside in a log line (characters). */
const maxText = 200;
/** Greatest number of names in one log line. */
const maxNames = 20;
const maxName = 64;

/** Control characters, line separators, and marks that change the direction of the text around them. */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they could forge lines of the log
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Returns a text from outside for a log line: in one line, of limited length, without control characters and
 * without the credentials of an address.
 */
export function logText(text: string, maxLength = maxText): string {
  const bounded = text.slice(0, maxLength * 4);
  const line = bounded.replace(unsafe, ' ').replace(/(\/\/)[^\s/?#]*@/g, '$1');
  return truncate(line, maxLength, '…');
}

/** Returns the first names of a list for a log line, sorted, each as `logText` writes it. */
export const logNames = (names: readonly string[]): string[] =>
  [...new Set(names)]
    .sort()
    .slice(0, maxNames)
    .map((name) => logText(name, maxName));
