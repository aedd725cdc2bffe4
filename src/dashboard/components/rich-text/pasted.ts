import { parseHtml } from './html';
import { isAllowedAddress } from './schema';

/** Elements whose text is not part of the copied text. */
const invisible = 'script, style, template, title, svg, math, iframe, object, noscript, textarea, select';

/** Markup that people expect to copy with a text, unlike fonts, colours and classes of another page. */
const wanted = new Set('a b br em h1 h2 h3 h4 h5 h6 i li ol p s strong sub sup u ul'.split(' '));

/** Elements that begin a new line; the others are part of a line. */
const blocks = new Set(
  'address article aside blockquote dd div dl dt footer header main pre section'.split(' '),
);

/**
 * Returns pasted HTML reduced to text and basic markup. HTML that was copied from the editor itself keeps everything.
 */
export function cleanPasted(html: string): HTMLElement {
  const body = parseHtml(html);
  if (body.querySelector('[data-pm-slice]')) return body;
  for (const element of body.querySelectorAll(invisible)) element.remove();
  writeListsOfWord(body);
  writeRowsAsLines(body);
  for (const element of body.querySelectorAll('*')) clean(element);
  for (const paragraph of body.querySelectorAll('p'))
    if (paragraph.textContent?.trim() === '') paragraph.remove();
  return body;
}

function clean(element: Element): void {
  const { localName: name } = element;
  const weight = /font-weight:\s*(\w+)/i.exec(element.getAttribute('style') ?? '')?.[1]?.toLowerCase();
  const isSlanted = /font-style:\s*italic/i.test(element.getAttribute('style') ?? '');
  const href = element.getAttribute('href');
  for (const attribute of [...element.attributes]) element.removeAttribute(attribute.name);
  if (!wanted.has(name) || name === 'b' || name === 'strong') {
    if (weight !== undefined && /^(?:bold|bolder|[6-9]00)$/.test(weight)) wrapInside(element, 'strong');
    if (isSlanted) wrapInside(element, 'em');
  }
  // Google Docs puts everything into an element that is bold by name and not by style.
  const isWanted =
    wanted.has(name) &&
    !(weight !== undefined && /^(?:normal|[1-5]00)$/.test(weight) && /^(?:b|strong)$/.test(name));
  if (name === 'a' && href !== null && isAllowedAddress(href)) {
    element.setAttribute('href', href);
    element.setAttribute('rel', 'noopener');
  } else if ((!isWanted || name === 'a') && !blocks.has(name)) element.replaceWith(...element.childNodes);
}

function wrapInside(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Word writes the entries of a list as paragraphs that begin with a bullet or number. */
function writeListsOfWord(body: HTMLElement): void {
  let list: Element | null = null;
  for (const entry of body.querySelectorAll('p[style*="mso-list"]')) {
    const bullet = entry.querySelector('[style*="mso-list" i]');
    const tag = /^\s*\(?(?:\d+|[a-z])[.)]/i.test(bullet?.textContent ?? '') ? 'ol' : 'ul';
    bullet?.remove();
    if (list === null || list.localName !== tag || entry.previousElementSibling !== list) {
      list = entry.ownerDocument.createElement(tag);
      entry.before(list);
    }
    const item = entry.ownerDocument.createElement('li');
    item.append(...entry.childNodes);
    list.append(item);
    entry.remove();
  }
}

function writeRowsAsLines(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const lines = [...table.rows].map((row) => {
      const line = body.ownerDocument.createElement('p');
      line.append(...[...row.cells].flatMap((cell) => [...cell.childNodes, ' ']));
      return line;
    });
    table.replaceWith(...lines);
  }
}
