import { randomUUID } from 'node:crypto';

/** Directory of the primary storage with the queue of the mirror; see docs/adr/0060-object-storage.md. */
export const queueDirectory = '_mirror';

/**
 * A key whose object must be copied to the mirror, as an empty object with a unique name. The name contains
 * the key, so one list returns the whole queue.
 */
export interface Mark {
  readonly name: string;
  /** Null: every object. */
  readonly key: string | null;
}

const maxNameLength = 1024;

/** Creates a mark for a key, or for every object: also when its name would be too long for a storage. */
export function createMark(key: string | null): Mark {
  const start = `${queueDirectory}/${randomUUID()}`;
  const name = `${start}/key/${key}`;
  return key === null || name.length > maxNameLength ? { name: `${start}/all`, key: null } : { name, key };
}

/** Returns the mark with this name; null for other objects. */
export function parseMark(name: string): Mark | null {
  const [directory, _id, kind, ...segments] = name.split('/');
  if (directory !== queueDirectory) return null;
  if (kind === 'all' && segments.length === 0) return { name, key: null };
  return kind === 'key' && segments.length > 0 ? { name, key: segments.join('/') } : null;
}
