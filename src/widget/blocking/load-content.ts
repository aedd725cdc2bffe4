import type { TextPolicy } from '../widget-types';

/** Loads an element that was blocked: its `data-` addresses become the real ones. */
export function loadContent(node: HTMLElement, policy: TextPolicy): void {
  for (const name of ['src', 'srcset', 'href', 'poster']) {
    const url = node.dataset[name];
    // A sanitizer that accepts `data-` attributes must not let `javascript:` through.
    if (!url || /^javascript:/i.test(url.replace(/[^!-~]/g, ''))) continue;
    delete node.dataset[name];
    const attribute = name === 'src' && node.tagName === 'OBJECT' ? 'data' : name;
    node.setAttribute(attribute, policy.createScriptURL(url));
  }
  // A player does not notice that the address of a source has changed.
  if (node.tagName === 'SOURCE') (node.parentNode as HTMLMediaElement | null)?.load?.();
}
