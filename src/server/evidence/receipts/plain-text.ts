import sanitizeHtml from 'sanitize-html';
import { truncate } from '#platform/kernel/truncate';

/** Characters of HTML that are read for each character of text: markup is seldom longer than its text. */
const htmlPerText = 5;

/** Elements that begin a new line, at their start and end. */
const beginsLine = /<(?:br|hr|li|tr|dt|dd)\b[^<>]*>/gi;
const endsLine =
  /<\/(?:p|div|li|ul|ol|h[1-6]|tr|table|dl|dt|dd|blockquote|pre|section|details|summary)\s*>/gi;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Returns the text of an operator's HTML, without markup, with a line break where a line or paragraph ends.
 * Null when nothing is left.
 * @param maxLength longer texts are cut there, with an ellipsis
 */
export function htmlToText(html: string | undefined, maxLength: number): string | null {
  if (html === undefined) return null;
  const source = html
    .slice(0, maxLength * htmlPerText)
    .replace(/\s+/g, ' ')
    .replace(beginsLine, (tag) => `\n${/^<li/i.test(tag) ? '• ' : ''}${tag}`)
    .replace(endsLine, (tag) => `${tag}\n`);
  // The rest is text in which only the signs of markup are escaped.
  const text = sanitizeHtml(source, { allowedTags: [], allowedAttributes: {} }).replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => entities[entity] ?? entity,
  );
  return clip(tidy(text), maxLength);
}

/** Returns a text that is not HTML, tidied and clipped to a length; null when it is blank. */
export function plainText(text: string | undefined, maxLength: number): string | null {
  return text === undefined ? null : clip(tidy(text), maxLength);
}

/** Marks of direction, which could make a text read as another. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

function tidy(text: string): string {
  return text
    .replace(directionMarks, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
}

function clip(text: string, maxLength: number): string | null {
  if (text === '') return null;
  return text.length <= maxLength ? text : `${truncate(text, maxLength - 1).trimEnd()}…`;
}
