import type { Markup } from '#layers/index';
import type { Attributes, Child, TextPolicy } from '../widget-types';

/** Creates an element. Attributes that are `undefined` or `false` are left out, `true` is the empty text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const space = /^(svg|path)$/.test(name) ? '2000/svg' : '1999/xhtml';
  const node = Document.prototype.createElementNS.call(
    document,
    `http://www.w3.org/${space}`,
    name,
  ) as HTMLElementTagNameMap[K];
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : `${value}`);
  node.append(...children.filter((child): child is Node | string => Boolean(child)));
  return node;
}

/** Creates an element from its description. */
export function build([tag, attributes, content = [], html]: Markup, policy: TextPolicy): HTMLElement {
  const children = content.map((child) =>
    typeof child === 'object' && child ? build(child, policy) : child,
  );
  const node = element(tag as 'div', attributes, ...children);
  if (html !== undefined) setHtml(node, html, policy);
  return node;
}

/**
 * Takes an element away once its transition to `.leaving` has ended: at once for visitors who prefer less motion.
 * Nobody can use it meanwhile. An animation of the page's own style sheet can be endless.
 */
export function leave(node: HTMLElement): void {
  node.inert = true;
  node.removeAttribute('data-modal');
  node.classList.add('leaving');
  void Promise.allSettled(
    (node.getAnimations() as CSSTransition[]).map(
      ({ transitionProperty, finished }) => transitionProperty && finished,
    ),
  ).then(() => node.remove());
}

/** Takes away what is still leaving: layers of one kind have the same ids. */
export function clearLeaving(frame: HTMLElement): void {
  for (const node of frame.querySelectorAll('.leaving')) node.remove();
}

/**
 * Gives an element an operator's HTML, which the service sanitised when it was saved. Browsers that can sanitise do it
 * again.
 */
function setHtml(
  node: HTMLElement & { setHTML?(html: string, options: object): void },
  html: string,
  policy: TextPolicy,
): void {
  // An empty configuration removes only what can run; the default one also removes `data-consent-open`.
  if (node.setHTML) node.setHTML(html, { sanitizer: {} });
  else node.innerHTML = policy.createHTML(html);
}
