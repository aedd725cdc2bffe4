import type { Knex } from 'knex';

/**
 * Pattern of keys: 1 to 1024 characters of `A-Z a-z 0-9 . _ -` in segments of 1 to 255 characters, joined by
 * `/`; no segment is `.` or `..`.
 */
export const storageKeyPattern =
  /^(?=.{1,1024}$)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]{1,255}(?:\/[A-Za-z0-9._-]{1,255})*$/;

export interface StoredObject {
  readonly body: Buffer;
  /** Time of the last write (epoch ms). */
  readonly modifiedAt: number;
}

export interface StoredEntry {
  readonly key: string;
  /** Time of the last write (epoch ms). */
  readonly modifiedAt: number;
}

/**
 * A place that stores locale files. The contract, which `storageContract` (express-consent/storage-contract)
 * checks:
 *
 * - `write` is atomic: a reader sees the old object or the new one, never a part, also when the process is
 *   killed half-way. When it resolves, the object is durable and every later `read` in any process sees it.
 * - `read` returns `null` for a missing key; this is not an error.
 * - `list` returns every key under a prefix (whole segments, without the trailing slash), in no particular
 *   order.
 * - `remove` of a missing key is not an error. When it resolves, no later `read` in any process sees the
 *   object.
 * - Every method rejects a key or prefix outside `storageKeyPattern` with a TypeError.
 * - When the place cannot be reached, is full or cannot be used, methods reject. The adapters of the package
 *   reject with a ServiceError `unavailable`.
 *
 * The service never uses keys that differ only in letter case, nor a key that is also a prefix of another.
 * The contract does not cover such keys, because case-insensitive and hierarchical file systems cannot
 * distinguish them.
 */
export interface StorageAdapter {
  /** Name of the kind of storage in logs and in the setup response, such as `disk`. */
  readonly name: string;
  /** Location for operators' logs and errors, such as a directory or bucket. Never contains credentials. */
  readonly location?: string;
  /** Called once by `start()`, before any other method; throws when the place cannot be used. */
  connect(): Promise<void>;
  /** Called once by `close()`. */
  disconnect(): Promise<void>;
  /**
   * Throws when the place cannot be read and written now. Health checks call it often, so it must be cheap.
   */
  check(): Promise<void>;
  read(key: string): Promise<StoredObject | null>;
  write(key: string, body: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<StoredEntry[]>;
  /**
   * Returns the names of the segments directly below a prefix that have keys below them ("directories").
   * Without a prefix it returns the first segments.
   */
  listDirectories(prefix?: string): Promise<string[]>;
  /**
   * Returns the same storage inside a transaction: its writes become visible with the commit of the
   * transaction or not at all. Only for storages in the service's own database.
   */
  within?(transaction: Knex): StorageAdapter;
}
