import type { WidgetContext } from '../widget-types';

/** Selects what may be blocked. */
export const blockedContent = '[data-category],svc-embed';

/**
 * Returns whether the page has content that is allowed, or frames that need a placeholder. Most pages have neither
 * before the visitor has decided.
 */
export const hasContent = ({ isAllowed }: Pick<WidgetContext, 'isAllowed'>): boolean =>
  [...document.querySelectorAll<HTMLElement>(blockedContent)].some(
    (node) => node.matches('iframe,svc-embed') || isAllowed(node.dataset.category ?? '') !== false,
  );
