import type { Connection, Query } from '#platform/database/database';
import type { GlobalTable, TenantTable } from '#platform/database/tables';
import type { AuditEntry } from '#platform/database/unit-of-work';

/** Tables whose rows have a name, by the type of the resource in an entry. */
const tenantTables = {
  profile: 'profiles',
  consentTemplate: 'consent_templates',
  uiTemplate: 'ui_templates',
  apikey: 'api_keys',
  webhook: 'webhooks',
} as const satisfies Readonly<Record<string, TenantTable>>;
const globalTables = {
  user: 'users',
  role: 'roles',
  tenant: 'tenants',
} as const satisfies Readonly<Record<string, GlobalTable>>;

/** Returns the query on the table of a type; null for types without names. */
function namedRows(connection: Connection, tenantId: string, type: string): Query | null {
  if (Object.hasOwn(tenantTables, type))
    return connection.tenant(tenantId).from(tenantTables[type as keyof typeof tenantTables]);
  if (Object.hasOwn(globalTables, type))
    return connection.global(globalTables[type as keyof typeof globalTables]);
  return null;
}

/**
 * Returns the name of an entry's resource: the one that the entry gives, as those on a deleted resource do, else the
 * one that is stored at the end of the transaction; null for resources without a name.
 */
export type NameOfResource = (entry: AuditEntry) => string | null;

/** Reads the names of the resources of one tenant's entries. */
export async function readResourceNames(
  connection: Connection,
  tenantId: string,
  entries: readonly AuditEntry[],
): Promise<NameOfResource> {
  const unnamed = entries.filter(({ resourceName, resourceId }) => resourceName === undefined && resourceId);
  const names = new Map<string, string>();
  const key = (type: string, id: string) => JSON.stringify([type, id]);
  for (const type of new Set(unnamed.map(({ resourceType }) => resourceType))) {
    const ids = new Set(
      unnamed.flatMap(({ resourceType, resourceId }) => (resourceType === type ? (resourceId ?? []) : [])),
    );
    const rows = await namedRows(connection, tenantId, type)
      ?.whereIn('id', [...ids])
      .select('id', 'name');
    for (const { id, name } of rows ?? []) names.set(key(type, id), name);
  }
  return ({ resourceName, resourceType, resourceId }) =>
    resourceName ?? names.get(key(resourceType, resourceId ?? '')) ?? null;
}
