import { isBlankText } from '../../blank-text';

/** Readers for values of unknown form: a value of the wrong form is treated as absent. */

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

/** Returns the trimmed text; empty for a blank one. */
export function text(value: unknown): string {
  return typeof value === 'string' && !isBlankText(value) ? value.trim() : '';
}

export function ids(value: unknown): ReadonlySet<string> {
  return new Set(list(value).filter((id) => typeof id === 'string'));
}
