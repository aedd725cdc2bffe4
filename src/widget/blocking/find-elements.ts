/** Members of elements from the prototype: `<input name="matches">` replaces that of its form. */
const { matches, querySelectorAll } = Element.prototype;

/** Returns the elements that a selector matches in these parts of the page, and the parts themselves if it matches them. */
export const findElements = (scopes: Iterable<ParentNode>, selector: string): HTMLElement[] =>
  [...scopes].flatMap((scope) =>
    scope.nodeType === 1
      ? [
          ...(matches.call(scope, selector) ? [scope as HTMLElement] : []),
          ...(querySelectorAll.call(scope, selector) as NodeListOf<HTMLElement>),
        ]
      : [...scope.querySelectorAll<HTMLElement>(selector)],
  );
