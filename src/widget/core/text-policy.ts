import type { TextPolicy, WidgetContext } from '../widget-types';

/** Returns the page's one policy. */
export function getTextPolicy(context: WidgetContext): TextPolicy {
  context.policy ??= createTextPolicy();
  return context.policy;
}

/**
 * Creates the Trusted Types policy `express-consent`. Where the page does not allow it, or the browser does not
 * know Trusted Types, texts stay as they are.
 */
function createTextPolicy(): TextPolicy {
  const same = (text: string) => text;
  const rules: TextPolicy = { createHTML: same, createScript: same, createScriptURL: same };
  try {
    return (window as TrustedTypesWindow).trustedTypes?.createPolicy('express-consent', rules) ?? rules;
  } catch {
    return rules;
  }
}

/** Not yet part of TypeScript's `dom` library. */
interface TrustedTypesWindow {
  readonly trustedTypes?: { createPolicy(name: string, rules: TextPolicy): TextPolicy };
}
