import type { WidgetContext } from '../widget-types';

/** Selects elements that may be blocked. */
export const blockedContent = '[data-category],[data-service],svc-embed';

/**
 * Returns whether some of these elements are allowed, or frames that need a placeholder. Most pages have neither before
 * the visitor has decided.
 */
export const hasContent = (
  { isAllowed }: Pick<WidgetContext, 'isAllowed'>,
  found: Iterable<HTMLElement>,
): boolean =>
  [...found].some(
    (node) =>
      /^(iframe|svc-embed)$/.test(node.localName) ||
      isAllowed(node.dataset.category, node.dataset.service) !== false,
  );
