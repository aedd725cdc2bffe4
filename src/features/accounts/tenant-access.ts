import { validationFailed } from '../../kernel/errors';

/** The tenants that a user may see: null is all of them, an empty list none. */
export type Reach = readonly string[] | null;

export const tenantAccesses = ['all', 'listed', 'none'] as const;
export type TenantAccess = (typeof tenantAccesses)[number];

const accessOf = (reach: Reach): TenantAccess =>
  reach === null ? 'all' : reach.length === 0 ? 'none' : 'listed';

/** How the API and the database write a reach: `allowedTenants` alone cannot tell all from none. */
export interface TenantFields {
  readonly tenantAccess: TenantAccess;
  readonly allowedTenants: readonly string[];
}

export const toTenantFields = (reach: Reach): TenantFields => ({
  tenantAccess: accessOf(reach),
  allowedTenants: reach ?? [],
});

export const reachOf = ({ tenantAccess, allowedTenants }: TenantFields): Reach =>
  tenantAccess === 'all' ? null : allowedTenants;

/**
 * Reads what an operator sent. An empty `allowedTenants` alone means all tenants; `tenantAccess` says
 * otherwise.
 * @param before the reach when neither field was sent
 * @throws ServiceError `validation_failed`
 */
export function readReach({ allowedTenants, tenantAccess }: Partial<TenantFields>, before: Reach): Reach {
  const listed = allowedTenants === undefined ? undefined : [...new Set(allowedTenants)];
  if (tenantAccess === undefined) return listed === undefined ? before : listed.length === 0 ? null : listed;
  const named = listed ?? (tenantAccess === 'listed' ? (before ?? []) : []);
  if (tenantAccess === 'listed' && named.length === 0)
    throw fault('must name a tenant when tenantAccess is "listed"');
  if (tenantAccess !== 'listed' && named.length > 0)
    throw fault(`must be empty when tenantAccess is "${tenantAccess}"`);
  return tenantAccess === 'all' ? null : named;
}

const fault = (message: string) => validationFailed({ path: 'allowedTenants', message });

export function isSameReach(a: Reach, b: Reach): boolean {
  return (
    accessOf(a) === accessOf(b) &&
    (a ?? []).length === (b ?? []).length &&
    (a ?? []).every((tenant) => b?.includes(tenant))
  );
}
