import type { AllowedTenants } from './tenant-access';

/** The tenants that a provider's claim can name. */
export interface NameableTenants {
  /** Whether there can be tenants other than `default`. */
  readonly several: boolean;
  /** Returns the ids of all tenants by their names: ids and slugs. */
  idsByName(): Promise<ReadonlyMap<string, string>>;
}

/** Returns the tenants that a provider's claim allows; undefined when operators set it. */
export async function resolveTenantNames(
  tenants: NameableTenants,
  names: readonly string[] | undefined,
): Promise<AllowedTenants | undefined> {
  if (names === undefined || !tenants.several) return undefined;
  if (names.includes('*')) return null;
  if (names.length === 0) return [];
  const ids = await tenants.idsByName();
  return [...new Set(names.flatMap((name) => ids.get(name) ?? []))];
}
