import type { Attributes, Child, TextPolicy } from '../widget-types';

/** Creates an element. Attributes that are `undefined` or `false` are left out, `true` is the empty text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[K];
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : `${value}`);
  node.append(...children.filter((child): child is Node | string => Boolean(child)));
  return node;
}

/**
 * Returns an element with an operator's HTML, which the service sanitised when it was saved. Browsers that can
 * sanitise do it again.
 */
export function htmlElement(html: string, policy: TextPolicy): HTMLElement {
  const node = element('div', { class: 'text', part: 'text' }) as HTMLElement & {
    setHTML?(html: string, options: object): void;
  };
  // An empty configuration removes only what can run; the default one also removes `data-consent-open`.
  if (node.setHTML) node.setHTML(html, { sanitizer: {} });
  else node.innerHTML = policy.createHTML(html);
  return node;
}
