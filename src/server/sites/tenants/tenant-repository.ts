import type { Connection, Query, Row } from '#platform/database/database';
import { forShare, forUpdate, toNumber } from '#platform/database/rows';
import { ServiceError } from '#platform/kernel/errors';

/** A tenant as stored. Times are epoch milliseconds. */
export interface StoredTenant {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const byId = (connection: Connection, id: string) => connection.global('tenants').where({ id }) as Query;

/** Name of the default tenant until an operator changes it. */
export const initialTenantName = 'Default';

export async function findTenant(
  connection: Connection,
  by: { readonly id: string } | { readonly slug: string },
): Promise<StoredTenant | null> {
  const row = await connection.global('tenants').where(by).first();
  return row === undefined ? null : fromRow(row);
}

/** Lists the tenants in order of creation. */
export async function listTenants(connection: Connection): Promise<StoredTenant[]> {
  return (await connection.global('tenants').orderBy(['created_at', 'id'])).map(fromRow);
}

/** Returns the tenant with its row locked until the transaction ends. */
export async function lockTenant(connection: Connection, id: string): Promise<StoredTenant | null> {
  const [row] = await forUpdate(byId(connection, id), connection.dialect);
  return row === undefined ? null : fromRow(row);
}

/**
 * Keeps the tenant from being deleted until the transaction ends. The lock is shared and taken before any
 * other. Returns false when it has been deleted.
 */
export async function holdTenantIfThere(connection: Connection, id: string): Promise<boolean> {
  const [row] = await forShare(byId(connection, id).select('id') as Query, connection.dialect);
  return row !== undefined;
}

/** Does the same. @throws ServiceError `tenant_not_found` */
export async function holdTenant(connection: Connection, id: string): Promise<void> {
  if (!(await holdTenantIfThere(connection, id))) throw new ServiceError('tenant_not_found');
}

/** @throws the driver's unique violation when id or slug is taken */
export async function insertTenant(connection: Connection, tenant: StoredTenant): Promise<void> {
  await connection.global('tenants').insert({
    id: tenant.id,
    name: tenant.name,
    slug: tenant.slug,
    created_at: tenant.createdAt,
    updated_at: tenant.updatedAt,
  });
}

/** @throws the driver's unique violation when the slug is taken */
export async function updateTenant(
  connection: Connection,
  { id, name, slug, updatedAt }: StoredTenant,
): Promise<void> {
  await byId(connection, id).update({ name, slug, updated_at: updatedAt });
}

export async function deleteTenant(connection: Connection, id: string): Promise<void> {
  await byId(connection, id).delete();
}

/** Returns whether data of a tenant is retained, also after the tenant is deleted. */
export async function hasRetainedData(connection: Connection, id: string): Promise<boolean> {
  const scope = connection.tenant(id);
  for (const table of ['audit_heads', 'consents'] as const)
    if ((await scope.from(table).first('tenant_id')) !== undefined) return true;
  return false;
}

function fromRow(row: Row): StoredTenant {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    createdAt: toNumber(row.created_at),
    updatedAt: toNumber(row.updated_at),
  };
}
