import { type Attrs, type Mark, type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model';
import { allowedAttributes, allowedSchemes } from '#standards/operator-html';

/** Attributes of an element of the text, as they are written. */
export type Attributes = Readonly<Record<string, string>>;

const none: Attributes = {};

/** Elements inside a line of text that the editor keeps, although it has no buttons for them. */
export const keptTags: readonly string[] =
  'abbr bdi bdo cite code del dfn ins kbd mark q s samp small span sub sup time u var'.split(' ');

/** Whether the service keeps a link to the address. */
export function isAllowedAddress(href: string): boolean {
  // Browsers skip these characters when they read an address.
  const address = [...href].filter((character) => character > ' ').join('');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  return (
    !address.includes('<') &&
    !/^[/\\]{2}/.test(address) &&
    (scheme === undefined || allowedSchemes.includes(scheme))
  );
}

/** Returns the attributes of an element that the service keeps. */
function allowedOf(element: Element): Attributes {
  const names = [...(allowedAttributes['*'] ?? []), ...(allowedAttributes[element.localName] ?? [])];
  const isAllowed = (name: string, value: string) =>
    names.some((allowed) =>
      allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed,
    ) &&
    (name !== 'href' || isAllowedAddress(value));
  return Object.fromEntries(
    [...element.attributes]
      .filter(({ name, value }) => isAllowed(name, value))
      .map(({ name, value }) => [name, value]),
  );
}

/** Attributes that the editor's own elements get. Classes and roles are meant for the visitor's page. */
const shownNames = ['dir', 'lang', 'title', 'href', 'start', 'type', 'reversed', 'value'];
const shown = (attrs: Attrs): Attributes =>
  Object.fromEntries(
    Object.entries(attrs.attributes as Attributes).filter(([name]) => shownNames.includes(name)),
  );

const attributes = { attributes: { default: none } };
const read = (element: HTMLElement) => ({ attributes: allowedOf(element) });

function block(tag: string, content: string, more: NodeSpec = {}): NodeSpec {
  return {
    content,
    group: 'block',
    attrs: attributes,
    parseDOM: [{ tag, getAttrs: read }],
    toDOM: ({ attrs }) => [tag, shown(attrs), 0],
    ...more,
  };
}

/** A mark that several tags stand for; it is written with the tag that was read. */
function mark(tags: readonly string[], more: MarkSpec = {}): MarkSpec {
  return {
    attrs: { ...attributes, tag: { default: tags[0] } },
    parseDOM: tags.map((tag) => ({ tag, getAttrs: (element: HTMLElement) => ({ ...read(element), tag }) })),
    toDOM: ({ attrs }) => [attrs.tag as string, shown(attrs), 0],
    ...more,
  };
}

/** Content that the editor can show and change. Marks are written in this order, the first one outermost. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: block('p', 'inline*', {
      // Text that was not inside a paragraph: it is written without one as long as that means the same.
      attrs: { ...attributes, isBare: { default: true } },
      parseDOM: [{ tag: 'p', getAttrs: (element) => ({ ...read(element), isBare: false }) }],
    }),
    heading: block('h2', 'inline*', {
      defining: true,
      attrs: { ...attributes, level: { default: 2 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
        tag: `h${level}`,
        getAttrs: (element) => ({ ...read(element), level }),
      })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, shown(attrs), 0],
    }),
    bulletList: block('ul', 'listItem+'),
    orderedList: block('ol', 'listItem+'),
    listItem: block('li', 'paragraph block*', { group: '', defining: true }),
    lineBreak: block('br', '', {
      group: 'inline',
      inline: true,
      selectable: false,
      toDOM: () => ['br'],
    }),
    text: { group: 'inline' },
  },
  marks: {
    link: mark(['a'], { inclusive: false }),
    strong: mark(['strong', 'b']),
    emphasis: mark(['em', 'i']),
    kept: mark(keptTags, { excludes: '' }),
  },
});

export const { nodes, marks } = schema;

/** Returns the tag with which a part of the text is written. */
export function tagOf({ type, attrs }: Node | Mark): string {
  if (type === nodes.heading) return `h${attrs.level}`;
  return (attrs.tag as string | undefined) ?? tagsOfNodes[type.name] ?? '';
}

const tagsOfNodes: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  lineBreak: 'br',
};
