import sanitizeHtml from 'sanitize-html';
import { isBlankText } from '../../../standards/blank-text';

/**
 * HTML that operators write and visitors' browsers show: text markup and links, nothing that runs, loads or
 * covers the page.
 */

const allowedTags = (
  'a abbr address b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p ' +
  'pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
).split(' ');

const allowedAttributes = {
  '*': ['class', 'dir', 'lang', 'title', 'role', 'aria-*', 'data-consent-open'],
  a: ['href', 'target', 'rel', 'hreflang'],
  col: ['span'],
  colgroup: ['span'],
  details: ['open'],
  li: ['value'],
  ol: ['start', 'type', 'reversed'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
};

/** The parser's time grows with text times depth; no honest text comes near this. */
const maxDepth = 1000;
class TooDeep extends Error {}

/**
 * What both ways of writing have in common, so that they differ in nothing but what the allowlist takes out.
 */
const common: sanitizeHtml.IOptions = {
  selfClosing: ['br', 'col', 'hr', 'wbr'],
  // Empty attributes are written like any other: an empty `onclick` counts as taken out, an empty `title`
  // stays.
  nonBooleanAttributes: [],
};

const strict: sanitizeHtml.IOptions = {
  ...common,
  allowedTags,
  allowedAttributes,
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withRel(tagName, withoutOdd(attribs)) }) },
};

/**
 * Parses and writes without taking anything out: what remains different after `strict` was taken out by it.
 */
const lenient: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: false,
  allowedAttributes: false,
  allowedSchemesAppliedToAttributes: [],
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withRel(tagName, writable(attribs)) }) },
};

/**
 * A noncharacter: it stands for "the end of the text was reached", which it is not inside an unclosed quote
 * or comment.
 */
const endMark = '\uFDD0';

/** Where browsers go on with markup that the parser takes for a part of a comment. */
const endsOtherwise = /--!>|<!-?>|<!\[CDATA\[/i;

function write(html: string, options: sanitizeHtml.IOptions): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...options,
    onOpenTag() {
      depth += 1;
      if (depth > maxDepth) throw new TooDeep();
    },
    onCloseTag() {
      depth -= 1;
    },
  });
}

type Attributes = sanitizeHtml.Attributes;

/** `noopener` wins over an operator's `opener`. */
function withRel(tagName: string, attribs: Attributes): Attributes {
  if (tagName !== 'a' || attribs.href === undefined) return attribs;
  const words = new Set((attribs.rel ?? '').toLowerCase().split(/\s+/).filter(Boolean));
  return { ...attribs, rel: [...words.add('noopener')].join(' ') };
}

/**
 * `aria-*` would let any signs through. No address has `<` in it, and the library's look for comments in
 * addresses takes quadratic time.
 */
function withoutOdd(attribs: Attributes): Attributes {
  const kept = Object.entries(attribs).filter(
    ([name, value]) => /^[a-z-]+$/.test(name) && !(name === 'href' && value.includes('<')),
  );
  return Object.fromEntries(kept);
}

/**
 * The library drops some attributes even when all are allowed; under another name they still tell the
 * difference.
 */
function writable(attribs: Attributes): Attributes {
  const isDropped = (name: string) => /[<=\0]|^(?:imagesrcset|src|srcset)$/.test(name);
  return Object.fromEntries(
    Object.entries(attribs).map(([name, value]) => (isDropped(name) ? ['data-dropped', ''] : [name, value])),
  );
}

export interface SanitisedHtml {
  readonly html: string;
  /** Whether something was taken out. Comments do not count: no visitor sees or misses them. */
  readonly changed: boolean;
}

/**
 * Sanitising what is sanitised changes nothing. A text that is nested beyond all reason is taken out whole.
 */
export function sanitiseOperatorHtml(html: string): SanitisedHtml {
  try {
    const written = write(html + endMark, lenient);
    if (written.includes(endMark) && !endsOtherwise.test(html) && write(html + endMark, strict) === written)
      return { html: write(html, strict), changed: false };
    // Once more: without the elements between them, those that remain can end each other (a paragraph in a
    // paragraph).
    return { html: write(write(html, strict), strict), changed: true };
  } catch (error) {
    if (error instanceof TooDeep) return { html: '', changed: true };
    throw error;
  }
}

/** Whether a visitor would see nothing: no text left after tags, white space and invisible characters. */
export function isBlankHtml(html: string | undefined): boolean {
  return html === undefined || isBlankText(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }));
}
