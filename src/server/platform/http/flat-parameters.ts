import type { FaultDetail } from '../kernel/errors';
import { textFault } from '../kernel/json';
import { truncate } from '../kernel/truncate';

export interface FlatParameters {
  readonly values: Record<string, string>;
  readonly fault: FaultDetail | null;
}

/**
 * Reads the URL-encoded parameters of a query or a form. Parameters are flat: a repeated name is a mistake or
 * an attack.
 */
export function readFlat(encoded: string): FlatParameters {
  const seen: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const message = name in seen ? 'must not be repeated' : (textFault(name) ?? textFault(value));
    if (message !== null) {
      // Neither of the two values can be preferred.
      delete seen[name];
      return { values: { ...seen }, fault: { path: truncate(name, 100), message } };
    }
    seen[name] = value;
  }
  return { values: { ...seen }, fault: null };
}
