import type { AllowedTenants } from './tenant-access';

/** The tenants that a provider's claim can name. */
export interface NameableTenants {
  /** Whether there can be tenants other than `default`. */
  readonly several: boolean;
  exists(id: string): Promise<boolean>;
  idOfSlug(slug: string): Promise<string | null>;
}

/** Greatest number of names in a claim that are read. */
const maxNames = 100;

/** Returns the tenants that a provider's claim allows; undefined when operators set it. */
export async function resolveTenantNames(
  tenants: NameableTenants,
  names: readonly string[] | undefined,
): Promise<AllowedTenants | undefined> {
  if (names === undefined || !tenants.several) return undefined;
  if (names.includes('*')) return null;
  const ids = new Set<string>();
  for (const name of names.slice(0, maxNames)) {
    const id = (await tenants.exists(name)) ? name : await tenants.idOfSlug(name);
    if (id !== null) ids.add(id);
  }
  return [...ids];
}
