import { storageKeyPattern } from './storage-adapter';

/** Checks a key; every method of an adapter calls it first. @throws TypeError when the key is not valid */
export function assertStorageKey(key: string): void {
  if (typeof key !== 'string' || !storageKeyPattern.test(key))
    throw new TypeError(`Not a storage key: ${JSON.stringify(String(key).slice(0, 100))}`);
}
