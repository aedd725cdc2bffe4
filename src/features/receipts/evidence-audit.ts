import type { Row, TenantScope } from '../../database/database';
import { fromJson, toNumber } from '../../database/rows';
import { toIso } from '../../kernel/clock';

/**
 * An entry of the audit log with its place in the hash chain. `hash` is the SHA-256 of the canonical JSON of everything else
 * here; `previousHash` is the hash of the entry with the sequence before.
 */
export interface AuditLine {
  readonly id: string;
  readonly tenantId: string;
  readonly sequence: number;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string | null;
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly changes: unknown;
  readonly requestId: string | null;
  readonly createdAt: string;
  readonly previousHash: string;
  readonly hash: string;
}

export interface AuditedResource {
  readonly type: string;
  readonly id: string;
}

/** The newest entry of the chain when the evidence was made. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** Reads the audit log of what evidence is about. */
export function evidenceAuditRepository(scope: TenantScope) {
  return {
    /** Newest first, at most `limit`. */
    async linesOf({ type, id }: AuditedResource, limit: number): Promise<AuditLine[]> {
      const newestFirst = [
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ];
      const rows = await scope.from('audit').where({ resource_id: id, resource_type: type }).orderBy(newestFirst).limit(limit);
      return rows.map(fromRow);
    },

    /** Null before the first entry. */
    async head(): Promise<ChainHead | null> {
      const row = await scope.from('audit_heads').first('sequence', 'hash');
      return row === undefined ? null : { sequence: toNumber(row.sequence), hash: row.hash };
    },
  };
}

function fromRow(row: Row): AuditLine {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    sequence: toNumber(row.sequence),
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    userId: row.user_id,
    userEmail: row.user_email,
    changes: fromJson(row.changes),
    requestId: row.request_id,
    createdAt: toIso(toNumber(row.created_at)),
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
