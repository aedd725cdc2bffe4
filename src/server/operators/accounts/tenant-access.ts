import { validationFailed } from '#platform/kernel/errors';

/** The tenants that a user can see: null means all of them, an empty list none. */
export type AllowedTenants = readonly string[] | null;

export const tenantAccesses = ['all', 'listed', 'none'] as const;
export type TenantAccess = (typeof tenantAccesses)[number];

const toAccess = (tenants: AllowedTenants): TenantAccess =>
  tenants === null ? 'all' : tenants.length === 0 ? 'none' : 'listed';

/**
 * Allowed tenants as the API and the database store them: `allowedTenants` alone does not distinguish all
 * from none.
 */
export interface TenantFields {
  readonly tenantAccess: TenantAccess;
  readonly allowedTenants: readonly string[];
}

export const toTenantFields = (tenants: AllowedTenants): TenantFields => ({
  tenantAccess: toAccess(tenants),
  allowedTenants: tenants ?? [],
});

export const toAllowedTenants = ({ tenantAccess, allowedTenants }: TenantFields): AllowedTenants =>
  tenantAccess === 'all' ? null : allowedTenants;

/**
 * Reads the tenants that an operator sent. An empty `allowedTenants` alone means all tenants, unless
 * `tenantAccess` overrides it.
 * @param before the allowed tenants when neither field was sent
 * @throws ServiceError `validation_failed`
 */
export function readAllowedTenants(
  { allowedTenants, tenantAccess }: Partial<TenantFields>,
  before: AllowedTenants,
): AllowedTenants {
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

export function isSameTenants(a: AllowedTenants, b: AllowedTenants): boolean {
  return (
    toAccess(a) === toAccess(b) &&
    (a ?? []).length === (b ?? []).length &&
    (a ?? []).every((tenant) => b?.includes(tenant))
  );
}
