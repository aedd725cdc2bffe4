import sanitizeHtml from 'sanitize-html';

/** HTML that operators write and visitors' browsers show: text markup and links, nothing that runs, loads or covers the page. */

const allowedTags = (
  'a abbr b bdi bdo blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s small span strong sub sup ' +
  'table caption thead tbody tfoot tr th td u ul wbr'
).split(' ');

const linkRel = 'noopener';
const withRel: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: attribs.href === undefined ? attribs : { ...attribs, rel: relOf(attribs.rel) },
});

const strict: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: {
    '*': ['class', 'dir', 'lang', 'title', 'role', 'aria-*', 'data-consent-open'],
    a: ['href', 'target', 'rel', 'hreflang'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  transformTags: { a: withRel },
};

/** Parses and writes without taking anything out: what remains different after `strict` was taken out by it. */
const lenient: sanitizeHtml.IOptions = {
  ...strict,
  allowedTags: false,
  allowedAttributes: false,
  allowedSchemes: false as unknown as string[], // the option's type lacks `false`, which the library takes as "any scheme"
  allowedSchemesAppliedToAttributes: [],
  allowProtocolRelative: true,
  allowVulnerableTags: true,
  parseStyleAttributes: false,
};

function relOf(rel: string | undefined): string {
  const words = new Set((rel ?? '').toLowerCase().split(/\s+/).filter(Boolean));
  return [...words.add(linkRel)].join(' ');
}

export interface SanitisedHtml {
  readonly html: string;
  /** Whether something was taken out. */
  readonly changed: boolean;
}

export function sanitiseOperatorHtml(html: string): SanitisedHtml {
  const clean = sanitizeHtml(html, strict);
  return { html: clean, changed: clean !== sanitizeHtml(html, lenient) };
}

/** Whether a visitor would see nothing: no text left after tags, white space and invisible characters. */
export function isBlankHtml(html: string | undefined): boolean {
  return html === undefined || isBlankText(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }));
}

export function isBlankText(text: string | undefined): boolean {
  return text === undefined || text.replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === '';
}
