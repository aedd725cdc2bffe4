import { loadPrincipalOfUser } from '#operators/accounts/index';
import type { Database } from '#platform/database/database';
import type { Principal } from '#platform/kernel/caller';
import type { KeyScope } from '#platform/kernel/permissions';
import type { StoredApiKey } from './api-key-repository';

// Why: docs/adr/0116-keys-with-scopes.md

/** A key with scopes acts for one person, and can do no more than this person can at the moment. */
export interface KeyHolders {
  /** Returns the person, or null once they have left or have no access to the key's tenant any more. */
  find(key: Pick<StoredApiKey, 'tenantId' | 'holderId'>): Promise<Principal | null>;
}

export function createKeyHolders(database: Database): KeyHolders {
  return {
    async find({ tenantId, holderId }) {
      if (holderId === null) return null;
      const holder = await database.read((connection) => loadPrincipalOfUser(connection, holderId));
      if (holder === null) return null;
      return (holder.allowedTenants?.includes(tenantId) ?? true) ? holder : null;
    },
  };
}

/** Returns the scopes that have an effect: those that the holder has as permissions. */
export const effectiveScopes = (
  scopes: readonly KeyScope[],
  holder: Pick<Principal, 'permissions'> | null,
): KeyScope[] => scopes.filter((scope) => holder?.permissions.has(scope) ?? false);
