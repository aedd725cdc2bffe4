import type { StoredKey } from './keys-repository';

/** Names that Windows reserves for devices, also with an ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const maxLength = 50;

/**
 * Returns a name for files and keys from a title: lower-case letters of ASCII, digits and hyphens only.
 *
 * @example
 * toKey('Shop EU (très long)', 'profile') // 'shop-eu-tres-long'
 */
function toKey(title: string, fallback: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  if (slug === '') return fallback;
  return reserved.test(slug) ? `${slug}-${fallback}` : slug;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the key of each resource of one kind: the stored one, else one from its name that no other has.
 * @param resources oldest first, so that the same resources get the same keys
 */
export function assignKeys(
  resources: readonly Named[],
  stored: readonly StoredKey[],
  fallback: string,
): ReadonlyMap<string, string> {
  const ids = new Set(resources.map(({ id }) => id));
  const keys = new Map(
    stored.filter(({ resourceId }) => ids.has(resourceId)).map(({ resourceId, key }) => [resourceId, key]),
  );
  const taken = new Set(keys.values());
  for (const { id, name } of resources) {
    if (keys.has(id)) continue;
    const own = toKey(name, fallback);
    let key = own;
    for (let count = 2; taken.has(key); count += 1) key = `${own}-${count}`;
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}
