import { type KeyHolder, loadKeyHolder } from '#operators/accounts/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import { type Clock, millisecondsPerDay } from '#platform/kernel/clock';
import type { KeyScope } from '#platform/kernel/permissions';
import type { StoredApiKey } from './api-key-repository';

// Why: docs/adr/0116-keys-with-scopes.md, docs/adr/0182-keys-of-people-who-left-the-provider.md

export interface KeyHoldersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly auth: Pick<ResolvedConfig['auth'], 'mode' | 'keyHolderDays'>;
}

/** The rights of a key at the moment. */
export interface KeyRights {
  /** Scopes that have an effect: those that the holder has as permissions; none while the key rests. */
  readonly effective: readonly KeyScope[];
  /** Time from which the key rests, unless its holder signs in before (epoch ms); null: never. */
  readonly restsFrom: number | null;
  readonly rests: boolean;
}

/** A key with scopes acts for one person, and can do no more than this person can at the moment. */
export interface KeyHolders {
  /** Returns the person, or null once they have left or have no access to the key's tenant any more. */
  find(key: Pick<StoredApiKey, 'tenantId' | 'holderId'>): Promise<KeyHolder | null>;
  rightsOf(key: Pick<StoredApiKey, 'scopes' | 'createdAt'>, holder: KeyHolder | null): KeyRights;
}

export function createKeyHolders({ database, clock, auth }: KeyHoldersOptions): KeyHolders {
  // Who leaves is deactivated here in mode `local`, and elsewhere at a provider, which tells nobody.
  const restMs = auth.mode === 'local' ? null : auth.keyHolderDays * millisecondsPerDay;

  function whenItRests(createdAt: number, holder: KeyHolder | null): number | null {
    if (holder === null || restMs === null) return null;
    // Who creates a key is signed in.
    return Math.max(holder.lastLoginAt ?? 0, createdAt) + restMs;
  }

  return {
    async find({ tenantId, holderId }) {
      if (holderId === null) return null;
      const holder = await database.read((connection) => loadKeyHolder(connection, holderId));
      const sees = holder?.person.allowedTenants?.includes(tenantId) ?? true;
      return sees ? holder : null;
    },

    rightsOf({ scopes, createdAt }, holder) {
      const restsFrom = whenItRests(createdAt, holder);
      const rests = restsFrom !== null && restsFrom <= clock.now();
      const held = holder?.person.permissions ?? new Set();
      return { effective: rests ? [] : (scopes ?? []).filter((scope) => held.has(scope)), restsFrom, rests };
    },
  };
}
