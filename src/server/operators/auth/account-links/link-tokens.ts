import { randomBytes } from 'node:crypto';
import { createSigner, type Keyring } from '#platform/kernel/keyring';
import type { LinkTokens } from '../../accounts';

const tokenBytes = 32;

/** Creates the tokens of links, whose hashes are keyed: the database alone does not suffice to forge a link. */
export function createLinkTokens(keys: Keyring): LinkTokens {
  const signer = createSigner(keys);
  return {
    create() {
      const token = randomBytes(tokenBytes).toString('base64url');
      return { token, hash: signer.sign(token) };
    },
    hashes: signer.all,
    isKnown: signer.hasKeyOf,
  };
}
