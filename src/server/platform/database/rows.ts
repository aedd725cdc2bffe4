import type { Query } from './database';
import type { Dialect } from './dialect';

// Why: docs/adr/0006-times-and-json.md

/** Returns a BIGINT as a number. Drivers return a string, a number or a bigint. */
export function toNumber(value: unknown): number {
  return Number(value);
}

export function toNumberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** Returns a boolean. SQLite and MySQL return 0 and 1. */
export function toBoolean(value: unknown): boolean {
  return value === true || Number(value) === 1;
}

export function toBooleanOrNull(value: unknown): boolean | null {
  return value === null || value === undefined ? null : toBoolean(value);
}

/** Parses JSON, which is stored as text so that every database keeps the order of keys. */
export function fromJson<T>(value: unknown): T {
  return JSON.parse(String(value)) as T;
}

/** Locks the rows for writing. On SQLite a write transaction locks the whole file anyway. */
export function forUpdate(query: Query, dialect: Dialect): Query {
  return dialect === 'sqlite' ? query : (query.forUpdate() as Query);
}

/** Locks the rows against changes until the transaction ends. Several transactions can have this lock. */
export function forShare(query: Query, dialect: Dialect): Query {
  return dialect === 'sqlite' ? query : (query.forShare() as Query);
}
