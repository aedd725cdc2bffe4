import { validationFailed } from '../kernel/errors';
import { canonicalJson } from '../kernel/json';
import { createSigner, type Keyring } from '../kernel/keyring';

/** The list, tenant and filters for which a cursor is valid. */
export interface ListIdentity {
  readonly list: string;
  readonly tenantId: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** Signed positions in lists: opaque to clients, and only valid for the same list with the same filters. */
export interface Cursors {
  write(identity: ListIdentity, content: readonly unknown[]): string;
  /**
   * @param isContent checks the content of the cursor
   * @throws ServiceError `validation_failed` for a cursor that was not written for this list
   */
  read<Content>(
    identity: ListIdentity,
    cursor: string,
    isContent: (value: unknown) => value is Content,
  ): Content;
}

export function createCursors(keys: Keyring): Cursors {
  const signer = createSigner(keys, 32);
  const toSigned = (payload: string, identity: ListIdentity) => `${payload}\n${canonicalJson(identity)}`;

  return {
    write(identity, content) {
      const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${payload}.${signer.sign(toSigned(payload, identity))}`;
    },

    read(identity, cursor, isContent) {
      const [payload = '', signature = '', ...rest] = cursor.split('.');
      if (rest.length === 0 && signer.verify(toSigned(payload, identity), signature)) {
        const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
        // A signature alone does not prove the form: a later version, or another use of the key, may have
        // signed something else.
        if (isContent(content)) return content;
      }
      throw validationFailed({
        path: 'cursor',
        message: 'is not a valid cursor for this list with these filters',
      });
    },
  };
}
