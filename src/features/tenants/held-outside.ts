import type { Connection } from '../../database/database';
import type { TenantTable } from '../../database/tables';
import type { RecordKind } from '../../http/route';

const places = {
  consent: { table: 'consents', column: 'visitor_id' },
  profile: { table: 'profiles', column: 'id' },
  consentTemplate: { table: 'consent_templates', column: 'id' },
  uiTemplate: { table: 'ui_templates', column: 'id' },
} as const satisfies Readonly<Record<RecordKind, { readonly table: TenantTable; readonly column: string }>>;

/**
 * Whether a tenant beside these has the record: whoever is scoped to them is told 403 then, and 404 when
 * nobody has it.
 */
export async function isHeldOutside(
  connection: Connection,
  record: RecordKind,
  id: string,
  tenantIds: readonly string[],
): Promise<boolean> {
  const { table, column } = places[record];
  const row = await connection
    .acrossTenants(table, 'reading what is outside one’s scope is told apart from what is not there')
    .where({ [column]: id })
    .whereNotIn('tenant_id', tenantIds)
    .first('tenant_id');
  return row !== undefined;
}
