import { randomBytes } from 'node:crypto';
import { deriveKey, hmacSha256Hex, safeEqual } from './crypto';

// Why: docs/adr/0072-keyrings.md

/** A secret of the configuration: one value, or the current one followed by previous ones. */
export type SecretSetting = string | readonly string[];

/** A key, and the id that is stored with everything that it seals or signs. */
export interface NamedKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The keys of one purpose: the first one seals and signs, all of them open and verify. */
export type Keyring = readonly [current: NamedKey, ...previous: NamedKey[]];

/** A configured secret with its previous values, from which the keys of all purposes are derived. */
export interface SecretRing {
  /** Whether the secret is configured; otherwise it is random and ends with the process. */
  readonly isLasting: boolean;
  /** Derives the keys of one purpose. */
  keys(purpose: string): Keyring;
  /** Short values that identify the secrets and reveal nothing about them, the current one first. */
  readonly fingerprints: readonly [current: string, ...previous: string[]];
}

/** Length of a key id (hexadecimal digits). */
const idLength = 8;

const hexOf = (secret: string, label: string, length: number) =>
  deriveKey(secret, label).toString('hex').slice(0, length);

export function createSecretRing(setting: SecretSetting | undefined): SecretRing {
  const [current = randomBytes(32).toString('hex'), ...previous] =
    setting === undefined ? [] : [setting].flat();
  const forEach = <T>(toValue: (secret: string) => T): readonly [T, ...T[]] => [
    toValue(current),
    ...previous.map(toValue),
  ];
  return {
    isLasting: setting !== undefined,
    keys: (purpose) =>
      forEach((secret) => ({ id: hexOf(secret, 'key-id/1', idLength), key: deriveKey(secret, purpose) })),
    fingerprints: forEach((secret) => hexOf(secret, 'fingerprint/1', 16)),
  };
}

/** Returns the key that sealed or signed something; null when it is not in the ring. */
export const findKey = (ring: Keyring, id: string): Buffer | null =>
  ring.find((candidate) => candidate.id === id)?.key ?? null;

/** Signs with the newest key and verifies with the one that the signature names. */
export interface Signer {
  /** Returns the id of the key and an HMAC-SHA-256, in hexadecimal. */
  sign(data: string): string;
  verify(data: string, signature: string): boolean;
  /** Returns the signatures with all keys, the newest first. */
  all(data: string): readonly string[];
  /** Returns whether the ring has the key that a signature names. */
  hasKeyOf(signature: string): boolean;
}

/** @param macLength number of hexadecimal digits of the HMAC that are used */
export function createSigner(ring: Keyring, macLength = 64): Signer {
  const sign = (data: string, { id, key }: NamedKey) => id + hmacSha256Hex(key, data).slice(0, macLength);
  return {
    sign: (data) => sign(data, ring[0]),
    all: (data) => ring.map((key) => sign(data, key)),
    hasKeyOf: (signature) => findKey(ring, signature.slice(0, idLength)) !== null,
    verify(data, signature) {
      const id = signature.slice(0, idLength);
      const key = findKey(ring, id);
      return key !== null && safeEqual(signature, sign(data, { id, key }));
    },
  };
}
