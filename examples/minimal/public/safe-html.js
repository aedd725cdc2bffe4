// Operators write HTML into banners. The service sanitises it when it is saved; as a second safeguard, this
// page copies only known elements.

// The same elements that the service allows, so that no text is lost here.
const tags = new Set(
  (
    'A ABBR ADDRESS B BDI BDO BLOCKQUOTE BR CAPTION CITE CODE COL COLGROUP DD DEL DETAILS DFN DIV DL DT EM H1 H2 H3 H4 H5 H6 HR I INS KBD LI MARK OL P ' +
    'PRE Q RP RT RUBY S SAMP SECTION SMALL SPAN STRONG SUB SUMMARY SUP TABLE TBODY TD TFOOT TH THEAD TIME TR U UL VAR WBR'
  ).split(' '),
);
const copiedAttributes = [
  'lang',
  'dir',
  'title',
  'span',
  'colspan',
  'rowspan',
  'scope',
  'start',
  'type',
  'reversed',
  'value',
  'datetime',
];
const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:'];

/** Returns a fragment with the known elements of `html`, rebuilt one by one. Nothing in it runs or loads. */
export function safeHtml(html = '') {
  // A separately parsed document is inert: no scripts run, no images load, no handlers fire.
  return copyChildren(
    new DOMParser().parseFromString(html, 'text/html').body,
    document.createDocumentFragment(),
  );
}

function copyChildren(from, to) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.append(node.data);
    else if (tags.has(node.tagName)) to.append(copyChildren(node, copyElement(node)));
  }
  return to;
}

function copyElement(node) {
  const copy = document.createElement(node.tagName);
  for (const name of copiedAttributes)
    if (node.hasAttribute(name)) copy.setAttribute(name, node.getAttribute(name));
  // A link that opens the privacy settings instead of a page.
  if (node.hasAttribute('data-consent-open')) copy.dataset.consentOpen = '';
  if (node.tagName === 'A' && isHarmless(node.getAttribute('href'))) {
    copy.setAttribute('href', node.getAttribute('href'));
    copy.rel = 'noopener';
  }
  return copy;
}

function isHarmless(href) {
  return (
    href !== null &&
    URL.canParse(href, location.href) &&
    linkSchemes.includes(new URL(href, location.href).protocol)
  );
}
