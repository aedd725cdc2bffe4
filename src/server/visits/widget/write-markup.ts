import { sanitiseOperatorHtml } from '#banners/profiles/index';
import type { Markup } from '#layers/index';
import { escapeHtml } from '#platform/kernel/escape-html';

const namePattern = /^[a-z][a-z0-9-]*$/i;

/**
 * Writes described elements as HTML. Texts and attributes are escaped, and operators' HTML is sanitised once more, as it
 * was when it was saved.
 */
export function writeMarkup([tag, attributes, content = [], html]: Markup): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return ` ${toName(name)}="${value === true ? '' : escapeHtml(String(value))}"`;
  });
  const start = `<${toName(tag)}${written.join('')}>`;
  if (tag === 'input' || tag === 'meta') return start;
  const children = content.map((child) => {
    if (!child) return '';
    return typeof child === 'string' ? escapeHtml(child) : writeMarkup(child);
  });
  return `${start}${children.join('')}${html === undefined ? '' : sanitiseOperatorHtml(html).html}</${tag}>`;
}

function toName(name: string): string {
  if (!namePattern.test(name)) throw new TypeError(`"${name}" is not a name in HTML`);
  return name;
}
