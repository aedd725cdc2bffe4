import { closest } from './closest';

/**
 * Checks the options of a function, so that a misspelt one is not ignored.
 * @param caller name of the function, such as `page()`
 * @param known the options, with the type of those that become part of a text
 * @throws TypeError naming an option that does not exist, and the one that was probably meant, or one of another type
 */
export function requireKnownKeys<T extends object>(
  caller: string,
  options: T,
  known: Readonly<Record<keyof T, true | 'string' | 'number'>>,
): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${caller}: the options must be an object`);
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, key))
      throw new TypeError(`${caller}: ${key} is not an option${suggest(key, Object.keys(known))}`);
    const type = known[key as keyof T];
    if (type !== true && value !== undefined && typeof value !== type)
      throw new TypeError(`${caller}: ${key} must be a ${type}`);
  }
}

/** Returns the end of a sentence that suggests a name; empty when none is similar. */
export function suggest(written: string, names: readonly string[]): string {
  const near = closest(written, names);
  return near === null ? '' : `; did you mean ${near}?`;
}
