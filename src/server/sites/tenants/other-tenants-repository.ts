import type { Connection } from '#platform/database/database';
import type { TenantTable } from '#platform/database/tables';
import type { RecordKind } from '#platform/http/route';

const recordTables = {
  consent: { table: 'consents', column: 'visitor_id' },
  profile: { table: 'profiles', column: 'id' },
  consentTemplate: { table: 'consent_templates', column: 'id' },
  uiTemplate: { table: 'ui_templates', column: 'id' },
} as const satisfies Readonly<Record<RecordKind, { readonly table: TenantTable; readonly column: string }>>;

/**
 * Returns whether a tenant other than these has the record: a user scoped to these tenants then gets 403, and
 * 404 when no tenant has it. What is kept of deleted tenants is not counted.
 */
export async function existsInAnotherTenant(
  connection: Connection,
  record: RecordKind,
  id: string,
  tenantIds: readonly string[],
): Promise<boolean> {
  const { table, column } = recordTables[record];
  const row = await connection
    .acrossTenants(table, 'a record outside the scope gets 403, a missing record 404')
    .where({ [column]: id })
    .whereNotIn('tenant_id', tenantIds)
    .whereIn('tenant_id', connection.global('tenants').select('id'))
    .first('tenant_id');
  return row !== undefined;
}
