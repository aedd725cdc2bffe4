import { isBlankText } from '../../blank-text';

/** The parts of a visitor-facing text that rules examine. */
export interface HtmlScan {
  /** Whether there is anything visible in addition to tags. */
  readonly hasText: boolean;
  /** Whether a link leads to another page. */
  readonly hasPageLink: boolean;
  /** Whether a link opens the visitor's choices: `<a data-consent-open>`. */
  readonly opensChoices: boolean;
  /** The text without its markup; block elements end a line. */
  readonly text: string;
}

/**
 * Reads HTML once from left to right, every character a bounded number of times, so that its time grows with
 * the length, whatever the content. Tags end at the first `>` outside quotes; a tag that never ends swallows
 * the rest, as in browsers.
 */
export function scanHtml(html: string): HtmlScan {
  let hasText = false;
  let hasPageLink = false;
  let opensChoices = false;
  const parts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const text = html.slice(at, open === -1 ? html.length : open);
    hasText ||= !isBlankText(text);
    parts.push(text.replace(/\s/g, ' '));
    if (open === -1) break;
    if (!/[a-z/!?]/i.test(html.charAt(open + 1))) {
      hasText = true; // a mere less-than sign
      parts.push('<');
      at = open + 1;
      continue;
    }
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const isEnd = html.startsWith('/', open + 1);
    const tag = readTag(html, open + (isEnd ? 2 : 1));
    at = tag.end;
    if (!inlineTags.has(tag.name)) parts.push('\n');
    if (tag.name !== 'a' || isEnd) continue;
    hasPageLink ||= leadsToPage(tag.attributes.get('href'));
    opensChoices ||= tag.attributes.has('data-consent-open');
  }
  return { hasText, hasPageLink, opensChoices, text: decodeEntities(parts.join('')) };
}

/** Elements that do not end a sentence. */
const inlineTags: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: "'",
  shy: '',
};

/** Decodes the entities that sanitised text contains; others are left unchanged. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/**
 * Returns whether an address leads to another page: not back to the same page, and not to a mail or telephone
 * program.
 */
function leadsToPage(href: string | undefined): boolean {
  const target = href?.trim() ?? '';
  return target !== '' && target !== '#' && !/^(mailto|tel|javascript):/i.test(target);
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Index at which reading continues. */
  readonly end: number;
}

const tagName = /[^\s/>]*/y;
/** One attribute with the white space before it; its value is in quotes, or ends at white space or `>`. */
const attribute = /[\s/]*([^\s/>=]*)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?/y;

/** @param start behind the `<` */
function readTag(html: string, start: number): Tag {
  tagName.lastIndex = start;
  const [name = ''] = tagName.exec(html) ?? [];
  let at = tagName.lastIndex;
  const attributes = new Map<string, string>();
  while (at < html.length && html.charAt(at) !== '>') {
    attribute.lastIndex = at;
    const [, key = '', quoted, singleQuoted, bare] = attribute.exec(html) ?? [];
    at = attribute.lastIndex;
    const lowerKey = key.toLowerCase();
    if (!attributes.has(lowerKey)) attributes.set(lowerKey, quoted ?? singleQuoted ?? bare ?? '');
  }
  return { name: name.toLowerCase(), attributes, end: Math.min(at + 1, html.length) };
}
