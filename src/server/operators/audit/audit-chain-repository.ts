import type { Row, TenantScope } from '#platform/database/database';
import { lockRow } from '#platform/database/lock-row';
import { genesisHash } from './audit-chain';

/** The newest entry of a tenant's chain. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** Writes a tenant's chain of audit entries. */
export function auditChainRepository(scope: TenantScope) {
  return {
    /** Returns the head and locks its row: other writers wait until the transaction ends. */
    async lockHead(): Promise<ChainHead> {
      await lockRow(scope.insert('audit_heads', { sequence: 0, hash: genesisHash }), {
        tenant_id: scope.tenantId,
      });
      const head = await scope.from('audit_heads').first('sequence', 'hash');
      return { sequence: Number(head?.sequence ?? 0), hash: String(head?.hash ?? genesisHash) };
    },

    /**
     * Changes the head before it inserts the entries. On Galera, where the lock of another node is not seen, that
     * node's transaction then fails at the head, and is tried again, before its entry meets one of the same number.
     */
    async append(rows: readonly Row[], { sequence, hash }: ChainHead): Promise<void> {
      await scope.from('audit_heads').update({ sequence, hash });
      await scope.insert('audit', rows);
    },
  };
}
