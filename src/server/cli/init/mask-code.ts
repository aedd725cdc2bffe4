/**
 * Replaces what is in comments, strings and templates by spaces, so that a search finds code only; quotes and line
 * breaks stay. @returns null when the text ends inside one, so that it was not understood
 */
export const maskCode = (text: string): string | null => mask(text, false);

/** Replaces comments alone, for a search that reads strings; returns a text that was not understood as it is. */
export const maskComments = (text: string): string => mask(text, true) ?? text;

function mask(text: string, keepsStrings: boolean): string | null {
  let masked = '';
  let index = 0;
  const keep = (length: number) => {
    masked += text.slice(index, index + length);
    index += length;
  };
  const blank = (length: number) => {
    masked += text.slice(index, index + length).replace(/[^\r\n]/g, ' ');
    index += length;
  };
  while (index < text.length) {
    const rest = text.slice(index, index + 2);
    const quote = rest[0] ?? '';
    if (rest === '//') blank(lengthUntil(text, index, '\n'));
    else if (rest === '/*') {
      const end = text.indexOf('*/', index + 2);
      if (end === -1) return null;
      blank(end + 2 - index);
    } else if (quote === '"' || quote === "'" || quote === '`') {
      const end = findQuote(text, index + 1, quote);
      if (end === -1) return null;
      keep(1);
      (keepsStrings ? keep : blank)(end - index);
      keep(1);
    } else keep(1);
  }
  return masked;
}

function lengthUntil(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from);
  return (end === -1 ? text.length : end) - from;
}

/** Returns the place of the closing quote; -1 when there is none, or a line ends before it. */
function findQuote(text: string, from: number, quote: string): number {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index;
    else if (text[index] === '\n' && quote !== '`') return -1;
  }
  return -1;
}
