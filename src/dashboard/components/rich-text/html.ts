import {
  DOMParser as DocumentParser,
  type Fragment,
  type Mark,
  type Node as TextNode,
} from 'prosemirror-model';
import { type Attributes, keptTags, nodes, schema, tagOf } from './schema';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string };
}

/** The only policy that the dashboard's page allows. `parseHtml` alone uses it. */
const policy = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'rich-text',
  { createHTML: (html) => html },
);

/** Returns the body of a new document, which runs and loads nothing. */
export const parseHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html').body;

export interface ReadText {
  readonly doc: TextNode;
  /** Whether writing the document again preserves everything that visitors get. */
  readonly isWhole: boolean;
}

export function readHtml(html: string): ReadText {
  const body = parseHtml(html);
  const doc = DocumentParser.fromSchema(schema).parse(body);
  return { doc, isWhole: outline(body) === outline(parseHtml(writeHtml(doc))) };
}

/** Returns the name of the first element that the editor does not have; null: all are known. */
export function findUnknownTag(html: string): string | null {
  const unknown = [...parseHtml(html).querySelectorAll('*')].find(
    ({ localName }) => !knownTags.has(localName),
  );
  return unknown?.localName ?? null;
}

const inlineTags = new Set(['a', 'strong', 'b', 'em', 'i', ...keptTags]);
const knownTags = new Set([...inlineTags, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'br']);

/**
 * Describes what HTML says: its blocks, and its text with the elements around each part. Two texts with the same outline
 * differ only in white space, comments, and the order of elements that begin and end together.
 */
function outline(body: HTMLElement): string {
  const parts: (readonly [around: string, text: string])[] = [];
  const add = (around: string, text: string) => {
    const last = parts.at(-1);
    if (last !== undefined && last[0] === around && around !== '')
      parts[parts.length - 1] = [around, last[1] + text];
    else parts.push([around, text]);
  };
  const walk = (parent: Node, plain: readonly string[], attributed: readonly string[]) => {
    for (const child of parent.childNodes) {
      if (child instanceof Element || child.nodeType === Node.ELEMENT_NODE) {
        const element = child as Element;
        const tag = describe(element);
        if (element.localName === 'br' || (inlineTags.has(element.localName) && isEmpty(element)))
          add('', tag);
        else if (!inlineTags.has(element.localName)) {
          add('', tag);
          walk(element, plain, attributed);
          add('', `/${element.localName}`);
        } else if (element.attributes.length === 0) walk(element, [...plain, tag], attributed);
        else walk(element, plain, [...attributed, tag]);
      } else if (child.nodeType === Node.TEXT_NODE) {
        const text = (child.nodeValue ?? '').replace(/[ \t\r\n\f]+/g, '');
        if (text !== '') add(JSON.stringify([[...new Set(plain)].sort(), attributed]), text);
      }
    }
  };
  walk(body, [], []);
  return JSON.stringify(parts);
}

const isEmpty = (element: Element) => element.textContent === '' && element.querySelector('br') === null;

const describe = (element: Element) =>
  JSON.stringify([
    element.localName,
    [...element.attributes]
      .map(({ name, value }) => [name, value])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ]);

/** Writes a document as the service does after it has sanitised a text, so that saving changes nothing. */
export function writeHtml(doc: TextNode): string {
  const isEmptyText =
    doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph && doc.content.size === 2;
  return isEmptyText ? '' : writeBlocks(doc.content);
}

function writeBlocks(content: Fragment): string {
  const isBare = canBeBare(content);
  return content.content
    .map((block) => {
      const inside = block.inlineContent ? writeLine(block.content) : writeBlocks(block.content);
      if (isBare && block.type === nodes.paragraph) return inside;
      return `${openTag(block)}${inside}</${tagOf(block)}>`;
    })
    .join('');
}

/** All paragraphs of a place are written with tags, unless none had any and no two would become one. */
const canBeBare = ({ content }: Fragment) =>
  content.every(
    ({ type, attrs }, index) =>
      type !== nodes.paragraph ||
      (attrs.isBare === true && !(index > 0 && content[index - 1]?.type === nodes.paragraph)),
  );

function writeLine(line: Fragment): string {
  let html = '';
  let open: readonly Mark[] = [];
  const close = (kept: number) => {
    for (const mark of open.slice(kept).reverse()) html += `</${tagOf(mark)}>`;
  };
  line.forEach((node) => {
    const other = node.marks.findIndex((mark, index) => !(open[index] && mark.eq(open[index])));
    const kept = other === -1 ? node.marks.length : other;
    close(kept);
    for (const mark of node.marks.slice(kept)) html += openTag(mark);
    open = node.marks;
    html += node.isText ? escapeText(node.text ?? '') : openTag(node, ' /');
  });
  close(0);
  return html;
}

function openTag(part: TextNode | Mark, end = ''): string {
  const attributes = Object.entries(part.attrs.attributes as Attributes)
    .map(([name, value]) =>
      value === '' ? ` ${name}` : ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`,
    )
    .join('');
  return `<${tagOf(part)}${attributes}${end}>`;
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
