/** Readers for values of unknown form: a value of the wrong form is treated as absent. */

export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function entries(value: unknown): [string, unknown][] {
  return Object.entries(fields(value));
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function ids(value: unknown): ReadonlySet<string> {
  return new Set(list(value).filter((id) => typeof id === 'string'));
}
