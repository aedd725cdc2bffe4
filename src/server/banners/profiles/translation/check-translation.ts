import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '#platform/kernel/escape-html';
import { isBlankText } from '#standards/blank-text';
import { isBlankHtml, sanitiseOperatorHtml } from '../drafts/operator-html';
import { textFault } from '../versions/translations';

/** Reason why the translation of a text is not used. */
export const refusals = ['blank', 'placeholders', 'links', 'invalid'] as const;
export type Refusal = (typeof refusals)[number];

/** Returns whether the text at a path is HTML; all others are plain text. */
const isHtml = (path: string): boolean => path.endsWith('.htmlText');

/** Returns a text as the HTML that the host's function gets. */
export const toHtml = (path: string, text: string): string =>
  isHtml(path) ? sanitiseOperatorHtml(text).html : escapeHtml(text);

/**
 * Reads the translation of a text: only the markup that operators may write, the same placeholders, and the same links.
 * @param answer HTML
 */
export function checkTranslation(
  path: string,
  source: string,
  answer: string,
): { readonly text: string } | { readonly refusal: Refusal } {
  const text = isHtml(path) ? sanitiseOperatorHtml(answer).html : toPlainText(answer);
  if (isHtml(path) ? isBlankHtml(text) : isBlankText(text)) return { refusal: 'blank' };
  if (!hasSame(listPlaceholders, source, text)) return { refusal: 'placeholders' };
  if (isHtml(path) && !hasSame(listLinks, toHtml(path, source), text)) return { refusal: 'links' };
  return textFault(path, text) === null ? { text } : { refusal: 'invalid' };
}

function toPlainText(html: string): string {
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

const listPlaceholders = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];

/** Returns the address and the effect of each link in sanitised HTML. */
const listLinks = (html: string): string[] =>
  (html.match(/<a\b[^>]*>/g) ?? []).map((tag) =>
    [/\shref="[^"]*"/, /\sdata-consent-open\b/].map((part) => part.exec(tag)?.[0] ?? '').join(''),
  );

const hasSame = (list: (text: string) => string[], a: string, b: string): boolean =>
  JSON.stringify(list(a).sort()) === JSON.stringify(list(b).sort());
