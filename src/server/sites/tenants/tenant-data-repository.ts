import type { TenantScope } from '#platform/database/database';
import type { TenantTable } from '#platform/database/tables';

// Why: docs/adr/0024-deleting-a-tenant.md

/**
 * Decides for every table whether a tenant's rows are removed when it is deleted. Decisions of visitors and
 * the audit log stay as evidence, and so do profile versions, their files in storage and the times of their
 * publication, which show what visitors saw.
 */
const deletionRules = {
  settings: 'removed',
  profiles: 'removed',
  publications: 'removed',
  publication_requests: 'removed',
  consent_templates: 'removed',
  ui_templates: 'removed',
  configuration_keys: 'removed',
  api_keys: 'removed',
  registrations: 'removed',
  page_origins: 'removed',
  findings: 'removed',
  cookie_sightings: 'removed',
  webhooks: 'removed',
  webhook_messages: 'removed',
  accounts: 'removed',
  // A deleted tenant's files must still be purged.
  purges: 'kept',
  profile_versions: 'kept',
  publication_periods: 'kept',
  experiments: 'kept',
  consents: 'kept',
  consent_history: 'kept',
  parental_consents: 'kept',
  erasures: 'kept',
  erased_visitors: 'kept',
  audit: 'kept',
  audit_heads: 'kept',
  statistics_changes: 'kept',
  daily_sums: 'kept',
  banner_sums: 'kept',
  current_sums: 'kept',
} as const satisfies Readonly<Record<TenantTable, 'removed' | 'kept'>>;

const removedTables = (Object.keys(deletionRules) as TenantTable[]).filter(
  (table) => deletionRules[table] === 'removed',
);

/**
 * Removes a deleted tenant's working data. Like everything in this file, call it under the lock of the
 * tenant's row.
 */
export async function removeWorkingData(scope: TenantScope): Promise<void> {
  for (const table of removedTables) await scope.from(table).delete();
}

/** Lists the profiles that are being served to visitors. */
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
