// Operators write HTML into banners. The service cleans it when it is saved; this page still takes over only what it knows.

const tags = new Set('A ABBR B BR CODE EM I LI OL P S SMALL SPAN STRONG SUB SUP U UL'.split(' '));
const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:'];

/** A fragment with the known elements of `html`, rebuilt one by one. Nothing in it runs or loads. */
export function safeHtml(html = '') {
  // A parsed document of its own is inert: no scripts run, no images load, no handlers fire.
  return copyChildren(new DOMParser().parseFromString(html, 'text/html').body, document.createDocumentFragment());
}

function copyChildren(from, to) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.append(node.data);
    else if (tags.has(node.tagName)) to.append(copyChildren(node, copyElement(node)));
  }
  return to;
}

function copyElement({ tagName, attributes }) {
  const copy = document.createElement(tagName);
  for (const name of ['lang', 'dir']) if (attributes[name]) copy.setAttribute(name, attributes[name].value);
  // A link that opens the privacy settings instead of a page.
  if (attributes['data-consent-open']) copy.dataset.consentOpen = '';
  if (tagName === 'A' && attributes.href && isHarmless(attributes.href.value)) {
    copy.setAttribute('href', attributes.href.value);
    copy.rel = 'noopener';
  }
  return copy;
}

function isHarmless(href) {
  return URL.canParse(href, location.href) && linkSchemes.includes(new URL(href, location.href).protocol);
}
