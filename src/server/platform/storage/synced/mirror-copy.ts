import { createSemaphore } from '../../kernel/concurrency/semaphore';
import { groupBy } from '../../kernel/group-by';
import { getRank, ranks } from '../copy-storage';
import type { StorageAdapter } from '../storage-adapter';

const maxObjects = 8;
const maxScopes = 8;

/** Number of failures without a success after which a mirror is treated as down. */
const failuresOfOutage = 3;

/** Attempts to copy an object that others keep changing. */
const maxAttempts = 10;

export interface MirrorCopy {
  readonly primary: StorageAdapter;
  readonly mirror: StorageAdapter;
  readonly isStopped: () => boolean;
  /** Called when the mirror has these keys. */
  readonly onCopied: (keys: readonly string[]) => Promise<void>;
}

export interface CopyOutcome {
  readonly failed: ReadonlySet<string>;
  /** Whether nothing could be copied, so that the attempt ended early. */
  readonly isOutage: boolean;
  /** The first error; undefined when there was none. */
  readonly error?: unknown;
}

/**
 * Makes objects of the mirror equal to those of the primary storage. Each group and each version is copied in
 * an order in which a reader of the mirror never finds a file that refers to a missing one; when a part of it
 * cannot be copied, all its keys have failed.
 */
export async function copyToMirror(copy: MirrorCopy, keys: Iterable<string>): Promise<CopyOutcome> {
  const limited = createSemaphore(maxScopes);
  const failed = new Set<string>();
  const errors: unknown[] = [];
  let successes = 0;
  const isOutage = () => copy.isStopped() || (successes === 0 && errors.length >= failuresOfOutage);
  const scopes = groupBy(keys, (key) => key.split('/', 2).join('/'));
  await Promise.all(
    [...scopes.values()].map((scope) =>
      limited(async () => {
        try {
          if (isOutage()) throw errors[0];
          await copyScope(copy, scope);
          await copy.onCopied(scope);
          successes += 1;
        } catch (error) {
          errors.push(error);
          for (const key of scope) failed.add(key);
        }
      }),
    ),
  );
  return { failed, isOutage: isOutage(), ...(errors.length > 0 && { error: errors[0] }) };
}

/** Copies files, then manifests, then pointers; then removes pointers, then manifests, then files. */
async function copyScope({ primary, mirror }: MirrorCopy, keys: readonly string[]): Promise<void> {
  const removed = new Set<string>();
  const each = async (rank: number, work: (key: string) => Promise<unknown>) => {
    const limited = createSemaphore(maxObjects);
    const ranked = keys.filter((key) => getRank(key) === rank);
    const results = await Promise.allSettled(ranked.map((key) => limited(() => work(key))));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  for (const rank of ranks)
    await each(rank, async (key) => {
      const object = await primary.read(key);
      if (object === null) removed.add(key);
      else await converge(primary, mirror, key, object.body);
    });
  for (const rank of ranks.toReversed())
    await each(rank, async (key) => {
      if (removed.has(key)) await converge(primary, mirror, key, null);
    });
}

/**
 * Writes an object to the mirror, or removes it, until it is still the one of the primary storage afterwards:
 * another process can have copied a newer one in between.
 */
async function converge(
  primary: StorageAdapter,
  mirror: StorageAdapter,
  key: string,
  first: Buffer | null,
): Promise<void> {
  let body = first;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (body === null) await mirror.remove(key);
    else await mirror.write(key, body);
    const now = (await primary.read(key))?.body ?? null;
    if (body === null ? now === null : now?.equals(body)) return;
    body = now;
  }
  throw new Error('The object changes faster than it can be copied');
}
