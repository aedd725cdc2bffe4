import { closest } from './closest';

/**
 * Checks the options of a function, so that a misspelt one is not ignored.
 * @param caller name of the function, such as `page()`
 * @throws TypeError naming an option that does not exist, and the one that was probably meant
 */
export function requireKnownKeys<T extends object>(
  caller: string,
  options: T,
  known: Readonly<Record<keyof T, true>>,
): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${caller}: the options must be an object`);
  for (const key of Object.keys(options))
    if (!Object.hasOwn(known, key))
      throw new TypeError(`${caller}: ${key} is not an option${suggest(key, Object.keys(known))}`);
}

/** Returns the end of a sentence that suggests a name; empty when none is similar. */
export function suggest(written: string, names: readonly string[]): string {
  const near = closest(written, names);
  return near === null ? '' : `; did you mean ${near}?`;
}
