import type { Connection, Database, TenantScope } from '#platform/database/database';
import type { TenantTable } from '#platform/database/tables';

// Why: docs/adr/0024-deleting-a-tenant.md

/**
 * Decides for every table whether a tenant's rows are removed when it is deleted. Decisions of visitors and
 * the audit log stay as evidence, and so do profile versions, their files in storage and the times of their
 * publication, which show what visitors saw. Rows of any number are removed later, some at a time.
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
  webhook_messages: 'removedLater',
  accounts: 'removedLater',
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
} as const satisfies Readonly<Record<TenantTable, 'removed' | 'removedLater' | 'kept'>>;

type LargeTable = {
  [Table in TenantTable]: (typeof deletionRules)[Table] extends 'removedLater' ? Table : never;
}[TenantTable];

/** The columns that identify the rows of a tenant. */
const largeTables = { webhook_messages: 'id', accounts: 'visitor_id' } as const satisfies Record<
  LargeTable,
  string
>;
const largeTableNames = Object.keys(largeTables) as LargeTable[];

/** Number of rows that one transaction removes. */
const removedAtOnce = 500;

const removedTables = (Object.keys(deletionRules) as TenantTable[]).filter(
  (table) => deletionRules[table] === 'removed',
);

/**
 * Removes the working data of a tenant that is being deleted, except what `removeLargeData` removes. Call it under the lock of
 * the tenant's row.
 */
export async function removeWorkingData(scope: TenantScope): Promise<void> {
  for (const table of removedTables) await scope.from(table).delete();
}

/** Removes the working data of any size of a tenant that was deleted; stops early when `isOver` returns true. */
export async function removeLargeData(
  database: Pick<Database, 'transaction'>,
  tenantId: string,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (const table of largeTableNames) {
    const removeSome = async ({ tenant }: Connection): Promise<number> => {
      const rows = () => tenant(tenantId).from(table);
      const key = largeTables[table];
      const keys: string[] = await rows().limit(removedAtOnce).pluck(key);
      if (keys.length > 0) await rows().whereIn(key, keys).delete();
      return keys.length;
    };
    while (!isOver() && (await database.transaction(removeSome)) === removedAtOnce);
  }
}

/** Lists the deleted tenants that still have working data. Each tenant with such data has an audit log, which is kept. */
export async function tenantsToClear(connection: Connection): Promise<string[]> {
  const { acrossTenants, tableName } = connection;
  const reason = 'deleted tenants are found by what they have left';
  return acrossTenants('audit_heads', reason, 'h')
    .leftJoin({ t: tableName('tenants') }, 't.id', 'h.tenant_id')
    .whereNull('t.id')
    .where((some) => {
      for (const table of largeTableNames)
        some.orWhereExists(
          acrossTenants(table, reason, 'r')
            .whereRaw('?? = ??', ['r.tenant_id', 'h.tenant_id'])
            .select('r.tenant_id'),
        );
    })
    .pluck('h.tenant_id');
}

/** Lists the profiles that are being served to visitors. Call it under the lock of the tenant's row. */
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
