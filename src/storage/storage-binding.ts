import { SetupError } from '../kernel/errors';
import type { StorageAdapter, StoredEntry } from './storage-adapter';

/**
 * A storage belongs to one database: the id of the database is kept in both. Two databases that shared a
 * storage would publish over each other's files.
 */

/** The database that a storage belongs to. */
export interface StorageOwner {
  readonly id: string;
  /** For operators. */
  readonly description: string;
}

/** `filling`: bound, but not known to have all files yet. */
export type BindingState = 'unbound' | 'filling' | 'ready';

/** Holds no files of the service. */
export const bindingDirectory = '_binding';
const ownerKey = (id: string) => `${bindingDirectory}/${id}/owner.json`;
const readyKey = (id: string) => `${bindingDirectory}/${id}/ready.json`;

/** Returns what a storage is and where, for operators. */
export function describeStorage({ name, location }: Pick<StorageAdapter, 'name' | 'location'>): string {
  return location === undefined ? name : `${name} (${location})`;
}

/** @throws SetupError when the storage belongs to another database */
export async function bindingState(storage: StorageAdapter, owner: StorageOwner): Promise<BindingState> {
  // A claim that came later was made by a process that died before it could take it back.
  const [first] = await claims(storage);
  if (first === undefined) return 'unbound';
  if (first.key !== ownerKey(owner.id)) throw await belongsToAnother(storage, first, owner);
  return (await storage.read(readyKey(owner.id))) === null ? 'filling' : 'ready';
}

/**
 * Binds a storage that is not bound yet. Of two databases at the same moment at most one gets it.
 * @throws SetupError when another database is binding it too
 */
export async function bindStorage(storage: StorageAdapter, owner: StorageOwner): Promise<void> {
  await storage.write(ownerKey(owner.id), Buffer.from(JSON.stringify({ database: owner.description })));
  const rival = (await claims(storage)).find(({ key }) => key !== ownerKey(owner.id));
  if (rival === undefined) return;
  const error = await belongsToAnother(storage, rival, owner);
  await storage.remove(ownerKey(owner.id));
  throw error;
}

/** Notes that the storage has every file that the database knows of. */
export async function markReady(storage: StorageAdapter, { id }: StorageOwner): Promise<void> {
  await storage.write(readyKey(id), Buffer.from('{}'));
}

/** Oldest first. */
async function claims(storage: StorageAdapter): Promise<StoredEntry[]> {
  const entries = await storage.list(bindingDirectory);
  return entries
    .filter(({ key }) => key.endsWith('/owner.json'))
    .sort((a, b) => a.modifiedAt - b.modifiedAt || (a.key < b.key ? -1 : 1));
}

async function belongsToAnother(
  storage: StorageAdapter,
  claim: StoredEntry,
  owner: StorageOwner,
): Promise<SetupError> {
  const other = describedIn((await storage.read(claim.key))?.body);
  return new SetupError(
    `The storage ${describeStorage(storage)} belongs to another database: ${other}. This service uses: ${owner.description}. ` +
      'Give each database a storage of its own, or leave `storage` out to keep published files in the database.',
  );
}

function describedIn(body: Buffer | undefined): string {
  try {
    const { database } = JSON.parse(String(body)) as { readonly database?: unknown };
    return typeof database === 'string' ? database : 'unknown';
  } catch {
    return 'unknown';
  }
}
