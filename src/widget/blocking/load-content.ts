import type { TextPolicy } from '../widget-types';

/** Attributes with the address of what an element loads. */
const addressNames = ['src', 'srcset', 'href', 'poster'] as const;
type AddressName = (typeof addressNames)[number];

/** Attributes of the page that hold addresses until they may load. */
export const addressAttributes: readonly string[] = addressNames.flatMap((name) => [
  `data-consent-${name}`,
  `data-${name}`,
]);

/** Returns the address in the markup. Our own attribute is one that no lazy loader reads. */
export const readAddress = (node: Element, name: AddressName): string | null =>
  node.getAttribute(`data-consent-${name}`) ?? node.getAttribute(`data-${name}`);

/** The addresses that were loaded last. */
const loaded = new WeakMap<Element, Partial<Record<AddressName, string>>>();

/**
 * Loads an element that was blocked: it gets the real attributes beside its `data-` attributes, which stay, so that copies
 * of the markup can be blocked and loaded too. Does nothing for addresses that are loaded.
 */
export function loadContent(node: HTMLElement, policy: TextPolicy): void {
  const last = loaded.get(node) ?? {};
  loaded.set(node, last);
  for (const name of addressNames) {
    const url = readAddress(node, name);
    const attribute = name === 'src' && node.tagName === 'OBJECT' ? 'data' : name;
    // A sanitizer that accepts `data-` attributes must not let `javascript:` through.
    if (!url || /^javascript:/i.test(url.replace(/[^!-~]/g, ''))) continue;
    if (last[name] === url && node.hasAttribute(attribute)) continue;
    last[name] = url;
    node.setAttribute(attribute, policy.createScriptURL(url));
    // A player does not notice that the address of a source has changed.
    if (node.tagName === 'SOURCE') (node.parentNode as HTMLMediaElement | null)?.load?.();
  }
}
