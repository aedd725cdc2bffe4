import type { Knex } from 'knex';

/**
 * A key is 1 to 1024 characters of `A-Z a-z 0-9 . _ -` in segments of 1 to 255 characters joined by `/`; no
 * segment is `.` or `..`.
 */
export const storageKeyPattern =
  /^(?=.{1,1024}$)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]{1,255}(?:\/[A-Za-z0-9._-]{1,255})*$/;

export interface StoredObject {
  readonly body: Buffer;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface StoredEntry {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/**
 * Where locale files live. The contract, which `storageContract` (express-consent/storage-contract) checks:
 *
 * - `write` is atomic: a reader sees the old object or the new one, never a part, also when the process is
 *   killed half-way;
 *   when it resolves, the object is durable and every later `read` in any process sees it.
 * - `read` of a missing key is `null`, not an error.
 * - `list` returns every key under a prefix (whole segments, without the trailing slash), in no particular
 *   order.
 * - `remove` of a missing key is not an error. When it resolves, no later `read` in any process sees the
 *   object.
 * - Every method rejects a key or prefix outside `storageKeyPattern` with a TypeError.
 * - When the place cannot be reached, is full or cannot be used, methods reject, with a ServiceError
 *   `unavailable` in the
 *   adapters that come with the package.
 *
 * The service never uses keys that differ only in letter case, nor a key that is also a prefix of another:
 * what an adapter does with those is left open, because case-insensitive and hierarchical file systems cannot
 * tell them apart.
 */
export interface StorageAdapter {
  /** Names the kind in logs and in the setup response, such as `disk`. */
  readonly name: string;
  /** Where it is, for operators' logs and errors: a directory, a bucket. Never credentials. */
  readonly location?: string;
  /** Called once by `start()`, before any other method; throws when the place cannot be used. */
  connect(): Promise<void>;
  /** Called once by `close()`. */
  disconnect(): Promise<void>;
  /**
   * Throws when the place cannot be read and written right now. Health checks call it often: it must be
   * cheap.
   */
  check(): Promise<void>;
  read(key: string): Promise<StoredObject | null>;
  write(key: string, body: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<StoredEntry[]>;
  /**
   * Returns the segment names directly below a prefix that have keys below them ("directories"); without one,
   * the first segments.
   */
  listDirectories(prefix?: string): Promise<string[]>;
  /**
   * Returns the same storage inside a transaction: what it writes becomes visible with the transaction's
   * commit or not at all. Only for storages in the service's own database.
   */
  within?(transaction: Knex): StorageAdapter;
}
