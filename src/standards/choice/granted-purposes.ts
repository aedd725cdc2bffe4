import type { Choice } from './choice';

/**
 * Returns the purposes that are granted, by their first letters, as in the choice cookie. A purpose is granted
 * when at least one category has it and all such categories are granted.
 */
export function readGrantedPurposes(
  categories: Choice['categories'],
  states: Readonly<Record<string, string>>,
): string {
  const select = (isGranted: boolean) =>
    categories.flatMap(({ id, purposes }) => ((states[id] === 'granted') === isGranted ? [...purposes] : []));
  const refused = select(false);
  return select(true)
    .filter((purpose) => !refused.includes(purpose))
    .join('');
}
