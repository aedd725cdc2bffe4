/**
 * Returns what a decision says of a category, undefined when it does not name it. Names such as `constructor`
 * are not found in the prototype.
 */
export function readState<State>(
  decision: Readonly<Record<string, State>>,
  category: string,
): State | undefined {
  return Object.hasOwn(decision, category) ? decision[category] : undefined;
}
