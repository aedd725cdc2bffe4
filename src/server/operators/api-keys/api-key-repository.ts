import type { Connection, Query, Row, TenantScope } from '#platform/database/database';
import { forUpdate, fromJson, toNumber, toNumberOrNull } from '#platform/database/rows';
import { isKeyScope, type KeyScope } from '#platform/kernel/permissions';

/** A key as it is stored. Times are epoch milliseconds. */
export interface StoredApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly prefix: string;
  /** SHA-256 of the whole key, in hex. */
  readonly keyHash: string;
  /** Null: everything on the public API, nothing on the admin API. */
  readonly scopes: readonly KeyScope[] | null;
  /** The person for whom it acts; null: nobody, as without scopes. */
  readonly holderId: string | null;
  readonly revokedAt: number | null;
  readonly expireBy: number | null;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
}

/** The part of a key that can change. */
export type KeyState = Pick<StoredApiKey, 'revokedAt' | 'expireBy'>;

/** Finds a key by its prefix, before the tenant is known. */
export async function findApiKeyByPrefix(
  connection: Connection,
  prefix: string,
): Promise<StoredApiKey | null> {
  const row = await connection
    .acrossTenants('api_keys', 'a key fixes the tenant of its request')
    .where({ prefix })
    .first();
  return row === undefined ? null : toApiKey(row);
}

/**
 * Returns the keys with scopes that act for a person and are not revoked, with their rows locked, by tenant. They are
 * found without locks: no index has the holder, and MySQL would lock every row that it reads.
 */
export async function lockKeysOfHolder(connection: Connection, holderId: string): Promise<StoredApiKey[]> {
  const found: Row[] = await connection
    .acrossTenants('api_keys', 'a person can have keys in every tenant')
    .where({ holder_id: holderId })
    .whereNull('revoked_at')
    .orderBy(['tenant_id', 'id'])
    .select('tenant_id', 'id');
  const keys: StoredApiKey[] = [];
  for (const { tenant_id: tenantId, id } of found) {
    const key = await apiKeyRepository(connection.tenant(tenantId)).lock(id);
    // Revoked or removed meanwhile.
    if (key !== null && key.revokedAt === null) keys.push(key);
  }
  return keys;
}

export function apiKeyRepository(scope: TenantScope) {
  const one = (id: string) => scope.from('api_keys').where({ id }) as Query;
  return {
    /** Lists the keys, oldest first. */
    async list(): Promise<StoredApiKey[]> {
      const rows = await scope.from('api_keys').orderBy(['created_at', 'id']);
      return rows.map(toApiKey);
    },

    /** Returns the key with its row locked until the transaction ends. */
    async lock(id: string): Promise<StoredApiKey | null> {
      const [row] = await forUpdate(one(id), scope.dialect);
      return row === undefined ? null : toApiKey(row);
    },

    async insert(key: Omit<StoredApiKey, 'tenantId' | 'revokedAt' | 'lastUsedAt'>): Promise<void> {
      await scope.insert('api_keys', {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        key_hash: key.keyHash,
        scopes: key.scopes === null ? null : JSON.stringify(key.scopes),
        holder_id: key.holderId,
        expire_by: key.expireBy,
        created_at: key.createdAt,
      });
    },

    async setState(id: string, { revokedAt, expireBy }: KeyState): Promise<void> {
      await one(id).update({ revoked_at: revokedAt, expire_by: expireBy });
    },

    /** Moves `lastUsedAt` forward, never back. */
    async recordUse(id: string, at: number): Promise<void> {
      await one(id)
        .where((unused) => unused.whereNull('last_used_at').orWhere('last_used_at', '<', at))
        .update({ last_used_at: at });
    },

    async remove(id: string): Promise<void> {
      await one(id).delete();
    },
  };
}

function toApiKey(row: Row): StoredApiKey {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    prefix: row.prefix,
    keyHash: row.key_hash,
    scopes: row.scopes === null ? null : fromJson<string[]>(row.scopes).filter(isKeyScope),
    holderId: row.holder_id,
    revokedAt: toNumberOrNull(row.revoked_at),
    expireBy: toNumberOrNull(row.expire_by),
    lastUsedAt: toNumberOrNull(row.last_used_at),
    createdAt: toNumber(row.created_at),
  };
}
