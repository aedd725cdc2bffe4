import { allowedAttributes, allowedSchemes, allowedTags } from '#standards/operator-html';
import { parseHtml } from './html';

/** Returns whether HTML has elements, attributes or addresses that the service removes on saving. */
export const losesMarkup = (html: string): boolean =>
  [...parseHtml(html).querySelectorAll('*')].some(
    (element) =>
      !allowedTags.includes(element.localName) ||
      [...element.attributes].some(({ name }) => !isAllowed(element.localName, name)) ||
      !hasAllowedAddress(element),
  );

function isAllowed(tag: string, attribute: string): boolean {
  return ['*', tag].some((scope) =>
    (allowedAttributes[scope] ?? []).some((name) =>
      name.endsWith('*') ? attribute.startsWith(name.slice(0, -1)) : name === attribute,
    ),
  );
}

function hasAllowedAddress(element: Element): boolean {
  const [, scheme] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(element.getAttribute('href') ?? '') ?? [];
  return scheme === undefined || allowedSchemes.includes(scheme.toLowerCase());
}
