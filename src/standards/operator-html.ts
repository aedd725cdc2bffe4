/** The HTML that operators may write into the texts of a banner: text markup and links. */

export const allowedTags: readonly string[] = (
  'a abbr address b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p ' +
  'pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
).split(' ');

/** By tag; `*` is every tag, and a name that ends with `*` stands for all that begin like it. */
export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
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

/** Schemes of addresses; an address without one is relative to the page. */
export const allowedSchemes: readonly string[] = ['https', 'http', 'mailto', 'tel'];
