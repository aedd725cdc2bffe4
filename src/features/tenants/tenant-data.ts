import type { TenantScope } from '../../database/database';
import type { TenantTable } from '../../database/tables';

// Why: docs/adr/0024-deleting-a-tenant.md

/**
 * What becomes of a tenant's rows when it is deleted. What visitors decided, and what was done with it, stays
 * as evidence; so do the versions of profiles and their files in storage, which say what they were shown.
 * Every table has to be decided on.
 */
const fateOf = {
  settings: 'removed',
  profiles: 'removed',
  publications: 'removed',
  consent_templates: 'removed',
  ui_templates: 'removed',
  api_keys: 'removed',
  registrations: 'removed',
  profile_versions: 'kept',
  consents: 'kept',
  consent_history: 'kept',
  visitors: 'kept',
  parental_consents: 'kept',
  audit: 'kept',
  audit_heads: 'kept',
  statistics_changes: 'kept',
  daily_sums: 'kept',
  current_sums: 'kept',
} as const satisfies Readonly<Record<TenantTable, 'removed' | 'kept'>>;

const removedTables = (Object.keys(fateOf) as TenantTable[]).filter((table) => fateOf[table] === 'removed');

/** To be called under the lock of the tenant's row, as everything in this file. */
export async function removeWorkingData(scope: TenantScope): Promise<void> {
  for (const table of removedTables) await scope.from(table).delete();
}

/** Profiles that visitors are served now. */
export async function activeProfiles(
  scope: TenantScope,
): Promise<{ id: string; name: string; complianceGroup: string }[]> {
  const rows = await scope
    .from('profiles')
    .whereNotNull('active_group')
    .orderBy(['created_at', 'id'])
    .select('id', 'name', 'active_group');
  return rows.map((row) => ({ id: row.id, name: row.name, complianceGroup: row.active_group }));
}
