import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Returns the width of an element (px), and the reference that it needs. */
export function useWidth<Element extends HTMLElement>(
  initial: number,
): readonly [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    // Before the first paint, so that nothing moves.
    setWidth(Math.max(240, current.clientWidth));
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(240, Math.round(entry.contentRect.width)));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
