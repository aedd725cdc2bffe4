import type { Keyring, SecretRing } from '#platform/kernel/keyring';

/** Derives the keys of one purpose from the master secret: each purpose has its own. */
export const authKeys = (master: SecretRing, purpose: string): Keyring =>
  master.keys(`express-consent/${purpose}`);
