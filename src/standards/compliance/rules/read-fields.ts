import { isBlankText } from '../../blank-text';

/** Reads of values of unknown form: what has the wrong form counts as absent. */

export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

export function entries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Trimmed; empty for a blank text. */
export function text(value: unknown): string {
  return typeof value === 'string' && !isBlankText(value) ? value.trim() : '';
}

export function ids(value: unknown): ReadonlySet<string> {
  return new Set(list(value).filter((id) => typeof id === 'string'));
}
