import type { Query } from './database';
import type { Dialect } from './dialect';

/** BIGINT comes as a string from some drivers, a number or a bigint from others. */
export function toNumber(value: unknown): number {
  return Number(value);
}

export function toNumberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** Booleans come as 0 and 1 from SQLite and MySQL. */
export function toBoolean(value: unknown): boolean {
  return value === true || Number(value) === 1;
}

export function toBooleanOrNull(value: unknown): boolean | null {
  return value === null || value === undefined ? null : toBoolean(value);
}

/** JSON is kept as text, so that key order survives every database. */
export function fromJson<T>(value: unknown): T {
  return JSON.parse(String(value)) as T;
}

/** Adds a row lock where the engine has one; on SQLite a write transaction locks the whole file anyway. */
export function forUpdate(query: Query, dialect: Dialect): Query {
  return dialect === 'sqlite' ? query : (query.forUpdate() as Query);
}

/** Keeps the rows that are read as they are until the transaction ends; others may hold them too. */
export function forShare(query: Query, dialect: Dialect): Query {
  return dialect === 'sqlite' ? query : (query.forShare() as Query);
}
