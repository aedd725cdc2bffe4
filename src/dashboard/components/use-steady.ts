import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns one function for all renders, which calls the latest `act`: a field that gets it need not be drawn again
 * whenever the screen around it is.
 */
export function useSteady<Given extends readonly unknown[], Result>(
  act: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
