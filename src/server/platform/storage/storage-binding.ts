import { SetupError } from '../kernel/errors';
import type { StorageAdapter, StoredEntry } from './storage-adapter';

/**
 * A storage belongs to one database, whose id is stored in both. Two databases that shared a storage would
 * overwrite each other's published files.
 */

/** The database that a storage belongs to. */
export interface StorageOwner {
  readonly id: string;
  /** Description of the database for operators. */
  readonly description: string;
}

/** `filling`: the storage is bound, but does not yet have all files for certain. */
export type BindingState = 'unbound' | 'filling' | 'ready';

/** Directory of the binding, which contains no published files. */
export const bindingDirectory = '_binding';
const ownerKey = (id: string) => `${bindingDirectory}/${id}/owner.json`;
const readyKey = (id: string) => `${bindingDirectory}/${id}/ready.json`;

/**
 * Key of an object that names the last copy to a mirror, in both storages: they differ when one of them was restored.
 */
export const lastCopyKey = (id: string) => `${bindingDirectory}/${id}/last-copy.json`;

/** Describes a storage for operators: its kind and location. */
export function describeStorage({ name, location }: Pick<StorageAdapter, 'name' | 'location'>): string {
  return location === undefined ? name : `${name} (${location})`;
}

/** Returns the state of the binding. @throws SetupError when the storage belongs to another database */
export async function bindingState(storage: StorageAdapter, owner: StorageOwner): Promise<BindingState> {
  // A later claim is that of a process that died before it could withdraw it.
  const [first] = await listClaims(storage);
  if (first === undefined) return 'unbound';
  if (first.key !== ownerKey(owner.id)) throw await createOwnerError(storage, first, owner);
  return (await storage.read(readyKey(owner.id))) === null ? 'filling' : 'ready';
}

/**
 * Binds a storage that is not bound yet. Of two databases that try at the same time, at most one succeeds.
 * @throws SetupError when another database is binding it too
 */
export async function bindStorage(storage: StorageAdapter, owner: StorageOwner): Promise<void> {
  await storage.write(ownerKey(owner.id), Buffer.from(JSON.stringify({ database: owner.description })));
  const rival = (await listClaims(storage)).find(({ key }) => key !== ownerKey(owner.id));
  if (rival === undefined) return;
  const error = await createOwnerError(storage, rival, owner);
  await storage.remove(ownerKey(owner.id));
  throw error;
}

/** Records that the storage has all files that the database refers to. */
export async function markReady(storage: StorageAdapter, { id }: StorageOwner): Promise<void> {
  await storage.write(readyKey(id), Buffer.from('{}'));
}

/** Returns the database that a storage belongs to; null when it is not bound. */
export async function readOwner(storage: StorageAdapter): Promise<StorageOwner | null> {
  const [claim] = await listClaims(storage);
  if (claim === undefined) return null;
  const [, id = ''] = claim.key.split('/');
  return { id, description: readDescription((await storage.read(claim.key))?.body) };
}

/** Lists the claims on a storage, oldest first. */
async function listClaims(storage: StorageAdapter): Promise<StoredEntry[]> {
  const entries = await storage.list(bindingDirectory);
  return entries
    .filter(({ key }) => key.endsWith('/owner.json'))
    .sort((a, b) => a.modifiedAt - b.modifiedAt || (a.key < b.key ? -1 : 1));
}

async function createOwnerError(
  storage: StorageAdapter,
  claim: StoredEntry,
  owner: StorageOwner,
): Promise<SetupError> {
  const other = readDescription((await storage.read(claim.key))?.body);
  return new SetupError(
    `The storage ${describeStorage(storage)} belongs to another database: ${other}. ` +
      `This service uses: ${owner.description}. ` +
      'Give each database its own storage, or omit `storage` to store published files in the database.',
  );
}

function readDescription(body: Buffer | undefined): string {
  try {
    const { database } = JSON.parse(String(body)) as { readonly database?: unknown };
    return typeof database === 'string' ? database : 'unknown';
  } catch {
    return 'unknown';
  }
}
