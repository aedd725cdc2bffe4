import type { WidgetContext } from '../widget-types';

/** Selects what may be blocked. */
export const blockedContent = '[data-category],svc-embed';

/**
 * Returns whether the page has content that is allowed, or frames that need a placeholder. Most pages have neither
 * before the visitor has decided.
 */
export const hasContent = ({ dom, isAllowed }: Pick<WidgetContext, 'dom' | 'isAllowed'>): boolean =>
  [...dom.querySelectorAll<HTMLElement>(blockedContent)].some(
    (node) => /^(iframe|svc-embed)$/i.test(node.tagName) || isAllowed(node.dataset.category ?? '') !== false,
  );
