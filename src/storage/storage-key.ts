import { storageKeyPattern } from './storage-adapter';

/** What every adapter calls first. @throws TypeError when `key` is outside `storageKeyPattern`. */
export function assertStorageKey(key: string): void {
  if (typeof key !== 'string' || !storageKeyPattern.test(key))
    throw new TypeError(`Not a storage key: ${JSON.stringify(String(key).slice(0, 100))}`);
}
