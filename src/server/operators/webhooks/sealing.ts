import { findKey, type Keyring } from '#platform/kernel/keyring';
import { keyIdOf, openText, sealText } from '#platform/kernel/sealed-text';

/** Encrypts texts, each bound to the id of its row. Works inside a transaction. */
export interface Sealing {
  seal(text: string, id: string): string;
  /** Returns the text; null when no key of the ring opens it. */
  open(sealed: string, id: string): string | null;
  /** Returns whether a text was sealed with the current key. Its first `keyIdLength` characters suffice. */
  isCurrent(sealed: string): boolean;
  readonly keyIdLength: number;
  /** Whether there are keys that only open. */
  readonly hasPrevious: boolean;
}

export function createSealing(ring: Keyring): Sealing {
  const [current] = ring;
  return {
    seal: (text, id) => sealText(current, text, id),
    open(sealed, id) {
      const key = findKey(ring, keyIdOf(sealed));
      return key === null ? null : openText(key, sealed, id);
    },
    isCurrent: (sealed) => keyIdOf(sealed) === current.id,
    keyIdLength: current.id.length,
    hasPrevious: ring.length > 1,
  };
}
