import type { TenantScope } from '#platform/database/database';
import type { Base } from './configuration-schemas';

/** The key of a resource, and the hashes of what was last pushed to it. */
export interface StoredKey {
  readonly kind: string;
  readonly resourceId: string;
  readonly key: string;
  readonly pushed: { readonly content: string | null; readonly published: string | null };
}

export function keysRepository(scope: TenantScope) {
  return {
    async list(): Promise<StoredKey[]> {
      const rows = await scope.from('configuration_keys').orderBy(['kind', 'config_key']);
      return rows.map((row) => ({
        kind: row.kind,
        resourceId: row.resource_id,
        key: row.config_key,
        pushed: { content: row.pushed_content, published: row.pushed_published },
      }));
    },

    /** Gives a key to a resource; another one that had the key no longer exists. */
    async save(kind: string, key: string, resourceId: string, pushed: Base | null): Promise<void> {
      const values = {
        resource_id: resourceId,
        pushed_content: pushed?.content ?? null,
        pushed_published: pushed?.published ?? null,
      };
      await scope
        .insert('configuration_keys', { kind, config_key: key, ...values })
        .onConflict(['tenant_id', 'kind', 'config_key'])
        .merge(values);
    },

    async remove(kind: string, key: string): Promise<void> {
      await scope.from('configuration_keys').where({ kind, config_key: key }).delete();
    },
  };
}
