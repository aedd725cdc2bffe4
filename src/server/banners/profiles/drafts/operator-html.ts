import sanitizeHtml from 'sanitize-html';
import { isBlankText } from '#standards/blank-text';
import { allowedAttributes, allowedSchemes, allowedTags } from '#standards/operator-html';

/**
 * Sanitises the HTML that operators write and visitors' browsers show: text markup and links, but nothing
 * that runs, loads or covers the page.
 */

/**
 * Maximum nesting depth. The parser's time grows with length times depth, and no genuine text comes near
 * this.
 */
const maxDepth = 1000;
class TooDeep extends Error {}

/** Options that both modes share, so that their output differs only in what the allowlist removes. */
const common: sanitizeHtml.IOptions = {
  selfClosing: ['br', 'col', 'hr', 'wbr'],
  // Empty attributes are written like any other: an empty `onclick` is reported as removed, an empty `title`
  // stays.
  nonBooleanAttributes: [],
};

const strict: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...allowedSchemes],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withRel(tagName, withoutOdd(attribs)) }) },
};

/**
 * Parses and writes without removing anything: any difference from `strict` is something that `strict`
 * removed.
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

/** A noncharacter that marks the end of the text. It is lost inside an unclosed quote or comment. */
const endMark = '\uFDD0';

/** Matches places where browsers continue with markup that the parser treats as part of a comment. */
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
 * Removes odd attributes: `aria-*` would allow any characters, no address contains `<`, and the library's
 * search for comments in addresses takes quadratic time.
 */
function withoutOdd(attribs: Attributes): Attributes {
  const kept = Object.entries(attribs).filter(
    ([name, value]) => /^[a-z-]+$/.test(name) && !(name === 'href' && value.includes('<')),
  );
  return Object.fromEntries(kept);
}

/**
 * Renames the attributes that the library drops even when all are allowed, so that the difference stays
 * visible.
 */
function writable(attribs: Attributes): Attributes {
  const isDropped = (name: string) => /[<=\0]|^(?:imagesrcset|src|srcset)$/.test(name);
  return Object.fromEntries(
    Object.entries(attribs).map(([name, value]) => (isDropped(name) ? ['data-dropped', ''] : [name, value])),
  );
}

export interface SanitisedHtml {
  readonly html: string;
  /** Whether something was removed. Comments are ignored: visitors never see them. */
  readonly changed: boolean;
}

/**
 * Sanitises a text. The result is stable: sanitising it again changes nothing. A text nested too deeply is
 * removed completely.
 */
export function sanitiseOperatorHtml(html: string): SanitisedHtml {
  try {
    const written = write(html + endMark, lenient);
    if (written.includes(endMark) && !endsOtherwise.test(html) && write(html + endMark, strict) === written)
      return { html: write(html, strict), changed: false };
    // Sanitise twice: without the elements between them, the remaining ones can close each other (a paragraph
    // in a paragraph).
    return { html: write(write(html, strict), strict), changed: true };
  } catch (error) {
    if (error instanceof TooDeep) return { html: '', changed: true };
    throw error;
  }
}

/**
 * Returns whether a visitor would see nothing: no text is left without tags, white space and invisible
 * characters.
 */
export function isBlankHtml(html: string | undefined): boolean {
  return html === undefined || isBlankText(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }));
}
