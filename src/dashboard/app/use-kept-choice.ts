import { useState } from 'react';

/**
 * Returns a choice that only a person changes. Once made, it stays while it is available, even when `first` would
 * choose something else by now.
 * @param chosen what the person has chosen; empty: nothing yet
 * @param first chooses when the screen opens, or when what was chosen is gone
 *
 * @example
 * const locale = useKeptChoice(address.lang, locales, () => firstUntranslated(locales));
 */
export function useKeptChoice(
  chosen: string,
  available: readonly string[],
  first: () => string | undefined = () => available[0],
): string | undefined {
  const [kept, setKept] = useState<string | undefined>(undefined);
  const current = [chosen, kept].find((value) => value !== undefined && available.includes(value)) ?? first();
  if (current !== kept) setKept(current);
  return current;
}
