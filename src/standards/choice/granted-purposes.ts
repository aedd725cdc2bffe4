import type { Choice } from './choice';

/**
 * Returns the purposes that are granted, by their first letters, as in the choice cookie. A purpose is granted
 * when at least one category has it and all such categories are granted.
 */
export function readGrantedPurposes(
  categories: Choice['categories'],
  states: Readonly<Record<string, string>>,
): string {
  let granted = '';
  let refused = '';
  for (const { id, purposes } of categories)
    if (states[id] === 'granted') granted += purposes;
    else refused += purposes;
  return [...granted].filter((purpose) => !refused.includes(purpose)).join('');
}
