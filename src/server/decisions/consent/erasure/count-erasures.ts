import { auditRepository } from '#operators/audit/index';
import type { Connection } from '#platform/database/database';
import type { AuditedVisitor } from './audited-visitor';

/** Returns how often a visitor was erased, which only the audit log still records. */
export type CountErasures = (
  connection: Connection,
  visitor: { readonly tenantId: string; readonly visitorId: string },
) => Promise<number>;

/** Returns when a visitor was last erased (epoch milliseconds); null: never. */
export type FindLastErasure = (
  connection: Connection,
  visitor: { readonly tenantId: string; readonly visitorId: string },
) => Promise<number | null>;

export function createFindLastErasure(auditedVisitor: AuditedVisitor): FindLastErasure {
  return (connection, { tenantId, visitorId }) =>
    auditRepository(connection.tenant(tenantId)).lastAction(
      'consent:erased',
      'consent',
      auditedVisitor(tenantId, visitorId),
    );
}

export function createCountErasures(auditedVisitor: AuditedVisitor): CountErasures {
  return (connection, { tenantId, visitorId }) =>
    auditRepository(connection.tenant(tenantId)).countActions(
      'consent:erased',
      'consent',
      auditedVisitor(tenantId, visitorId),
    );
}
